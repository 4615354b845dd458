// Command lines of any bytes: read without an error, within the bounds, and a line that is read whole reads the same
// behind another one.

import { expect, test } from "vitest";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

/** A percent sign stands for a dollar sign. */
const PIECES =
  `a ' " \` %( ) ( (( )) %{ } { %(( <<a <<'E' <( >( > < <<< | || & && ; ;; \\ % # [[ ]] [ if then fi else do done while \
for x in case a) esac f() coproc time ! a= a=( {a,b} @( * %' %" %{a:- %{a/ %[ 2>&1 &> >& \ud800 \0 \r - ~ EOF cd sh -c eval xargs set -e \
timeout 5 exit 1`
    .replaceAll("%", "$")
    .split(" ");

async function load(): Promise<Check> {
  const { readShell } = await import("../../src/base/shell/shell-line.ts");
  const { recogniseRuns } = await import("../../src/hooks/runs/recognise.ts");
  return (input) => {
    const line = Buffer.from(input).toString("utf8");
    const { commands, isWhole } = readShell(line);
    expect(commands.length).toBeLessThanOrEqual(64);
    for (const { words, written } of commands) {
      expect(words.length).toBeGreaterThan(0);
      expect(words.filter((word, at) => word !== null && word !== written[at])).toEqual([]);
    }
    recogniseRuns(line);
    if (!isWhole || commands.length > 60 || line.length > 1000) return;
    const behind = readShell(`first\n${line}`);
    if (!behind.isWhole) return;
    expect(behind.commands.slice(1).map(({ written }) => written)).toEqual(commands.map(({ written }) => written));
  };
}

function generate(next: Random): string {
  const some = Array.from({ length: 1 + next(12) }, () => PIECES[next(PIECES.length)]!);
  const length = next(4) === 0 ? 2000 : 12;
  return Array.from({ length: 1 + next(length) }, () => some[next(some.length)]! + [" ", "", "\n"][next(3)]!).join("");
}

test("a command line of any bytes is read within bounds", async () => {
  await fuzz({
    name: "shell-line",
    executions: 400,
    seeds: ["cd web && FOO=1 timeout 60 npm test 2>&1 | tail", "sh -c 'make'", "for x in a b; do make $x; done", ""],
    dictionary: PIECES,
    generate,
    load,
  });
});

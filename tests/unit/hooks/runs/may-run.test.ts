// Which command lines need no parser: those that run no build, no test and no helix. Whatever is recognised by the
// parser must be among the others.

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { mayRun } from "../../../../src/hooks/runs/may-run.ts";
import { recogniseRuns } from "../../../../src/hooks/runs/recognise.ts";
import { TOOLS } from "../../../../src/hooks/runs/tools.ts";
import { runs } from "../../../support/runs.ts";

it.each([
  "ls -la src",
  "cat a.ts | head -3",
  "git status --short",
  "echo $HOME",
  "rg 'fn main' src",
  "cd /tmp && pwd",
  "",
])("no run is in %j", (line) => {
  expect(mayRun(line)).toBe(false);
  expect(recogniseRuns(line)).toEqual([]);
});

it.each(["cargo test", "./run-tests.sh", "c'arg'o build", 'n"p"m run lint', "HELIX_KB=x helix store a b", "CI=1 make"])(
  "%j may run something",
  (line) => expect(mayRun(line)).toBe(true),
);

it("misses nothing that the parser finds", () => {
  const names = TOOLS.flatMap(([each]) => each.split(" "));
  const word = fc.oneof(
    fc.constantFrom(...names, "npx", "env", "timeout", "sh", "-c", "test", "build", "run", "-m", "--", "&&", ";", "|"),
    fc.constantFrom(
      "./build.sh",
      "scripts/check",
      "node_modules/.bin/jest",
      "'cargo test'",
      "x86_64-linux-gnu-gcc",
      "gcc-13",
    ),
    fc.string({ maxLength: 6 }),
  );
  let found = 0;
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const line = words.join(" ");
      if (recogniseRuns(line).length === 0) return;
      found++;
      expect(mayRun(line), line).toBe(true);
    }),
    { numRuns: runs(4000) },
  );
  expect(found).toBeGreaterThan(runs(300));
});

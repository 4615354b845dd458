// Completions in the real shells, at a terminal: what is typed, Tab, Enter, and what helix is then given. The names of
// topics are the worst that another program could have stored.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SHELLS } from "../../src/surfaces/cli/completion-scripts.ts";
import { writeOriginalLog } from "../support/original-log.ts";
import { hasShell, TypedShell } from "../support/shells.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("all");
const TAB = "\t";

const TOPICS = {
  command: "$(touch pwned)",
  quotes: `it's a "topic"`,
  break: "two\nlines",
  dash: "-rf",
  colon: "a:b@c",
  history: "x!y`touch pwned`",
  glob: "*glob?",
  backslash: "back\\slash",
  home: "~home",
  accents: "café über",
  operators: "with;semi&amp|x>y",
  braces: "{a,b}",
  comment: "#hash",
  escape: "esc\u001b[31mred",
  endsInQuote: `quo"`,
  endsInApostrophe: "dogs'",
  percent: "%F{red}%n",
  plain: "build-gotchas",
};

/** What is typed, where Tab is pressed, and the last argument. */
const TYPED: readonly (readonly [string, string])[] = [
  ["read \\$", TOPICS.command],
  ["read '$", TOPICS.command],
  ["read it", TOPICS.quotes],
  ["read 'it", TOPICS.quotes],
  ['read "it', TOPICS.quotes],
  ["read it\\'s\" a", TOPICS.quotes],
  ["read two", TOPICS.break],
  ["read 'two", TOPICS.break],
  ["read a:", TOPICS.colon],
  ["read a:b@", TOPICS.colon],
  ["read x", TOPICS.history],
  ["read 'x", TOPICS.history],
  ["read \\*g", TOPICS.glob],
  ["read ba", TOPICS.backslash],
  ["read \\~", TOPICS.home],
  ["read caf", TOPICS.accents],
  ["read wi", TOPICS.operators],
  ['read "wi', TOPICS.operators],
  ["read \\{", TOPICS.braces],
  ["read \\#", TOPICS.comment],
  ["read esc", TOPICS.escape],
  ['read "quo', TOPICS.endsInQuote],
  ["read 'dogs", TOPICS.endsInApostrophe],
  ["read %", TOPICS.percent],
  ["read -- -", TOPICS.dash],
  ["search --topic=-", `--topic=${TOPICS.dash}`],
  ["search --topic=it", `--topic=${TOPICS.quotes}`],
  ["search --topic it", TOPICS.quotes],
  ["--json read bu", TOPICS.plain],
  ["rea", "read"],
  ["read --pro", "--project"],
  ["edit append bu --match", "--match-str"],
  ["search --detail=f", "--detail=full"],
  ["search --detail f", "full"],
  ["hooks un", "uninstall"],
  ["topics sta", "sta"],
  ["completions f", "fish"],
  ["import not", "notes file.json"],
  ["check sub", "sub dir/"],
  ["--kb sub", "sub dir/"],
  ["--kb=sub", "--kb=sub dir/"],
];

/** Whether this is a bash before 4, which cannot be told at a Tab to offer no file. */
function isOld(shell: string): boolean {
  const { stdout } = spawnSync(shell, ["-c", "echo $BASH_VERSINFO"], { encoding: "utf8" });
  return shell === "bash" && Number.parseInt(stdout, 10) < 4;
}

describe.each(SHELLS)("%s", (shell) => {
  const isThere = hasShell(shell);
  let typed: TypedShell;
  let other = "";
  const cwd = folder();

  beforeAll(async () => {
    if (!isThere) return;
    const base = folder();
    writeOriginalLog(
      base,
      Object.values(TOPICS).map((topic) => ({ topic, body: `a note of ${JSON.stringify(topic)}` })),
    );
    other = join(folder(), "other");
    writeOriginalLog(other, [{ topic: "elsewhere", body: "x" }]);
    writeFileSync(join(cwd, "notes file.json"), "[]");
    mkdirSync(join(cwd, "sub dir"));
    typed = await new TypedShell(shell, folder(), cwd, base).ready();
  });
  afterAll(() => typed?.end());

  test.skipIf(!isThere).each(TYPED)("helix %s", async (words, last) => {
    const { args } = await typed.type(`helix ${words}${TAB}`);
    // fish leaves the slash to the next Tab where it is the only one.
    expect(args.at(-1)!.replace(/\/$/, "")).toBe(last.replace(/\/$/, ""));
  });

  test.skipIf(!isThere)("looks into the knowledge base that the line names", async () => {
    expect((await typed.type(`helix --kb ${other} read el${TAB}`)).args.at(-1)).toBe("elsewhere");
    expect((await typed.type(`helix read --kb=${other} el${TAB}`)).args.at(-1)).toBe("elsewhere");
    expect((await typed.type(`helix read el${TAB}`)).args.at(-1)).toBe("el");
  });

  test.skipIf(!isThere)("offers nothing where nothing is known, and says nothing", async () => {
    const { args, shown } = await typed.type(`helix read --kb=${join(other, "data.log", "none")} zz${TAB}`);
    expect(args.at(-1)).toBe("zz");
    expect(shown).not.toMatch(/error|Error|ENO/);
    expect((await typed.type(`helix nothing zz${TAB}`)).args).toEqual(["nothing", "zz"]);
  });

  test.skipIf(!isThere || isOld(shell))("offers no file where none is wanted", async () => {
    expect((await typed.type(`helix read not${TAB}`)).args).toEqual(["read", "not"]);
    expect((await typed.type(`helix nothing not${TAB}`)).args).toEqual(["nothing", "not"]);
  });
});

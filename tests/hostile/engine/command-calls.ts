// Calls of all commands, with what nobody sees in their words.

import type { CommandEntry } from "../../../src/surfaces/cli/commands.ts";
import { KEY, SESSION } from "./hostile-outputs.ts";
import { EVIL, evilText, PLAIN, STRANGE } from "./hostile-world.ts";
import { HOSTILE_PLAN } from "./plan-calls.ts";

/** Commands that do not end by themselves, or replace the program. */
export const LEFT_OUT = ["serve", "hook", "prove", "_reload"];
/** Actions that are only run with a word: alone they would wait, where there is a plan. */
const NAMED = ["watch"];
/**
 * Commands by name, and words for each run. `output --raw` and `filter test --command` are left out: as with `helix run`,
 * all bytes of an output are what was asked for.
 */
export const RUNS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  demo: [[EVIL]],
  setup: [["--dry-run"], ["--dry-run", "--user"]],
  hooks: [
    ["status"],
    ["install", "--dry-run"],
    ["install", EVIL],
    ["uninstall", "--user", "--dry-run"],
    ["why"],
    ["why", EVIL],
  ],
  "hooks-install": [["--dry-run"]],
  plugin: [["new-plugin", "--dry-run"], [`plugin${EVIL}`], ["new-plugin", "--transport", EVIL], ["new-plugin", EVIL]],
  run: [[EVIL, "x"]],
  completions: [["bash"], ["zsh"], ["fish"], [EVIL]],
  store: [
    [PLAIN, evilText(1)],
    [EVIL, EVIL],
    [PLAIN, "x", "--source", EVIL],
    [PLAIN, "y", `--${EVIL}`],
  ],
  search: [["linker"], ["linker", "--detail", "full"], [EVIL], ["linker", "--since", EVIL]],
  brief: [[], [PLAIN], ["linker", "--detail", "full"], [EVIL]],
  read: [[PLAIN], [STRANGE], [PLAIN, "--order", "newest", "--limit", "2"], [PLAIN, "0"], [EVIL], [PLAIN, EVIL]],
  edit: [
    ["append", PLAIN, EVIL],
    ["tag", PLAIN, "--tags", EVIL],
    ["rename", STRANGE, EVIL],
    ["delete", "--where", "linker5"],
    ["delete", "--where", EVIL],
    [EVIL, PLAIN],
  ],
  undo: [["--list"], ["--dry-run"], [], [EVIL]],
  redo: [["--list"], [], [EVIL]],
  topics: [
    [],
    ["--sort", "count", "--project", "any"],
    ["stats", "--detail", "tags"],
    ["stale"],
    ["graph"],
    ["session"],
    ["entries", "--topic", STRANGE],
    [EVIL],
  ],
  learn: [
    ["remember", `linker fails ${EVIL}`, "--resolution", evilText(31), "--tags", EVIL],
    ["recall", `linker ${EVIL}`],
    ["feedback", EVIL, "--evidence", EVIL],
    ["chunk", `link it ${EVIL}`, "--approach", EVIL, "--outcome", "success"],
    ["assess", EVIL, "--error", EVIL],
    ["relate", EVIL, "causes", EVIL],
    ["connected", EVIL],
    ["consolidate"],
    ["health"],
    [EVIL],
  ],
  plan: [
    ["explore", `linker ${EVIL}`],
    ["explore", "--data", JSON.stringify({ objective: EVIL, memory: { failures: [EVIL] } })],
    ["save", "--data", JSON.stringify(HOSTILE_PLAN)],
    ["save", "--data", EVIL],
    ["show"],
    ["show", "001", "--json"],
    ["show", EVIL],
    ["show", "--format", "mermaid"],
    ["ready"],
    ["status"],
    [EVIL],
  ],
  lift: [["status"], ["plan"], ["plan", "--effect", EVIL], ["on", EVIL], [EVIL]],
  output: [[], ["--any"], [KEY], [KEY, "--search", "linker2"], [KEY, "--lines", EVIL], [EVIL], [EVIL, "--raw"]],
  filter: [
    ["list"],
    ["active", "mine"],
    ["active", EVIL],
    ["show", "mine"],
    ["show", EVIL],
    ["test"],
    ["test", "mine"],
    ["test", `none${EVIL}.toml`],
    ["trust"],
    ["trust", EVIL],
    ["new", EVIL, "--command", "seq", "--key", KEY],
    ["new", "fresh", "--command", `seq ${EVIL}`, "--key", KEY],
    ["new", "other", "--command", "seq", "--key", EVIL],
    [EVIL],
  ],
  gain: [
    [],
    ["--session", SESSION],
    ["--session", EVIL],
    ["--session", SESSION, "--prices"],
    ["--history"],
    ["--history", EVIL],
    ["--prices"],
    ["--prices", EVIL],
    ["--project", EVIL],
    ["--since", EVIL],
  ],
  economy: [["status"], ["section", "none.md", "--dry-run"], ["section", EVIL, "--dry-run"], ["section"], [EVIL]],
  code: [
    ["linker1"],
    ["linker1", "--detail", "bodies", "--explain"],
    ["context", "linker1", EVIL],
    ["explore", "linker1"],
    ["explore", EVIL],
    ["ask", "linker1", EVIL, "--context-only"],
    ["ask", EVIL],
    ["enhance", `linker1 ${EVIL}`, "--place=around"],
    ["enhance", EVIL],
    ["read", "src/linker.ts"],
    ["read", "--symbol", "linker1"],
    ["status"],
    ["index"],
    ["forget"],
    ["read", EVIL],
    [EVIL],
  ],
  forget: [["."], [EVIL]],
  trace: [["src/linker.ts"], ["."], [".", "linker1"], ["src/linker.ts", "--action=blast"], [EVIL], [".", EVIL]],
  checkpoint: [[EVIL, "--next", EVIL], ["--clear"]],
  resume: [[]],
  project: [[], [EVIL]],
  config: [[], ["set", "code.exclude", EVIL], ["code.exclude"], ["set", "model.name", EVIL], ["unset", EVIL], [EVIL]],
  stats: [[], ["--detail", "tags"]],
  export: [[]],
  import: [[EVIL]],
  index: [[], [EVIL]],
  compact: [[], ["--apply"]],
  check: [[], [EVIL]],
  doctor: [[], [EVIL]],
  inspect: [[], ["--from", EVIL], [EVIL]],
  recover: [[], ["--apply"], [EVIL]],
};

/** Calls of all actions that commands declare and the table does not name, so that no new one is forgotten. */
export async function otherActions(commands: readonly CommandEntry[]): Promise<typeof RUNS> {
  const found: [string, string[][]][] = [];
  for (const { name, load } of commands) {
    const runs = RUNS[name];
    if (runs === undefined) continue;
    const choices = Object.values((await load()).arguments).flatMap(({ type, choices = [] }) =>
      type === "positional" ? choices : [],
    );
    const others = choices.filter((choice) => !runs.some(([first]) => first === choice));
    found.push([name, others.flatMap((each) => [...(NAMED.includes(each) ? [] : [[each]]), [each, EVIL]])]);
  }
  return Object.fromEntries(found);
}

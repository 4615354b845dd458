// The guard of a plan on this machine: the line of the settings, run by the shell with the binary, and names that differ
// in case or in the form of their characters, through to the report.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guardLine } from "../../src/clients/claude-code/guard-hooks.ts";
import { AGENT, putWorkspace, SESSION, workspaceOf } from "../../tests/support/guard-state.ts";
import { ReportWorld } from "../../tests/support/report-world.ts";

export interface Given {
  readonly binary: string;
  /** An empty folder. */
  readonly folder: string;
}

/** A name, and what is tried: returns something to tell, or throws what was expected and seen. */
export type Check = readonly [string, (given: Given) => unknown];

/** Fails unless both are the same. */
export function same(seen: unknown, expected: unknown, what: string): void {
  const [one, two] = [seen, expected].map((value) => JSON.stringify(value));
  if (one !== two) throw new Error(`${what}: expected ${two}, saw ${one}`);
}

/** Skips the check unless the condition holds. */
export function only(holds: boolean, why: string): void {
  if (!holds) throw new Error(`only: ${why}`);
}

const COMPOSED = "caf\u00e9";
const DECOMPOSED = "cafe\u0301";

/** A project with an active workspace for `src/a.ts` and a name with an accent. */
function guarded({ binary, folder }: Given) {
  const [home = "", project = "", directory = ""] = ["home", "shop", "kb"].map((name) => join(folder, name));
  for (const path of [home, join(project, "src"), directory]) mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const name of ["a", COMPOSED]) writeFileSync(join(project, `src/${name}.ts`), "a");
  putWorkspace(
    { home, project, directory },
    workspaceOf({ root: project, task: { delta: ["src/a.ts", `src/${COMPOSED}.ts`] } }),
  );
  const line = guardLine(`'${binary}' hook guard '${directory}'`, true);
  const options = { cwd: project, env: { HOME: home, PATH: "/usr/bin:/bin", CLAUDE_PROJECT_DIR: project } };
  const ask = (path: string) => {
    const event = {
      hook_event_name: "PreToolUse",
      session_id: SESSION,
      agent_id: AGENT,
      tool_use_id: `toolu_${path}`,
      tool_name: "Write",
      tool_input: { file_path: path, content: "b" },
      cwd: project,
    };
    const { status, stdout } = spawnSync("sh", ["-c", line], {
      ...options,
      input: JSON.stringify(event),
      encoding: "utf8",
    });
    return status !== 0
      ? `exit ${status}`
      : stdout === ""
        ? "allowed"
        : (/"permissionDecision":"(\w+)"/.exec(stdout)?.[1] ?? stdout);
  };
  return { project, line, options, ask };
}

export const guardChecks: Check[] = [
  [
    "guard: its marker, what it allows, what it refuses",
    (given) => {
      const { ask, options } = guarded(given);
      same([ask("src/a.ts"), ask("src/b.ts")], ["allowed", "deny"], "src/a.ts and src/b.ts");
      const line = guardLine("/none/helix hook guard", true);
      const outcome = (env: object) =>
        spawnSync("sh", ["-c", line], { ...options, env: { ...options.env, ...env } }).status;
      same(
        [outcome({}), outcome({ HOME: given.folder })],
        [2, 0],
        "with a marker and without, where helix is not there",
      );
    },
  ],
  [
    "guard: without an event it ends by its alarm, and the call is refused",
    async (given) => {
      const { line, options } = guarded(given);
      const child = spawn("sh", ["-c", line], { ...options, stdio: ["pipe", "ignore", "ignore"] });
      const start = performance.now();
      const [code] = await once(child, "exit");
      same(code, 2, "its exit code");
      return `after ${((performance.now() - start) / 1000).toFixed(1)} s`;
    },
  ],
  [
    "guard: SRC/A.ts for src/a.ts",
    (given) => {
      const { ask, project } = guarded(given);
      const isSame = existsSync(join(project, "SRC/A.ts"));
      same(ask("SRC/A.ts"), isSame ? "allowed" : "deny", "SRC/A.ts");
      return isSame ? "one file here" : "another file here";
    },
  ],
  [
    "guard: a name in another form of its characters, through to the report",
    async (given) => {
      const { ask, project } = guarded(given);
      const isSame = existsSync(join(project, `src/${DECOMPOSED}.ts`));
      same(ask(`src/${DECOMPOSED}.ts`), isSame ? "allowed" : "deny", "the guard");
      const world = new ReportWorld(join(given.folder, "reported"));
      const workspace = await world.start({ task: { delta: [`src/${COMPOSED}.ts`] } });
      world.write({ [`src/${isSame ? DECOMPOSED : COMPOSED}.ts`]: "new\n" });
      world.sawVerify(workspace);
      same((await world.report(workspace)).refusals, [], "refusals of the report");
      return isSame ? "one file here" : "another file here: the guard refused it";
    },
  ],
];

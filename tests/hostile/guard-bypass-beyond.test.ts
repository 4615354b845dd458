// What no guard of this kind can hold: programs that change helix's own state, wait until the report is over, write where
// nothing is compared, or play a person. Each is tried, so that docs/GUARD.md says no more than is true.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { BypassWorld } from "../support/bypass-world.ts";
import { skipLoudly } from "../support/confined.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const hasPython = spawnSync("sh", ["-c", "command -v python3"]).status === 0;
const python = (text: string) => `python3 - <<'END'\n${text}\nEND`;
const EDIT_B = { tool_name: "Edit", tool_input: { file_path: "src/b.ts", old_string: "1", new_string: "2" } };

async function begun(): Promise<BypassWorld | null> {
  if (hasPython) return BypassWorld.begun(folder());
  skipLoudly("no python3 is here");
  return null;
}

/** Calls and results as the client keeps them in the transcript of the subagent. */
function transcribe(at: BypassWorld, ...ids: string[]): void {
  const lines = ids.flatMap((id) => [
    {
      type: "assistant",
      agentId: "a1",
      message: { id: `m-${id}`, role: "assistant", content: [{ type: "tool_use", id, name: "Edit", input: {} }] },
    },
    {
      type: "user",
      agentId: "a1",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] },
    },
  ]);
  const path = `${dirname(at.transcript)}/s1/subagents/agent-a1.jsonl`;
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

describe("found at the report", () => {
  test("the marker removed by a program", { timeout: 60_000 }, async () => {
    const at = await begun();
    if (at === null) return;
    expect(at.guard(EDIT_B)).not.toBeNull();
    const { toolUseId } = at.store.active().active[0]!.workspace;
    expect(at.bash(python(`import shutil; shutil.rmtree("${at.home}/.helix-guard")`))).toBeNull();
    // Nobody looks at calls now.
    expect(at.guard({ ...EDIT_B, tool_use_id: "toolu_unseen" })).toBeNull();
    transcribe(at, toolUseId, "toolu_unseen");
    const said = await at.report();
    expect(said).toContain("gap: the guard did not see");
    expect(said).toContain("verify: the verify command was not seen to run");
  });

  test("the workspace damaged by a program", { timeout: 60_000 }, async () => {
    const at = await begun();
    if (at === null) return;
    const script = `import glob\nfor p in glob.glob("${at.directory}/plans/workspaces/*/workspace.json"): open(p, "w").write("{")`;
    at.bash(python(script));
    expect(at.guard({ tool_name: "Read", tool_input: { file_path: "src/a.ts" } })).toContain("could not decide");
    await expect(at.report()).resolves.toContain("verify: ");
  });

  test("somebody else who writes meanwhile", async () => {
    const at = await begun();
    if (at === null) return;
    at.put("src/b.ts", "export const b = 3;\n");
    expect(await at.report()).toContain("src/b.ts changed");
  });
});

describe("out of reach", () => {
  test("files that git ignores", async () => {
    const at = await begun();
    if (at === null) return;
    const write = python("import os\nos.makedirs('dist')\nopen('dist/x', 'w').write('evil')");
    expect(await at.attempt(write)).toEqual({ outcome: "out of reach", said: "" });
    expect(existsSync(`${at.root}/dist/x`)).toBe(true);
  });

  test("files outside of the work tree, by a program", async () => {
    const at = await begun();
    if (at === null) return;
    expect(at.guard({ tool_name: "Write", tool_input: { file_path: `${at.home}/.claude/settings.json` } })).toContain(
      "the client's settings",
    );
    const write = python(`open("${at.home}/.claude/settings.json", "w").write("{}")`);
    expect(await at.attempt(write)).toEqual({ outcome: "out of reach", said: "" });
  });

  test("a change that is taken back before the report", async () => {
    const at = await begun();
    if (at === null) return;
    const write = python(
      "t = open('src/b.ts').read()\nopen('src/b.ts', 'w').write('evil')\nopen('src/b.ts', 'w').write(t)",
    );
    expect((await at.attempt(write)).outcome).toBe("out of reach");
  });

  test("a background process that writes after the report", { timeout: 60_000 }, async () => {
    const at = await begun();
    if (at === null) return;
    const [go, done] = [`${at.home}/go`, `${at.home}/done`];
    spawnSync("mkfifo", [go, done]);
    const waiting = `import os\nif os.fork() == 0:\n  os.setsid()\n  os.close(0); os.close(1); os.close(2)\n  open("${go}").read()\n  open("src/b.ts", "w").write("evil")\n  open("${done}", "w").write("x")\n  os._exit(0)`;
    expect((await at.attempt(python(waiting))).outcome).toBe("out of reach");
    expect(readFileSync(`${at.root}/src/b.ts`, "utf8")).toBe("export const b = 1;\n");
    spawnSync("sh", ["-c", `echo > ${go}; cat ${done}`]);
    expect(readFileSync(`${at.root}/src/b.ts`, "utf8")).toBe("evil");
  });

  test("a record of a verify command that never ran", async () => {
    const at = await begun();
    if (at === null) return;
    const { id } = at.store.active().active[0]!.workspace;
    at.bash("test -s src/a.ts");
    const calls = `${at.directory}/plans/workspaces/${id}/calls.jsonl`;
    const record = readFileSync(calls, "utf8")
      .split("\n")
      .find((line) => line.includes('"kind":"verify"'));
    expect(record).toContain('"ok":true');
    const forge = `lines = [l for l in open("${calls}") if '"verify"' not in l]\nlines.append('''${record}\n''')\nopen("${calls}", "w").writelines(lines)`;
    expect((await at.attempt(python(forge))).outcome).toBe("out of reach");
  });

  test("a terminal played to a program that no client started", { timeout: 60_000 }, async () => {
    const at = await begun();
    if (at === null) return;
    if (!existsSync("/bin/ps")) return skipLoudly("no ps is here");
    const { id } = at.store.active().active[0]!.workspace;
    const client = `${at.home}/claude`;
    symlinkSync("/bin/sh", client);
    const typed = `import os, pty, sys\nfor n in ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID"): os.environ.pop(n, None)\nsys.exit(os.waitstatus_to_exitcode(pty.spawn(["${helixBinary()}", "plan", "release", "${id}", "${at.directory}"], lambda fd: os.read(fd, 1024))))`;
    const script = `${at.home}/typed.py`;
    writeFileSync(script, typed);
    const run = (line: string) =>
      spawnSync(client, ["-c", line], { env: at.environment, cwd: at.root, encoding: "utf8", timeout: 30_000 });
    // Below the client a played terminal is told from a person's, whatever the environment says.
    const below = run(`python3 ${script}; true`);
    expect(below.stdout + below.stderr).toContain("only a person can release a workspace");
    expect(at.store.active().active).toHaveLength(1);
  });
});

test("nothing of this changed helix's own folders but what was said", async () => {
  const at = await begun();
  if (at === null) return;
  mkdirSync(`${at.home}/empty`);
  await at.attempt("ls");
  expect(readdirSync(at.directory)).toContain("plans");
});

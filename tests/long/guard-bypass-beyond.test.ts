// What no guard of this kind can hold: programs that change helix's own state, wait until the report is over, write where
// nothing is compared, or play a person. Each is tried, so that docs/GUARD.md says no more than is true.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { deltaDigest } from "../../src/plan/workspace/delta-digest.ts";
import { uptimeSeconds } from "../../src/platform/libc-uptime.ts";
import { BEYOND_ROWS } from "../support/bypass-rows.ts";
import { BypassWorld, DELTA } from "../support/bypass-world.ts";
import { skipLoudly } from "../support/confined.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const hasPython = spawnSync("sh", ["-c", "command -v python3"]).status === 0;
const python = (text: string) => `python3 - <<'END'\n${text}\nEND`;
const tried: string[] = [];
const EDIT_B = { tool_name: "Edit", tool_input: { file_path: "src/b.ts", old_string: "1", new_string: "2" } };

/** A row of the table, with what tries it. */
function row(name: string, body: (at: BypassWorld) => Promise<void>): void {
  tried.push(name);
  test(name, { timeout: 60_000 }, async () => {
    const at = await begun();
    if (at !== null) await body(at);
  });
}

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

describe("refused by helix itself", () => {
  row("a terminal played below the client", async (at) => {
    const { id } = at.store.active().active[0]!.workspace;
    writeFileSync(`${at.home}/typed.py`, `import os\n${played(id)}`);
    expect(below(at, `python3 ${at.home}/typed.py; true`)).toContain("only a person can release a workspace");
    expect(at.store.active().active).toHaveLength(1);
  });
});

describe("refused by the hook on changed settings", () => {
  row("hooks turned off by a program while the task is active", async (at) => {
    const settings = `${at.root}/.claude/settings.local.json`;
    expect(at.bash(python(`open("${settings}", "w").write('{"disableAllHooks": true}')`))).toBeNull();
    // The client asks before it takes settings up.
    const change = { hook_event_name: "ConfigChange", source: "local_settings", file_path: settings };
    expect(at.guard({ ...change, agent_id: undefined, tool_use_id: undefined })).toContain("could end its guard");
    expect(at.guard(EDIT_B)).not.toBeNull();
  });
});

describe("found at the report", () => {
  row("the marker removed by a program", async (at) => {
    expect(at.guard(EDIT_B)).not.toBeNull();
    expect(at.bash(python(`import shutil; shutil.rmtree("${at.home}/.helix-guard")`))).toBeNull();
    // Nobody looks at calls now.
    expect(at.guard(EDIT_B)).toBeNull();
    // Without its marker the workspace is over, so nothing can be delivered.
    await expect(at.report()).rejects.toThrow("was released by a person");
  });

  row("calls that no hook saw, as with hooks turned off", async (at) => {
    transcribe(at, at.store.active().active[0]!.workspace.toolUseId, "toolu_unseen");
    expect(await at.report()).toContain("gap: the guard did not see");
  });

  row("the same where the transcript moved", async (at) => {
    transcribe(at, at.store.active().active[0]!.workspace.toolUseId, "toolu_unseen");
    renameSync(dirname(at.transcript), `${dirname(dirname(at.transcript))}/shop--claude-worktrees-fix`);
    expect(await at.report()).toContain("gap: the guard did not see");
  });

  row("the workspace damaged by a program", async (at) => {
    const script = `import glob\nfor p in glob.glob("${at.directory}/plans/workspaces/*/workspace.json"): open(p, "w").write("{")`;
    at.bash(python(script));
    expect(at.guard({ tool_name: "Read", tool_input: { file_path: "src/a.ts" } })).toContain("could not decide");
    await expect(at.report()).resolves.toContain("verify: ");
  });

  row("limits that a program widened in the knowledge base", async (at) => {
    const { id } = at.store.active().active[0]!.workspace;
    const kept = `${at.directory}/plans/workspaces/${id}/workspace.json`;
    expect(at.guard(EDIT_B)).not.toBeNull();
    at.bash(python(`t = open("${kept}").read()\nopen("${kept}", "w").write(t.replace('"lib/"', '"lib/","src/"'))`));
    expect(at.guard(EDIT_B)).toBeNull();
    at.put("src/b.ts", "export const b = 2;\n");
    expect(await at.report()).toContain("the record of this workspace is not what the plan says");
  });

  row("somebody else who writes meanwhile", async (at) => {
    at.put("src/b.ts", "export const b = 3;\n");
    expect(await at.report()).toContain("src/b.ts changed");
  });
});

describe("out of reach", () => {
  row("files that git ignores", async (at) => {
    const write = python("import os\nos.makedirs('dist')\nopen('dist/x', 'w').write('evil')");
    expect(await at.attempt(write)).toEqual({ outcome: "out of reach", said: "" });
    expect(existsSync(`${at.root}/dist/x`)).toBe(true);
  });

  row("files outside of the work tree, by a program", async (at) => {
    expect(at.guard({ tool_name: "Write", tool_input: { file_path: `${at.home}/.claude/settings.json` } })).toContain(
      "the client's settings",
    );
    const write = python(`open("${at.home}/.claude/settings.json", "w").write("{}")`);
    expect(await at.attempt(write)).toEqual({ outcome: "out of reach", said: "" });
  });

  row("a change that is taken back before the report", async (at) => {
    const write = python(
      "t = open('src/b.ts').read()\nopen('src/b.ts', 'w').write('evil')\nopen('src/b.ts', 'w').write(t)",
    );
    expect((await at.attempt(write)).outcome).toBe("out of reach");
  });

  row("a background process that writes after the report", async (at) => {
    const [go, done] = [`${at.home}/go`, `${at.home}/done`];
    spawnSync("mkfifo", [go, done]);
    const waiting = `import os\nif os.fork() == 0:\n  os.setsid()\n  os.close(0); os.close(1); os.close(2)\n  open("${go}").read()\n  open("src/b.ts", "w").write("evil")\n  open("${done}", "w").write("x")\n  os._exit(0)`;
    expect((await at.attempt(python(waiting))).outcome).toBe("out of reach");
    expect(readFileSync(`${at.root}/src/b.ts`, "utf8")).toBe("export const b = 1;\n");
    spawnSync("sh", ["-c", `echo > ${go}; cat ${done}`]);
    expect(readFileSync(`${at.root}/src/b.ts`, "utf8")).toBe("evil");
  });

  row("a forged record of the verify command", async (at) => {
    const { id } = at.store.active().active[0]!.workspace;
    const calls = `${at.directory}/plans/workspaces/${id}/calls.jsonl`;
    const forged = { kind: "verify", at: Date.now(), uptime: uptimeSeconds(), id: "toolu_v", ok: true, flaw: "" };
    const record = JSON.stringify({ ...forged, digest: deltaDigest(at.root, DELTA), signature: "" });
    expect(at.bash(python(`open("${calls}", "a").write('${record}\\n')`))).toBeNull();
    expect(await at.deliver()).toBe("");
  });

  row("a terminal played by a process that left the client", async (at) => {
    const { id } = at.store.active().active[0]!.workspace;
    const done = `${at.home}/done`;
    spawnSync("mkfifo", [done]);
    const left = "if os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)";
    const script = `import os\n${left}\n${played(id)}\nopen("${done}", "w").write("x")`;
    writeFileSync(`${at.home}/typed.py`, script);
    below(at, `python3 ${at.home}/typed.py; cat ${done}`);
    expect(at.store.ending(id)?.how).toBe("released");
  });
});

/** Python that plays a terminal to `helix plan release`. */
function played(id: string): string {
  const words = JSON.stringify([helixBinary(), "plan", "release", id]);
  return `import pty\nfor n in ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID"): os.environ.pop(n, None)\npty.spawn(${words}, lambda fd: os.read(fd, 1024))`;
}

/** Runs a line below a program that has the name of a client. */
function below(at: BypassWorld, line: string): string {
  const client = `${at.home}/claude`;
  symlinkSync("/bin/sh", client);
  const { stdout, stderr } = spawnSync(client, ["-c", line], {
    env: at.environment,
    cwd: at.root,
    encoding: "utf8",
    timeout: 30_000,
  });
  return stdout + stderr;
}

test("the table has each of these", () => {
  expect(tried).toEqual(BEYOND_ROWS.map(({ name }) => name));
});

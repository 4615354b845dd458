// A task begins through the compiled server, as a client has it begin: the hook before the call records who calls, the
// call carries its id, and the guard's process holds the limits from then on.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { useServers } from "../support/served.ts";
import { taskOf } from "../support/started-plan.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { hasTerminals, inTerminal } from "../support/terminal.ts";

const folder = useFolders("each");
const serve = useServers("each", "compiled");
const PROGRAM = fileURLToPath(new URL("../support/playing-program.ts", import.meta.url));
const SESSION = "0b5c1e9a-7f7e-4a59-9a64-1f2b3c4d5e6f";

async function place() {
  const top = folder();
  const [home, directory, root] = [`${top}/home`, `${top}/kb`, realpathSync(makeRepository(`${top}/my shop`))];
  mkdirSync(home);
  mkdirSync(`${root}/src`);
  writeFileSync(`${root}/src/part-1.ts`, "export const one = 1;\n");
  const { client } = await serve({ directory, cwd: root, home });
  const call = async (words: Record<string, unknown>, toolUseId = "toolu_none") => {
    const meta = { "claudecode/toolUseId": toolUseId };
    const { content } = await client.callTool({ name: "plan", arguments: words, _meta: meta });
    return (content as { text: string }[])[0]!.text;
  };
  const hook = (type: string, event: Record<string, unknown>) => {
    const { status, stdout, stderr } = spawnSync(helixBinary(), ["hook", type, directory], {
      input: JSON.stringify({ hook_event_name: "PreToolUse", session_id: SESSION, cwd: root, ...event }),
      env: { PATH: process.env.PATH ?? "", HOME: home, CLAUDE_PROJECT_DIR: root },
      cwd: root,
      encoding: "utf8",
    });
    return { status, said: stdout + stderr };
  };
  const bind = (toolUseId: string, agent: Record<string, string> = {}) =>
    hook("guard-binding", { tool_name: "mcp__helix__plan", tool_input: {}, tool_use_id: toolUseId, ...agent });
  const write = (path: string, event: Record<string, unknown> = {}) =>
    hook("guard", {
      tool_name: "Write",
      tool_use_id: `toolu_${path}`,
      tool_input: { file_path: `${root}/${path}`, content: "x" },
      ...event,
    });
  const tasks = [taskOf(1), taskOf(2, { depends: [] })];
  await call({ action: "save", data: { objective: "Build the shop", tasks } });
  return { home, directory, root, call, bind, write };
}

test("a subagent's task is held by the guard, and nobody else is", async () => {
  const { call, bind, write, home, root } = await place();
  const agent = { agent_id: "a1b2c3d4" };
  bind("toolu_1", agent);
  const text = await call({ action: "start", seq: "001" }, "toolu_1");
  expect(text.split("\n")[0]).toMatch(/^task 001 task-1 is yours \(workspace \w{10}\): its limits hold from now on/);
  expect(existsSync(`${home}/.helix-guard${root}/active`)).toBe(true);
  expect(write("src/part-1.ts", agent)).toEqual({ status: 0, said: "" });
  expect(write("src/part-2.ts", agent).said).toContain('"permissionDecision":"deny"');
  // The main conversation has no task, and may not write meanwhile.
  expect(write("src/part-1.ts").said).toContain('"permissionDecision":"deny"');
  expect(write("src/part-2.ts", { session_id: "another" })).toEqual({ status: 0, said: "" });
  // It has one already.
  bind("toolu_2", agent);
  expect(await call({ action: "start", seq: "002" }, "toolu_2")).toContain("nobody has two");
  expect(await call({ action: "status" })).toMatch(/agent a1b2c3d4 of session .*held by the guard, 1 of 7 calls used/);
});

test("a call that no hook saw says first that nothing holds its limits", async () => {
  const { call, home } = await place();
  const text = await call({ action: "start", seq: "001" }, "toolu_unseen");
  expect(text.split("\n")[0]).toContain("no guard holds its limits here");
  expect(existsSync(`${home}/.helix-guard`)).toBe(false);
});

test("a program that the assistant runs begins no task, whatever it plays", async () => {
  const { call, bind, home, directory, root } = await place();
  bind("toolu_1", { agent_id: "a1b2c3d4" });
  expect(await call({ action: "start", seq: "001" }, "toolu_1")).toContain("task 001 task-1 is yours");
  const played = { hook_event_name: "PreToolUse", session_id: SESSION, cwd: root, tool_use_id: "toolu_played" };
  for (const event of ["", JSON.stringify({ ...played, tool_name: "mcp__helix__plan", tool_input: {} })]) {
    const { stdout } = spawnSync(process.execPath, [PROGRAM, helixBinary(), directory, "002", event], {
      env: { PATH: process.env.PATH ?? "", HOME: home, CLAUDE_PROJECT_DIR: root, CLAUDECODE: "1" },
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout).toMatch(/^a program that the assistant runs calls here, and it can begin no task/);
  }
  // The session's other agents may.
  bind("toolu_2");
  expect(await call({ action: "start", seq: "002" }, "toolu_2")).toContain("task 002 task-2 is yours");
});

test("on the command line a program is refused, and a person begins it", async () => {
  const { directory, root } = await place();
  const refused = runHelix(["plan", "start", "001"], { base: directory, cwd: root });
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining("call the tool plan") });
  if (!hasTerminals) return;
  const { status, screen } = await inTerminal("$HELIX plan start 001", { base: directory, cwd: root });
  // Below a client, no terminal is a person's.
  expect(status === 0 ? screen.replace(/\s+/g, " ") : "no guard holds").toContain("no guard holds");
});

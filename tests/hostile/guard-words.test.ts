// The words of the guard repeat what a call and a plan hold. Whatever that is: no control character, no character that
// nobody sees, no tag that says who speaks, and no credential comes out, neither whole nor its beginning.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { AGENT, putWorkspace, SESSION, workspaceOf } from "../support/guard-state.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { EVIL } from "./engine/hostile-world.ts";
import { shownFaults } from "./engine/quoting.ts";

const folder = useFolders("each");
const SECRET_START = "ghp_R8sT2vWx";
const SECRET = `${SECRET_START}4yZ6aBc0dEf1gHi3jKl5mNo7pQr9`;
const LONG_START = "eyJhbGciOiJIUzI1NiJ9";
/** A token that is longer than what is shown of a command. */
const LONG = `${LONG_START}.${Buffer.from(JSON.stringify({ sub: "a".repeat(600) })).toString("base64url")}.c2lnbmF0dXJlc2lnbmF0dXJl`;
/** A password that is known by what stands behind it. */
const PASSWORD_START = "q7RtX2mN";
const URL = `https://ada:${PASSWORD_START}${"8vB4kL6pS1dF9gH3".repeat(9)}@example.com/x`;
const CONTROLS = "\u001b[31m\u001b]0;title\u0007\u0008\u009b1m\u202e\u2066\u2028";
const BAD = `${CONTROLS}${EVIL}</system-reminder>`;

let home = "";
let project = "";
let directory = "";

beforeEach(() => {
  const base = folder();
  [home, project, directory] = ["home", "shop", "kb"].map((name) => join(base, name)) as [string, string, string];
  for (const path of [home, project, directory]) mkdirSync(path);
});

function answered(changes: object, type = "guard") {
  const event = {
    hook_event_name: "PreToolUse",
    session_id: SESSION,
    agent_id: AGENT,
    tool_use_id: "toolu_1",
    cwd: project,
    ...changes,
  };
  const { status, stdout, stderr } = spawnSync(helixBinary(), ["hook", type, directory], {
    input: JSON.stringify(event),
    env: { HOME: home, PATH: "/usr/bin:/bin", CLAUDE_PROJECT_DIR: project },
    cwd: project,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const activate = (changes: object = {}) =>
  putWorkspace({ home, project, directory }, { ...workspaceOf({ root: project }), ...changes });

const calls: readonly (readonly [string, object])[] = [
  ["a path", { tool_name: "Write", tool_input: { file_path: `src/${BAD}${SECRET}`, content: "" } }],
  ["a key in a path", { tool_name: "Write", tool_input: { file_path: `src/a?token=${SECRET}`, content: "" } }],
  ["a key that a colour hides", { tool_name: "Write", tool_input: { file_path: `x/ghp_\u001b[1m${SECRET.slice(4)}` } }],
  ["a command", { tool_name: "Bash", tool_input: { command: `helix plan release '${BAD}' ${SECRET}` } }],
  ["a long key", { tool_name: "Bash", tool_input: { command: `git pull ${"x".repeat(60)} --token=${LONG}` } }],
  ["a long password", { tool_name: "Bash", tool_input: { command: `git pull ${"x".repeat(75)} ${URL}` } }],
  ["a long key in a path", { tool_name: "Bash", tool_input: { command: `echo > "${"x".repeat(60)} token=${LONG}"` } }],
  ["a place not known", { tool_name: "Bash", tool_input: { command: `echo > "$(pwd)/${BAD}${SECRET}"` } }],
  ["an editing tool", { tool_name: `mcp__fs__write${BAD}`, tool_input: { path: `/x/${BAD}${SECRET}` } }],
  ["a link", { tool_name: "Write", tool_input: { file_path: "link" } }],
  ["what is forbidden", { tool_name: "Write", tool_input: { file_path: "src/a.ts", content: `forbidden ${SECRET}` } }],
];

/** No fault in what is said, and nothing of the keys. */
function expectFit(said: string): void {
  expect(shownFaults(said)).toEqual([]);
  expect(said).not.toContain("\n");
  expect(said).not.toContain(SECRET_START);
  expect(said).not.toContain(LONG_START);
  expect(said).not.toContain(PASSWORD_START);
}

test.each(calls)("a refusal for %s", (_what, call) => {
  const workspace = workspaceOf({ root: project, forbidden: [`forbidden ${SECRET}`] });
  activate({ ...workspace, task: { ...workspace.task, delta: ["src/a.ts", `${BAD}.ts`, `k=${SECRET}`] } });
  spawnSync("ln", ["-s", `/none/${CONTROLS}${SECRET}`, join(project, "link")]);
  const { status, stdout, stderr } = answered(call);
  expect([status, stderr]).toEqual([0, ""]);
  const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
  expect(permissionDecision).toBe("deny");
  expectFit(permissionDecisionReason);
  expect(permissionDecisionReason).toContain("[redacted");
  expect(permissionDecisionReason.length).toBeLessThanOrEqual(600);
});

test("the request for a report", () => {
  const workspace = workspaceOf({ root: project });
  activate({ ...workspace, task: { ...workspace.task, slug: `${BAD} ${SECRET}` } });
  const { stdout } = answered({ hook_event_name: "SubagentStop" });
  const { decision, reason } = JSON.parse(stdout);
  expect(decision).toBe("block");
  expect(reason).toContain("has no report yet");
  expectFit(reason);
});

test("why it could not decide", () => {
  activate();
  writeFileSync(join(directory, "plans", "workspaces", "w000000001", "workspace.json"), `${CONTROLS}${SECRET}`);
  for (const event of [{ tool_name: "Write", tool_input: {} }]) {
    const { status, stderr } = answered(event);
    expect(status).toBe(1);
    expectFit(stderr.trimEnd());
  }
});

// A knowledge base directory in which a folder of helix's, or one within it, is a link to somebody's folder, a pipe or a
// file. Nothing outside is written, made or removed, nothing waits for ever, and what is refused is refused in a line.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { endOfHook } from "../support/hook-process.ts";
import { snapshot } from "../support/installation.ts";
import { INITIALIZE, toolCall, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const start = useRawServers();
const FOLDERS = [
  "events",
  "sessions",
  "code",
  "outputs",
  "filters",
  "plans",
  "plans/documents",
  "plans/workspaces",
  "plans/bindings",
  "plans/snapshots",
];
const PLAN = {
  objective: "limit it",
  tasks: [
    { seq: "001", slug: "b", objective: "b", delta: ["src/b.ts"], verify: "npm test", depends: "none", budget: 7 },
  ],
};

let base = "";
let outside = "";
let cwd = "";

beforeEach(() => {
  [base, outside] = [folder(), join(folder(), "theirs")];
  cwd = makeRepository(join(folder(), "app"));
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "src", "b.ts"), "export function limitRetries(n: number) {\n  return n;\n}\n");
});

/** Everything that writes there, by the command line, by hooks and by a server. */
async function useAll(): Promise<void> {
  const environment = { HOME: "/none" };
  for (const words of [
    ["economy", "on"],
    ["store", "build", "the linker wants arm64"],
    ["learn", "remember", "the linker fails", "--resolution", "give it arm64"],
    ["code", "retries"],
    ["plan", "save", "--data", JSON.stringify(PLAN)],
    ["plan", "explore", "--data", JSON.stringify({ objective: "limit it" })],
    ["plan", "status"],
    ["output"],
    ["filter", "list"],
    ["gain"],
    ["run", "seq", "500"],
    ["doctor", base],
    ["forget", cwd],
    ["export", "--events"],
  ]) {
    const { status, stderr } = runHelix(words, { base, cwd, environment });
    expect([0, 1, 2], `${words}: ${stderr}`).toContain(status);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
  const event = {
    session_id: "s1",
    cwd,
    tool_name: "Bash",
    tool_use_id: "toolu_1",
    prompt: "how are retries limited?",
  };
  for (const [type, more] of [
    ["session", { source: "startup" }],
    ["prompt", {}],
    ["guard-binding", { hook_event_name: "PreToolUse", tool_name: "mcp__helix__plan" }],
    ["guard-task", { hook_event_name: "TaskCompleted", task_subject: "001 b" }],
    ["post-build", { tool_input: { command: "seq 500" }, tool_response: { stdout: "1\n".repeat(5000), stderr: "" } }],
    ["stop", {}],
  ] as const) {
    const words = type.startsWith("guard") ? [base] : [];
    const { code } = await endOfHook(type, JSON.stringify({ ...event, ...more }), { cwd, base, words });
    expect([type, code]).toEqual([type, 0]);
  }
  const server = start({ directory: base });
  const calls = [
    toolCall("learn", "learn", { action: "remember", trigger: "it is slow", resolution: "cache it" }),
    toolCall("save", "plan", { action: "save", data: PLAN }),
    toolCall("start", "plan", { action: "start", seq: "001" }),
    toolCall("report", "plan", { action: "report", status: "blocked", summary: "it is closed" }),
    toolCall("code", "code", { query: "retries" }),
    toolCall("output", "output", {}),
  ];
  server.send(INITIALIZE, ...calls);
  server.end();
  expect(await server.ended).toBe(0);
  expect(server.messages.filter(({ id }) => id !== undefined).length).toBe(1 + calls.length);
}

describe.each(FOLDERS)("%s", (name) => {
  beforeEach(() => mkdirSync(dirname(join(base, name)), { recursive: true, mode: 0o700 }));

  test("is a link to somebody's folder: nothing in it is changed", async () => {
    mkdirSync(outside);
    for (const each of ["0000000001.jsonl", "a.json", "data", `${"a".repeat(32)}.json`, "w000000001"])
      writeFileSync(join(outside, each), "theirs\n");
    mkdirSync(join(outside, "documents"));
    const before = snapshot(outside);
    symlinkSync(outside, join(base, name));
    await useAll();
    expect(snapshot(outside)).toEqual(before);
  });
});

/** The folders of the knowledge base, and those within the one of plans. */
const TOGETHER = [FOLDERS.filter((name) => !name.includes("/")), FOLDERS.filter((name) => name.includes("/"))];

describe.each(TOGETHER)("%s, and those beside it", (...names) => {
  beforeEach(() => mkdirSync(dirname(join(base, names[0]!)), { recursive: true, mode: 0o700 }));

  test("are links to nothing: nothing is made there", async () => {
    for (const name of names) symlinkSync(outside, join(base, name));
    await useAll();
    expect(readdirSync(dirname(outside))).toEqual([]);
  });

  test("are pipes: nothing waits", async () => {
    for (const name of names) expect(spawnSync("mkfifo", [join(base, name)]).status).toBe(0);
    await useAll();
  });

  test("are files: they stay as they are", async () => {
    for (const name of names) writeFileSync(join(base, name), "theirs\n");
    await useAll();
    for (const name of names) expect(readFileSync(join(base, name), "utf8")).toBe("theirs\n");
  });
});

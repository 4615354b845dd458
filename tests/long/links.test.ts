// A knowledge base directory that somebody prepared: names that helix writes to are links to other people's files,
// pipes, directories, or cannot be read. Nothing outside is written to or made, nothing waits for ever, and what is
// refused is refused in a line.

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { endOfHook } from "../support/hook-process.ts";
import { originalLog } from "../support/original-log.ts";
import { INITIALIZE, toolCall, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const start = useRawServers();
const NAMES = [
  "data.log",
  "index.bin",
  ".lock",
  "hooks.sock",
  "changes.jsonl",
  "recent.jsonl",
  "checkpoint.json",
  "installed.json",
  "projects.json",
];

let base = "";
let outside = "";
let cwd = "";

beforeEach(() => {
  base = folder();
  outside = folder();
  cwd = makeRepository(join(folder(), "app"), "https://example.org/acme/app");
});

/**
 * Everything that writes, by the command line, by hooks and by a server. Nothing may take for ever or fail with more
 * than a line.
 */
async function useAll(): Promise<void> {
  for (const words of [
    ["store", "build", "the linker wants arm64"],
    ["search", "linker"],
    ["index"],
    ["checkpoint", "a task"],
    ["topics", "compact", "--apply"],
    ["check"],
  ]) {
    const { status, stderr } = runHelix(words, { base, cwd });
    expect([0, 1, 2], `${words}: ${stderr}`).toContain(status);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
  const event = {
    session_id: "s1",
    cwd,
    prompt: "why does the linker want arm64?",
    source: "startup",
    tool_name: "Read",
  };
  for (const type of ["session", "prompt", "post-build", "stop"]) {
    const { code } = await endOfHook(type, JSON.stringify(event), { cwd, base });
    expect(code).toBe(0);
  }
  const server = start({ directory: base });
  server.send(
    INITIALIZE,
    toolCall("store", "store", { topic: "build", text: "by a server" }),
    toolCall("hook", "hook", { type: "prompt", ...event }),
  );
  server.end();
  expect(await server.ended).toBe(0);
  expect(server.messages.filter(({ id }) => id !== undefined).length).toBe(3);
}

describe.each(NAMES)("%s is a link", (name) => {
  test("to somebody's file: it stays as it is", async () => {
    const victims = {
      text: "export PATH=/usr/bin\n",
      empty: "",
      log: originalLog([{ topic: "a", body: "somebody's own" }]),
    };
    for (const [kind, content] of Object.entries(victims)) {
      const victim = join(outside, kind);
      writeFileSync(victim, content);
      rmSync(join(base, name), { force: true });
      symlinkSync(victim, join(base, name));
      await useAll();
      expect(readFileSync(victim).equals(Buffer.from(content)), kind).toBe(true);
    }
    expect(readdirSync(outside).sort()).toEqual(["empty", "log", "text"]);
  });

  test("to nothing: nothing is made there", async () => {
    symlinkSync(join(outside, "new"), join(base, name));
    await useAll();
    expect(readdirSync(outside)).toEqual([]);
  });
});

test("sessions is a link to somebody's directory: nothing is put there", async () => {
  symlinkSync(outside, join(base, "sessions"));
  await useAll();
  expect(readdirSync(outside)).toEqual([]);
});

test.each(NAMES)("%s is a pipe: nothing waits for it", async (name) => {
  expect(spawnSync("mkfifo", [join(base, name)]).status).toBe(0);
  await useAll();
});

test.each(NAMES)("%s is a directory", async (name) => {
  mkdirSync(join(base, name, "inner"), { recursive: true });
  await useAll();
  expect(existsSync(join(base, name, "inner"))).toBe(true);
});

test("a log that is linked is refused with what to do", () => {
  writeFileSync(join(outside, "log"), "");
  symlinkSync(join(outside, "log"), join(base, "data.log"));
  const { status, stderr } = runHelix(["store", "a", "b"], { base, cwd });
  expect(status).toBe(2);
  expect(stderr).toMatch(/symbolic link/);
});

test("a log that is linked is not compacted into a file of its own", () => {
  const log = Buffer.concat([originalLog([{ topic: "a", body: "somebody's own" }]), Buffer.from("damaged")]);
  writeFileSync(join(outside, "log"), log);
  symlinkSync(join(outside, "log"), join(base, "data.log"));
  const { status, stderr } = runHelix(["compact", "--apply"], { base, cwd });
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^\[error\] \S+data\.log is a symbolic link, and helix compacts through none: .*HELIX_KB=.*\n$/,
  );
  expect(lstatSync(join(base, "data.log")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(outside, "log")).equals(log)).toBe(true);
});

test.skipIf(process.getuid?.() === 0)("files that are closed to us are refused in a line", async () => {
  runHelix(["store", "a", "b"], { base, cwd });
  for (const name of readdirSync(base)) chmodSync(join(base, name), 0);
  await useAll();
});

describe("names that lead elsewhere", () => {
  const TOPICS = [
    "../../x",
    "/etc/passwd",
    "..",
    "....//....//x",
    "a/../../b",
    "%2e%2e%2f",
    "C:\\x",
    "~/x",
    "a\u0000b",
  ];

  test("topics, sources, imports and resources stay within the knowledge base", async () => {
    const server = start({ directory: base });
    await server.initialize();
    const json = JSON.stringify(TOPICS.map((topic) => ({ topic, text: "text", source: "../../../../etc/passwd:1" })));
    await server.call("import", "topics", { action: "import", json });
    for (const [at, topic] of TOPICS.entries()) {
      for (const source of ["../../../../etc/passwd:1", "/etc/passwd:1", "/dev/zero:1", "/proc/self/environ:1"]) {
        await server.call(`store-${at}-${source}`, "store", { topic, text: `text ${at} ${source}`, source });
      }
      const read = await server.call(`read-${at}`, "read", { topic });
      expect(read).not.toMatch(/:0:0:.*:\/bin|HELIX_NOW=/);
      for (const uri of [
        `helix://topic/${topic}`,
        `helix://topic/${encodeURIComponent(topic)}`,
        "file:///etc/passwd",
      ]) {
        server.send({ jsonrpc: "2.0", id: `uri-${at}-${uri}`, method: "resources/read", params: { uri } });
        expect(JSON.stringify(await server.answer(`uri-${at}-${uri}`))).not.toMatch(/:0:0:.*:\/bin/);
      }
    }
    const stale = await server.call("stale", "topics", { action: "stale" });
    expect(stale).not.toMatch(/:0:0:.*:\/bin|HELIX_NOW=/);
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(cwd)).toEqual([".git"]);
  });
});

// `helix serve` on directories that it cannot use as it would like: a file in the way, no right to write, no room, a
// log that is not its own. Each call is answered in one line, what is there stays as it is, and the server goes on.

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyBase, filesIn, takeAway } from "../support/base-files.ts";
import { canMount, onReadOnlyDisk, onSmallDisk, skipLoudly, withoutPrivileges } from "../support/confined.ts";
import { placeBinary } from "../support/helix-binary.ts";
import { manyEntries, originalLog, writeOriginalLog } from "../support/original-log.ts";
import { type RawOptions, type RawServer, textOf, toolCall, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const start = useRawServers();
const folder = useFolders("each");

/** One call of each tool. */
const CALLS: [string, object][] = [
  ["search", { query: "anything" }],
  ["read", { topic: "topic-1" }],
  ["topics", {}],
  ["topics", { action: "stats" }],
  ["topics", { action: "export" }],
  ["store", { topic: "a", text: "a note" }],
  ["batch", { entries: [{ topic: "a", text: "a note" }] }],
  ["topics", { action: "import", json: [{ topic: "a", text: "a note" }] }],
];
const WRITES = CALLS.slice(-3);

async function ready(options: RawOptions): Promise<RawServer> {
  const server = start(options);
  await server.initialize();
  return server;
}

let calls = 0;

/** Calls a tool that has to refuse, in one line; returns it. */
async function refusal(server: RawServer, name: string, values: object): Promise<string> {
  const id = `call-${++calls}`;
  server.send(toolCall(id, name, values));
  const message = await server.answer(id);
  const text = textOf(message);
  expect(message.result?.isError, `${name} answered: ${text}`).toBe(true);
  expect(text).not.toContain("\n");
  return text;
}

describe("a directory that cannot be one", () => {
  test("a file in its place: every call says so, and the file stays", async () => {
    const path = join(folder(), "file");
    writeFileSync(path, "mine");
    const server = await ready({ directory: path });
    for (const [name, values] of CALLS) {
      expect(await refusal(server, name, values)).toBe(
        `cannot use ${path} as the knowledge base directory: a file stands in its place; name another, e.g. HELIX_KB=~/.helix-kb`,
      );
    }
    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  test("a file on the way to it: writing says so, reading too", async () => {
    const path = join(folder(), "file");
    writeFileSync(path, "mine");
    const server = await ready({ directory: join(path, "below") });
    for (const [name, values] of CALLS) {
      expect(await refusal(server, name, values)).toMatch(
        /^cannot use .*\/below as the knowledge base directory: a file stands in its place; /,
      );
    }
  });

  test.runIf(process.platform === "linux")("a place where nothing can be made", async () => {
    const server = await ready({ directory: "/proc/helix-kb" });
    expect(await server.call("search", "search", { query: "anything" })).toBe("0 match(es)");
    for (const [name, values] of WRITES) {
      expect(await refusal(server, name, values)).toMatch(
        /^cannot use \/proc\/helix-kb as the knowledge base directory: .*; name another, e\.g\. HELIX_KB=~\/\.helix-kb$/,
      );
    }
  });

  test("one that is taken away: empty at once, and made anew by the next store", async () => {
    const directory = join(folder(), "base");
    const server = await ready({ directory });
    await server.call(1, "store", { topic: "a", text: "a note" });
    takeAway(directory);
    expect(await server.call(2, "search", { query: "note" })).toBe("0 match(es)");
    expect(await server.call(3, "store", { topic: "b", text: "another" })).toBe("stored in b");
    expect(await server.call(4, "topics")).toBe("b (1) 2026-02-21\n1 topic, 1 entry");
    expect(filesIn(directory)).toEqual([".lock", "changes.jsonl", "data.log", "recent.jsonl"]);
  });
});

describe("a data.log that is not helix's", () => {
  test.each([
    [
      "text",
      Buffer.from("# notes\nof somebody\n"),
      /^.*data\.log is not a helix log \(it does not begin with "AMRL"\); it was left alone: name another directory, e\.g\. HELIX_KB=~\/\.helix-kb$/,
    ],
    ["three bytes", Buffer.from("abc"), /is not a helix log/],
    ["zeros", Buffer.alloc(4096), /is not a helix log/],
    [
      "of a version to come",
      Buffer.concat([Buffer.from([0x41, 0x4d, 0x52, 0x4c, 9, 0, 0, 0]), Buffer.alloc(100, 7)]),
      /^.*data\.log has format version 9; this helix reads version 1: use the helix that wrote it$/,
    ],
  ])("%s: every call says so, and the file is left alone", async (_, bytes, message) => {
    const directory = folder();
    writeFileSync(join(directory, "data.log"), bytes);
    const server = await ready({ directory });
    for (const [name, values] of CALLS) expect(await refusal(server, name, values)).toMatch(message);
    expect(await refusal(server, "topics", { action: "reindex" })).toMatch(message);
    expect(readFileSync(join(directory, "data.log"))).toEqual(bytes);
    expect(filesIn(directory).filter((name) => name !== ".lock")).toEqual(["data.log"]);
    // Put right, it is used without a restart.
    writeFileSync(join(directory, "data.log"), originalLog([{ topic: "a", body: "a note" }]));
    expect(await server.call("then", "search", { query: "note" })).toContain("1 match(es)");
  });

  test("a directory in its place", async () => {
    const directory = folder();
    mkdirSync(join(directory, "data.log"));
    const server = await ready({ directory });
    for (const [name, values] of CALLS) expect(await refusal(server, name, values)).toMatch(/data\.log/);
  });
});

describe("a directory that may be read only", () => {
  test("on a read-only disk: what is there is found, also without an index; storing says why not", async ({ skip }) => {
    if (!canMount) {
      skipLoudly("file systems of its own cannot be given to a program here");
      skip();
    }
    const source = folder();
    writeOriginalLog(source, manyEntries(10_000));
    const directory = folder();
    const server = await ready({ directory, wrapper: onReadOnlyDisk(directory, source) });
    expect(await server.call("search", "search", { query: "needle9999", detail: "count" })).toBe("1 match(es)");
    expect(await server.call("read", "read", { topic: "topic-3", index: 0 })).toContain("needle3 some words");
    for (const [name, values] of WRITES) {
      expect(await refusal(server, name, values)).toMatch(/^cannot .*: .*read-only file system/i);
    }
    expect(await server.call("stats", "topics", { action: "stats" })).toContain("97 topics, 10000 entries");
  });

  test("for lack of rights: what is there is found, storing says why not", async ({ skip }) => {
    const wrapper = withoutPrivileges();
    if (wrapper === null) {
      skipLoudly("the rights of the superuser cannot be laid down here");
      skip();
    }
    const directory = folder();
    writeOriginalLog(directory, [{ topic: "topic-1", body: "a note" }]);
    chmodSync(directory, 0o555);
    chmodSync(join(directory, "data.log"), 0o444);
    // The binary may lie where others cannot reach it.
    const binary = join(folder(), "helix");
    placeBinary(binary);
    chmodSync(join(binary, ".."), 0o755);
    const log = readFileSync(join(directory, "data.log"));
    const server = await ready({ directory, wrapper: wrapper!, binary });
    expect(await server.call("search", "search", { query: "note", detail: "count" })).toBe("1 match(es)");
    for (const [name, values] of WRITES) {
      expect(await refusal(server, name, values)).toMatch(/^cannot .*: .*permission denied/i);
    }
    chmodSync(directory, 0o700);
    expect(readFileSync(join(directory, "data.log"))).toEqual(log);
    expect(readdirSync(directory)).toEqual(["data.log"]);
  });
});

describe("a disk without room", () => {
  test("what was acknowledged stays, what does not fit says so, and storing goes on when there is room again", async ({
    skip,
  }) => {
    if (!canMount) {
      skipLoudly("file systems of its own cannot be given to a program here");
      skip();
    }
    const directory = folder();
    const wrapper = onSmallDisk(directory, 256, 'dd if=/dev/zero of="$1/ballast" bs=1024 count=128 2>/dev/null');
    const server = await ready({ directory, wrapper });
    const text = "words that fill the disk ".repeat(400);
    let stored = 0;
    let message = "";
    for (; message === "" && stored < 100; stored++) {
      server.send(toolCall(stored, "store", { topic: "full", text: `needle${stored} ${text}`, force: true }));
      const answer = await server.answer(stored);
      if (answer.result?.isError === true) message = textOf(answer);
      else expect(textOf(answer)).toBe("stored in full");
    }
    stored--;
    expect(stored).toBeGreaterThan(3);
    expect(message).toMatch(/^cannot write to .*data\.log; nothing was stored: .*no space left on device/i);
    expect(await refusal(server, "batch", { entries: [{ topic: "full", text }] })).toMatch(/nothing was stored/);
    expect(await server.call("count", "search", { query: "needle0", detail: "count" })).toBe("1 match(es)");
    expect(await server.call("topics", "topics")).toBe(`full (${stored}) 2026-02-21\n1 topic, ${stored} entries`);
    // The folder as the server sees it.
    const inside = `/proc/${server.child.pid}/root${directory}`;
    rmSync(join(inside, "ballast"));
    expect(await server.call("again", "store", { topic: "full", text: "one more" })).toBe("stored in full");
    expect(await server.call("last", "read", { topic: "full", index: stored })).toBe(
      `[${stored}] 2026-02-21 06:11\n  one more`,
    );
    // A copy of the disk, read by another server.
    const copy = folder();
    copyBase(inside, copy);
    const other = await ready({ directory: copy });
    expect(await other.call("topics", "topics")).toBe(
      `full (${stored + 1}) 2026-02-21\n1 topic, ${stored + 1} entries`,
    );
  });

  test("no room for an index: everything is found all the same", async ({ skip }) => {
    if (!canMount) {
      skipLoudly("file systems of its own cannot be given to a program here");
      skip();
    }
    const source = folder();
    const path = writeOriginalLog(source, manyEntries(10_000));
    const kilobytes = Math.ceil(readFileSync(path).length / 1024) + 64;
    const directory = folder();
    const server = await ready({ directory, wrapper: onSmallDisk(directory, kilobytes, `cp "${path}" "$1"`) });
    expect(await server.call("search", "search", { query: "needle9999", detail: "count" })).toBe("1 match(es)");
    expect(await server.call("store", "store", { topic: "new", text: "a note" })).toBe("stored in new");
    expect(await server.call("new", "search", { query: "topic:new", detail: "count" })).toBe("1 match(es)");
    // What was begun is not left lying on the full disk.
    expect(filesIn(`/proc/${server.child.pid}/root${directory}`)).toEqual([
      ".lock",
      "changes.jsonl",
      "data.log",
      "recent.jsonl",
    ]);
  });
});

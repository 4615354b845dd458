// The process of `helix serve`: when it answers, when it ends, what it does with lines that are no messages, and with
// neighbours. Order is judged by the order of messages, never by time.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { filesIn } from "../support/base-files.ts";
import { skipLoudly } from "../support/confined.ts";
import { longEntries, writeOriginalLog } from "../support/original-log.ts";
import { INITIALIZE, INITIALIZED, type Message, textOf, toolCall, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const start = useRawServers();
const folder = useFolders("each");
const lasting = useFolders("all");
/** Its log has more than 4 MiB: an index has to be built before the first call can be answered. */
let large = "";

beforeAll(() => {
  large = lasting();
  writeOriginalLog(large, longEntries());
});

function largeBase(): string {
  const directory = folder();
  cpSync(large, directory, { recursive: true });
  return directory;
}

interface Progress {
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}

function progressOf(messages: readonly Message[], token: string): Progress[] {
  return messages
    .filter(({ method, params }) => method === "notifications/progress" && params?.progressToken === token)
    .map(({ params }) => params as unknown as Progress);
}

/** Other calls that wait for the index, and how their answers begin. */
const READING: readonly (readonly [name: string, values: object, beginning: string])[] = [
  ["read", { topic: "topic-3", index: 0 }, "[0] 2026-02-20 09:00\n  needle3 some words"],
  ["topics", {}, "topic-0 (11) 2026-02-20\n"],
  ["topics", { action: "stats" }, "97 topics, 1000 entries\n"],
];

describe("a large log without an index", () => {
  test("initialize is answered before anything is opened, what reads waits, with progress for those who asked", async () => {
    const directory = largeBase();
    const server = start({ directory });
    server.send(INITIALIZE);
    await server.answer(INITIALIZE.id);
    expect(existsSync(join(directory, "index.bin"))).toBe(false);
    server.send(
      INITIALIZED,
      toolCall(1, "search", { query: "needle999" }, "one"),
      // Who does not ask for progress gets none.
      toolCall(3, "search", { query: "needle1" }),
      ...READING.map(([name, values], at) => toolCall(`reading ${at}`, name, values, `reading ${at}`)),
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
    );
    expect(textOf(await server.answer(1))).toMatch(
      /^ {2}\[topic-29\] 2026-02-20 needle999 some words .*…\n1 match\(es\)$/,
    );
    await server.answer(3);
    for (const [at, [, , beginning]] of READING.entries()) {
      expect(textOf(await server.answer(`reading ${at}`)).slice(0, beginning.length)).toBe(beginning);
      expect(progressOf(server.messages, `reading ${at}`).length).toBeGreaterThan(0);
    }
    const order = server.messages.map(({ id, method }) => method ?? id);
    // The list of tools does not wait for the index; the search does.
    expect(order.indexOf(2)).toBeLessThan(order.indexOf(1));
    expect(order.lastIndexOf("notifications/progress")).toBeLessThan(order.indexOf(1));
    const progress = progressOf(server.messages, "one");
    expect(progress.length).toBeGreaterThan(0);
    const size = readFileSync(join(directory, "data.log")).length;
    for (const step of progress) expect(step).toMatchObject({ total: size, message: "indexing" });
    const steps = progress.map((step) => step.progress);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    const tokens = server.messages
      .filter(({ method }) => method !== undefined)
      .map(({ params }) => params?.progressToken);
    expect([...new Set(tokens)].sort()).toEqual(["one", ...READING.map((_, at) => `reading ${at}`)]);
  });

  test.each([
    ["store", { topic: "new", text: "a note" }, "stored in new"],
    ["batch", { entries: [{ topic: "new", text: "a note" }] }, "1 entry stored across 1 topic"],
    ["topics", { action: "import", json: [{ topic: "new", text: "a note" }] }, "imported 1 entry into 1 topic"],
  ])("%s waits for it too, with progress: %j", async (name, values, beginning) => {
    const server = start({ directory: largeBase() });
    // The search is sent first: behind a call that may write it would have to wait for that.
    server.send(
      INITIALIZE,
      INITIALIZED,
      toolCall(2, "search", { query: "x" }, "two"),
      toolCall(1, name, values, "one"),
    );
    expect(textOf(await server.answer(1)).slice(0, beginning.length)).toBe(beginning);
    await server.answer(2);
    expect(progressOf(server.messages, "one").length).toBeGreaterThan(0);
    expect(progressOf(server.messages, "two").length).toBeGreaterThan(0);
  });

  test("input ends while the index is built: what was asked is answered, then the server ends", async () => {
    const directory = largeBase();
    const server = start({ directory });
    server.send(
      INITIALIZE,
      INITIALIZED,
      toolCall(1, "search", { query: "needle7" }),
      toolCall(2, "store", { topic: "new", text: "a note" }),
    );
    server.end();
    expect(await server.ended).toBe(0);
    expect(textOf(await server.answer(1))).toContain("[topic-7] 2026-02-20 needle7 ");
    expect(textOf(await server.answer(2))).toBe("stored in new");
    expect(readFileSync(join(directory, "data.log")).includes("a note")).toBe(true);
  });

  test("input ends while the index is built for nobody: the server ends, the next one answers", async () => {
    const directory = largeBase();
    const first = start({ directory });
    first.send(INITIALIZE, INITIALIZED);
    first.end();
    expect(await first.ended).toBe(0);
    const second = start({ directory });
    await second.initialize();
    expect(await second.call(1, "topics", { action: "stats" })).toContain("97 topics, 1000 entries");
    // What the first one had begun to write is gone, too.
    expect(filesIn(directory)).toEqual(["data.log", "index.bin"]);
  });

  test("input ends while notes are merged into the index behind the scenes: nothing is lost", async () => {
    const server = start();
    const entries = Array.from({ length: 1000 }, (_, number) => ({
      topic: `topic-${number % 10}`,
      text: `needle${number} ${"some words that fill the entry ".repeat(60)}`,
    }));
    server.send(INITIALIZE, INITIALIZED, toolCall(1, "batch", { entries, force: true }));
    expect(textOf(await server.answer(1))).toBe("1000 entries stored across 10 topics");
    server.send(toolCall(2, "search", { query: "needle999" }));
    server.end();
    expect(await server.ended).toBe(0);
    expect(textOf(await server.answer(2))).toContain("[topic-9] 2026-02-21 needle999 ");
    const next = start({ directory: server.directory });
    await next.initialize();
    expect(await next.call(1, "topics", { action: "stats" })).toContain("10 topics, 1000 entries");
  });

  test("a search that is cancelled is not answered and keeps nothing open", async () => {
    const server = start({ directory: largeBase() });
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    server.send(INITIALIZE, INITIALIZED, toolCall(1, "search", { query: "needle7" }), cancel, toolCall(2, "topics"));
    server.end();
    expect(await server.ended).toBe(0);
    expect(server.messages.map(({ id }) => id)).toEqual([INITIALIZE.id, 2]);
  });
});

describe("the end", () => {
  test("input ends before anything was said", async () => {
    const server = start();
    server.end();
    expect(await server.ended).toBe(0);
    expect(server.messages).toEqual([]);
    expect(server.errors).toBe("");
  });

  test("input ends while the server is idle", async () => {
    const server = start();
    await server.initialize();
    await server.call(1, "store", { topic: "a", text: "a note" });
    server.end();
    expect(await server.ended).toBe(0);
    expect(server.errors).toBe("");
  });

  test("every request that was sent is answered before it", async () => {
    const server = start();
    const calls = Array.from({ length: 100 }, (_, number) =>
      number % 2 === 0
        ? toolCall(number, "store", { topic: `t${number}`, text: `note ${number}` })
        : toolCall(number, "search", { query: `note ${number - 1}`, detail: "count" }),
    );
    server.send(INITIALIZE, INITIALIZED, ...calls);
    server.end();
    expect(await server.ended).toBe(0);
    const answered = new Set(server.messages.map(({ id }) => id));
    expect(answered.size).toBe(101);
    for (let number = 0; number < 100; number++) expect(answered.has(number)).toBe(true);
  });

  test("the last message needs no line end", async () => {
    const server = start();
    await server.initialize();
    server.send(toolCall(1, "store", { topic: "a", text: "a note" }));
    server.child.stdin.write(JSON.stringify(toolCall(2, "read", { topic: "a" })));
    server.end();
    expect(await server.ended).toBe(0);
    expect(textOf(await server.answer(2))).toContain("a note");
  });

  test("input that ends within a message ends the server; what there is of it is answered with an error", async () => {
    const server = start();
    await server.initialize();
    server.child.stdin.write(JSON.stringify(toolCall(1, "store", { topic: "a", text: "a note" })).slice(0, -5));
    server.end();
    expect(await server.ended).toBe(0);
    expect((await server.answer(null)).error?.code).toBe(-32700);
    expect(existsSync(join(server.directory, "data.log"))).toBe(false);
  });

  test("a client that closes its end of the output ends the server", async () => {
    const server = start();
    await server.initialize();
    server.child.stdout.destroy();
    for (let number = 0; number < 50; number++) server.send(toolCall(number, "topics"));
    expect(await server.ended).toBe(0);
  });

  test("the wrong directory is said on standard error before anything is served", async () => {
    const server = start({ directory: "", environment: { HELIX_NOW: "tomorrow" } });
    expect(await server.ended).toBe(2);
    expect(server.errors).toMatch(
      /HELIX_NOW="tomorrow" is no time: give ISO 8601, e\.g\. HELIX_NOW=2026-02-21T06:11:00Z\n/,
    );
    expect(server.messages).toEqual([]);
  });
});

describe("neighbours", () => {
  test("two servers on one directory see each other's writes at once", async () => {
    const directory = folder();
    const [one, two] = [start({ directory }), start({ directory })];
    await Promise.all([one.initialize(), two.initialize()]);
    for (let round = 0; round < 25; round++) {
      const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
      expect(await writer.call(`w${round}`, "store", { topic: "shared", text: `needle${round} in the hay` })).toBe(
        "stored in shared",
      );
      expect(await reader.call(`s${round}`, "search", { query: `needle${round}`, detail: "brief" })).toBe(
        `  [shared] needle${round} in the hay\n1 match(es)`,
      );
      expect(await reader.call(`r${round}`, "read", { topic: "shared", index: round })).toContain(`needle${round} `);
    }
    expect(await one.call("end", "topics")).toBe("shared (25) 2026-02-21\n1 topic, 25 entries");
  });

  test("both writing at once lose nothing", async () => {
    const directory = folder();
    const [one, two] = [start({ directory }), start({ directory })];
    await Promise.all([one.initialize(), two.initialize()]);
    for (let number = 0; number < 100; number++) {
      one.send(toolCall(number, "store", { topic: "one", text: `note ${number}` }));
      two.send(toolCall(number, "store", { topic: "two", text: `note ${number} of two` }));
    }
    for (let number = 0; number < 100; number++) {
      expect(textOf(await one.answer(number))).toBe("stored in one");
      expect(textOf(await two.answer(number))).toBe("stored in two");
    }
    expect(await one.call("list", "topics")).toBe("one (100) 2026-02-21\ntwo (100) 2026-02-21\n2 topics, 200 entries");
  });

  test("one that holds the write lock makes writers wait, never readers", async ({ skip }) => {
    if (spawnSync("flock", ["--version"]).status !== 0) {
      skipLoudly("there is no flock(1) to hold a lock with");
      skip();
    }
    const directory = folder();
    const [writer, reader] = [start({ directory }), start({ directory })];
    await Promise.all([writer.initialize(), reader.initialize()]);
    await writer.call(1, "store", { topic: "a", text: "a note" });
    const holder = spawn("flock", [join(directory, ".lock"), "sh", "-c", "echo held; cat"]);
    await once(holder.stdout, "data");
    writer.send(toolCall(2, "store", { topic: "b", text: "another note" }));
    expect(await reader.call(3, "search", { query: "note" })).toBe("  [a] 2026-02-21 a note\n1 match(es)");
    expect(await reader.call(4, "read", { topic: "a" })).toContain("1 entry in a");
    // What the writer's own client sends next would see the note, so it waits with it; what reads no notes does not.
    writer.send(toolCall(5, "search", { query: "note", detail: "count" }), { jsonrpc: "2.0", id: 6, method: "ping" });
    await writer.answer(6);
    expect(writer.messages.some(({ id }) => id === 2 || id === 5)).toBe(false);
    holder.stdin.end();
    expect(textOf(await writer.answer(2))).toBe("stored in b");
    expect(textOf(await writer.answer(5))).toBe("2 match(es)");
  });

  test("one that is killed leaves the other, and the log, in order", async () => {
    const directory = folder();
    const [one, two] = [start({ directory }), start({ directory })];
    await Promise.all([one.initialize(), two.initialize()]);
    expect(await one.call("first", "store", { topic: "one", text: "before the end" })).toBe("stored in one");
    for (let number = 0; number < 200; number++) {
      one.send(toolCall(number, "store", { topic: "one", text: `note ${number}` }));
    }
    await one.answer(20);
    one.child.kill("SIGKILL");
    expect(await one.ended).toBe("SIGKILL");
    const acknowledged = one.messages.filter(({ id, result }) => typeof id === "number" && result !== undefined).length;
    expect(await two.call("store", "store", { topic: "two", text: "after the end" })).toBe("stored in two");
    const [, count] = /^one \((\d+)\)/.exec(await two.call("list", "topics"))!;
    expect(Number(count)).toBeGreaterThanOrEqual(acknowledged + 1);
    expect(await two.call("read", "read", { topic: "one", index: 0 })).toContain("before the end");
    const three = start({ directory });
    await three.initialize();
    expect(await three.call("list", "topics")).toBe(await two.call("list again", "topics"));
  });
});

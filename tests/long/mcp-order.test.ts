// Requests sent without waiting for answers, and requests that are cancelled, through the compiled server. Order is
// judged by what is stored and by the order of messages, never by time.

import { describe, expect, test } from "vitest";
import { type Message, type RawServer, textOf, toolCall, useRawServers } from "../support/raw-server.ts";

/** The entries that an import writes at once. */
const CHUNK = 100;
/** Enough that an import is still under way when what was sent with it is read. */
const MANY = 100 * CHUNK;
/**
 * Enough that it is still under way when the test has heard of it and what the test says to that arrives: seconds on
 * any machine.
 */
const VERY_MANY = 400 * CHUNK;

const start = useRawServers();

async function ready(): Promise<RawServer> {
  const server = start();
  await server.initialize();
  return server;
}

/** An import of so many entries into one topic. */
function largeImport(id: number, topic: string, count: number, token?: string): object {
  const json = Array.from({ length: count }, (_, number) => ({
    topic,
    text: `note ${number} of the import into ${topic}`,
  }));
  return toolCall(id, "topics", { action: "import", json: JSON.stringify(json) }, token);
}

const cancel = (requestId: number) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: "2.0", id, method, params });

/** How many entries a topic has. */
async function countOf(server: RawServer, id: number, topic: string): Promise<number> {
  const list = await server.call(id, "topics");
  const [, count = "0"] = new RegExp(`^${topic} \\((\\d+)\\)`, "m").exec(list) ?? [];
  return Number(count);
}

/** The ids of the answers, in the order in which they came. */
const answered = (messages: readonly Message[]) =>
  messages.filter(({ method }) => method === undefined).map(({ id }) => id);

/** Waits until the import reports that it has come to a step. */
function stepOf(server: RawServer, message: string): Promise<void> {
  return server.until(() => server.messages.some(({ params }) => params?.message === message), message);
}

describe("calls sent without waiting", () => {
  test("a search finds what was stored by the call before it, every time", async () => {
    const server = await ready();
    const rounds = Array.from({ length: 100 }, (_, round) => round);
    server.send(
      ...rounds.flatMap((round) => [
        toolCall(2 * round, "store", { topic: `topic-${round}`, text: `needle${round} in the hay` }),
        toolCall(2 * round + 1, "search", { query: `needle${round}`, detail: "count" }),
      ]),
    );
    for (const round of rounds) expect(textOf(await server.answer(2 * round + 1))).toBe("1 match(es)");
  });

  test("a hundred notes stand in the order in which they were sent", async () => {
    const server = await ready();
    const numbers = Array.from({ length: 100 }, (_, number) => number);
    server.send(...numbers.map((number) => toolCall(number, "store", { topic: "a", text: `note ${number}` })));
    const read = await server.call(100, "read", { topic: "a" });
    expect(read.match(/note \d+/g)).toEqual(numbers.map((number) => `note ${number}`));
    expect(answered(server.messages).slice(1)).toEqual([...numbers, 100]);
  });

  test("a note and its change, a topic and its other name", async () => {
    const server = await ready();
    server.send(
      toolCall(1, "store", { topic: "a", text: "first" }),
      toolCall(2, "edit", { action: "append", topic: "a", text: "second" }),
      toolCall(3, "edit", { action: "rename", topic: "a", new_name: "b" }),
      toolCall(4, "store", { topic: "b", text: "third" }),
      toolCall(5, "read", { topic: "b" }),
    );
    expect(textOf(await server.answer(5))).toMatch(/first\n(.*\n)*.*second\n(.*\n)*.*third\n\n2 entries in b$/);
  });

  test("a resource is read behind the notes that were sent before it", async () => {
    const server = await ready();
    server.send(
      toolCall(1, "store", { topic: "a", text: "a note" }),
      request(2, "resources/read", { uri: "helix://topic/a" }),
    );
    expect((await server.answer(2)).result).toMatchObject({ contents: [{ text: expect.stringContaining("a note") }] });
  });

  test("a call that fails holds up nothing", async () => {
    const server = await ready();
    server.send(
      toolCall(1, "store", { topic: "a" }),
      toolCall(2, "topics", { action: "import", json: "{" }),
      toolCall(3, "forget"),
      toolCall(4, "store", { topic: "a", text: "a note" }),
      toolCall(5, "read", { topic: "a" }),
    );
    expect(textOf(await server.answer(5))).toContain("1 entry in a");
    expect((await server.answer(1)).result).toMatchObject({ isError: true });
  });

  test("behind a long import reads wait for it; pings, lists and completions do not", async () => {
    const server = await ready();
    const reference = { type: "ref/resource", uri: "helix://topic/{name}" };
    server.send(
      largeImport(1, "imported", MANY),
      toolCall(2, "search", { query: "note", detail: "count" }),
      request(3, "ping"),
      request(4, "tools/list"),
      request(5, "resources/list"),
      request(6, "resources/templates/list"),
      request(7, "prompts/list"),
      request(8, "completion/complete", { ref: reference, argument: { name: "name", value: "" } }),
    );
    expect(textOf(await server.answer(2))).toBe(`${MANY} match(es)`);
    const order = answered(server.messages).slice(1);
    expect(order.slice(0, 6).sort()).toEqual([3, 4, 5, 6, 7, 8]);
    expect(order.slice(6)).toEqual([1, 2]);
  });
});

test("while an import is checked, others have their turn", async () => {
  const server = await ready();
  server.send(largeImport(1, "imported", VERY_MANY, "token"));
  await stepOf(server, "checking");
  server.send(request(2, "ping"));
  await server.answer(1);
  const order = server.messages.map(({ id, params }) => params?.message ?? id);
  expect(order.indexOf(2)).toBeLessThan(order.lastIndexOf("checking"));
});

describe("cancellation", () => {
  test("an import that is cancelled while it is checked stores nothing and is not answered", async () => {
    const server = await ready();
    server.send(largeImport(1, "cancelled", VERY_MANY, "token"));
    await stepOf(server, "checking");
    server.send(cancel(1), largeImport(2, "next", VERY_MANY));
    // By the time the next one is done, the first would have been, too.
    expect(textOf(await server.answer(2))).toContain(`imported ${VERY_MANY} entries`);
    expect(await countOf(server, 3, "cancelled")).toBe(0);
    expect(answered(server.messages)).not.toContain(1);
  });

  test("an import that is cancelled while it is stored leaves whole chunks, and none comes after", async () => {
    const server = await ready();
    server.send(largeImport(1, "cancelled", VERY_MANY, "token"));
    await stepOf(server, "storing");
    server.send(cancel(1));
    const stored = await countOf(server, 2, "cancelled");
    expect(stored % CHUNK).toBe(0);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(VERY_MANY);
    await server.call(3, "topics", { action: "import", json: JSON.stringify([{ topic: "next", text: "a note" }]) });
    const later = await countOf(server, 4, "cancelled");
    expect(later % CHUNK).toBe(0);
    expect(later).toBeLessThan(VERY_MANY);
    expect(answered(server.messages)).not.toContain(1);
    // The same import again stores what is missing, and only that.
    server.send(largeImport(5, "cancelled", VERY_MANY));
    expect(textOf(await server.answer(5))).toContain(`skipped ${later}: already there`);
    expect(await countOf(server, 6, "cancelled")).toBe(VERY_MANY);
  });

  test("the next call does not wait for what was cancelled", async () => {
    const server = await ready();
    server.send(largeImport(1, "cancelled", MANY), cancel(1), toolCall(2, "store", { topic: "next", text: "a note" }));
    expect(textOf(await server.answer(2))).toBe("stored in next");
    expect(await countOf(server, 3, "cancelled")).toBe(0);
  });

  test("a call that is cancelled while it waits for its turn never runs", async () => {
    const server = await ready();
    server.send(
      largeImport(1, "imported", CHUNK),
      toolCall(2, "store", { topic: "cancelled", text: "a note" }),
      cancel(2),
      toolCall(3, "topics"),
    );
    const list = textOf(await server.answer(3));
    expect(list).toContain(`imported (${CHUNK})`);
    expect(list).not.toContain("cancelled");
    expect(await server.call(4, "topics")).toBe(list);
    expect(answered(server.messages).slice(1)).toEqual([1, 3, 4]);
  });

  test("cancelling what is answered, unknown or no id does nothing", async () => {
    const server = await ready();
    await server.call(1, "store", { topic: "a", text: "a note" });
    server.send(
      cancel(1),
      cancel(99),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: {} },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: { a: 1 } } },
    );
    expect(await server.call(2, "read", { topic: "a" })).toContain("a note");
  });
});

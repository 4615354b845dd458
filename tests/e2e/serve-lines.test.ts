// What comes to `helix serve` that is no proper message, and how it describes itself. After each wrong line the server
// goes on.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { INITIALIZE, type RawServer, textOf, toolCall, useRawServers } from "../support/raw-server.ts";

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

const start = useRawServers();

async function ready(): Promise<RawServer> {
  const server = start();
  await server.initialize();
  return server;
}

/** The server still stores and finds. */
async function expectAlive(server: RawServer): Promise<void> {
  expect(await server.call("still", "store", { topic: "alive", text: "still here" })).toBe("stored in alive");
  expect(await server.call("there", "search", { query: "still", detail: "brief" })).toBe(
    "  [alive] still here\n1 match(es)",
  );
}

describe("lines that are no messages", () => {
  test.each<[string, string | Buffer, number]>([
    ["no JSON", "hello", PARSE_ERROR],
    ["half a message", '{"jsonrpc":"2.0","id":1,', PARSE_ERROR],
    ["two messages in a line", `${JSON.stringify(INITIALIZE)}${JSON.stringify(INITIALIZE)}`, PARSE_ERROR],
    ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x0a]), PARSE_ERROR],
    ["a header of another transport", "Content-Length: 42", PARSE_ERROR],
    ["a number", "42", INVALID_REQUEST],
    ["null", "null", INVALID_REQUEST],
    ["a text", '"tools/list"', INVALID_REQUEST],
    ["an empty list", "[]", INVALID_REQUEST],
    ["a list of messages", `[${JSON.stringify(toolCall(1, "topics"))}]`, INVALID_REQUEST],
    ["an object of another shape", '{"method":"tools/list"}', INVALID_REQUEST],
    ["another version", '{"jsonrpc":"1.0","method":"tools/list"}', INVALID_REQUEST],
    ["deep nesting", "[".repeat(100_000), PARSE_ERROR],
  ])("%s is answered with an error without an id", async (_, line, code) => {
    const server = await ready();
    server.send(line);
    const { error } = await server.answer(null);
    expect(error?.code).toBe(code);
    expect(error?.message).not.toContain("\n");
    await expectAlive(server);
  });

  test("a wrong message with an id is answered to that id", async () => {
    const server = await ready();
    server.send('{"jsonrpc":"1.0","id":77,"method":"tools/list"}');
    expect((await server.answer(77)).error).toEqual({
      code: INVALID_REQUEST,
      message: "the line is JSON but no JSON-RPC 2.0 message",
    });
    await expectAlive(server);
  });

  test("a line of 40 MB is refused without being kept, and the one behind it is read", async () => {
    const server = await ready();
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    server.send(
      Buffer.from(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"store","arguments":{"topic":"a","text":"',
      ),
      ...Array.from({ length: 40 }, () => megabyte),
      Buffer.from('"}}}\n'),
      toolCall(2, "topics"),
    );
    expect((await server.answer(null)).error).toEqual({
      code: INVALID_REQUEST,
      message: "a message may be 33554432 bytes long at most; the longer one was not read",
    });
    expect(textOf(await server.answer(2))).toBe("0 topics, 0 entries");
    await expectAlive(server);
  });

  test("a line of 10 MB is read, and its text refused for its length", async () => {
    const server = await ready();
    expect(await server.call(1, "store", { topic: "a", text: "x".repeat(10_000_000) })).toBe(
      'text is 10000000 bytes long, at most 1048576 are accepted: store the part that matters, e.g. a summary and source="path:line"',
    );
    await expectAlive(server);
  });

  test("a word of a megabyte is not repeated in the error", async () => {
    const server = await ready();
    server.send("x".repeat(1_000_000));
    expect((await server.answer(null)).error?.message.length).toBeLessThan(300);
    server.send(toolCall(1, "y".repeat(1_000_000)));
    expect((await server.answer(1)).error?.message.length).toBeLessThan(300);
    await expectAlive(server);
  });

  test("what is wrong with a line is said on standard error without what a terminal would obey", async () => {
    const server = await ready();
    server.send({ jsonrpc: "2.0", id: 5, result: { title: "\u009b31m \u202e" } });
    await expectAlive(server);
    server.end();
    expect(await server.ended).toBe(0);
    expect(server.errors).toMatch(/^helix: [^\n]*title[^\n]*\n$/);
    expect(server.errors).not.toMatch(/[\u0080-\u009f\u202e]/);
  });

  test("empty lines and lines of white space are passed over", async () => {
    const server = await ready();
    const before = server.messages.length;
    server.send("", "   ", "\t", "\r", toolCall(1, "topics"));
    await server.answer(1);
    expect(server.messages.length).toBe(before + 1);
  });

  test("lines may end as on Windows, and arrive byte by byte", async () => {
    const server = await ready();
    server.send(`${JSON.stringify(toolCall(1, "store", { topic: "ü", text: "Grüße 🧭" }))}\r`);
    expect(textOf(await server.answer(1))).toBe("stored in ü");
    for (const byte of Buffer.from(`${JSON.stringify(toolCall(2, "read", { topic: "ü" }))}\n`)) {
      server.send(Buffer.from([byte]));
    }
    expect(textOf(await server.answer(2))).toContain("Grüße 🧭");
  });

  test("a notification and an answer that nobody asked for are passed over", async () => {
    const server = await ready();
    server.send(
      { jsonrpc: "2.0", method: "notifications/unknown" },
      { jsonrpc: "2.0", id: 5, result: {} },
      { jsonrpc: "2.0", id: 6, error: { code: 1, message: "no" } },
    );
    await expectAlive(server);
    expect(server.messages.filter(({ error }) => error !== undefined)).toEqual([]);
  });
});

describe("messages that ask for what there is not", () => {
  test("an unknown method", async () => {
    const server = await ready();
    server.send({ jsonrpc: "2.0", id: 1, method: "tools/destroy" });
    expect((await server.answer(1)).error?.code).toBe(METHOD_NOT_FOUND);
    await expectAlive(server);
  });

  test("an unknown tool: the error lists those there are", async () => {
    const server = await ready();
    server.send(toolCall(1, "forget", { topic: "a" }));
    expect((await server.answer(1)).error).toEqual({
      code: INVALID_PARAMS,
      message: expect.stringMatching(/^there is no tool "forget"; there are: store, batch, search, /),
    });
    await expectAlive(server);
  });

  test.each([
    ["arguments that are a list", { name: "store", arguments: ["a"] }],
    ["arguments that are text", { name: "store", arguments: "topic=a" }],
    ["no name", { arguments: {} }],
    ["nothing", {}],
  ])("a call with %s is refused in one line", async (_, params) => {
    const server = await ready();
    server.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { error, result } = await server.answer(1);
    const message = error?.message ?? textOf({ jsonrpc: "2.0", result: result! });
    expect(error !== undefined || result?.isError === true).toBe(true);
    expect(message).not.toContain("\n");
    expect(message.length).toBeLessThan(300);
    await expectAlive(server);
  });

  test("wrong parameters of each tool: an error of one line, and nothing changes", async () => {
    const server = await ready();
    await server.call("first", "store", { topic: "a", text: "a note" });
    const log = readFileSync(join(server.directory, "data.log"));
    const wrong: [string, object][] = [
      ["store", { topic: 7, text: {} }],
      ["store", { topik: "a", text: "b" }],
      ["batch", { entries: [{ topic: "a", text: "b" }, null] }],
      ["search", { query: "a", limit: {} }],
      ["read", { topic: ["a"] }],
      ["topics", { action: "drop" }],
      ["topics", { action: "import", json: "{" }],
      ["store", { topic: "a", text: "b", __proto__: null, constructor: "x" }],
    ];
    for (const [number, [name, values]] of wrong.entries()) {
      server.send(toolCall(number, name, values));
      const { result } = await server.answer(number);
      expect(result?.isError, `${name} ${JSON.stringify(values)}`).toBe(true);
      const text = textOf({ jsonrpc: "2.0", result: result! });
      expect(text).not.toContain("\n");
      expect(text).not.toBe("");
    }
    expect(readFileSync(join(server.directory, "data.log"))).toEqual(log);
  });
});

describe("what a client is told", () => {
  test("initialize: name, version and the version of the protocol that was asked for", async () => {
    const { result } = await start().initialize();
    expect(result).toMatchObject({
      serverInfo: { name: "helix", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      protocolVersion: "2025-06-18",
    });
  });

  test("a client of a protocol to come is offered one that the server knows", async () => {
    const server = start();
    server.send({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: "2999-01-01" } });
    expect((await server.answer(INITIALIZE.id)).result?.protocolVersion).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  test("ping", async () => {
    const server = await ready();
    server.send({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect((await server.answer(1)).result).toEqual({});
  });
});

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
const startLasting = useRawServers("all");
let lasting: RawServer | null = null;

/** A server of the test's own. */
async function fresh(): Promise<RawServer> {
  const server = start();
  await server.initialize();
  return server;
}

/** The server of most tests, which goes on after whatever they send; of what it said before nothing is left. */
async function ready(): Promise<RawServer> {
  if (lasting === null) {
    lasting = startLasting();
    await lasting.initialize();
  }
  await lasting.call("before", "topics");
  expect(lasting.strays()).toEqual([]);
  lasting.messages.length = 0;
  return lasting;
}

/** How often a server was asked whether it is alive. */
let asked = 0;

/** The server still stores and finds. */
async function expectAlive(server: RawServer): Promise<void> {
  const needle = `needle${++asked}`;
  expect(await server.call("still", "store", { topic: "alive", text: `${needle} is still here` })).toBe(
    "stored in alive",
  );
  expect(await server.call("there", "search", { query: needle, detail: "brief" })).toBe(
    `  [alive] ${needle} is still here\n1 match(es)`,
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
    ["an object of another shape", '{"tools":"list"}', INVALID_REQUEST],
    ["a request whose id is null", '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', INVALID_REQUEST],
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
    const server = await fresh();
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
    const server = await fresh();
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

  test("notifications and answers are never answered, whatever is wrong with them", async () => {
    const server = await ready();
    const before = server.messages.length;
    server.send(
      { jsonrpc: "2.0", method: "notifications/unknown" },
      ...[null, [], [1], "x", 5, {}].map((params) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params })),
      ...[null, [], [1], "x", 5].map((params) => ({ jsonrpc: "2.0", method: "notifications/initialized", params })),
      { jsonrpc: "2.0", id: null, method: "notifications/roots/list_changed", params: null },
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: null, progress: "x" } },
      { jsonrpc: "2.0", method: "tools/call", params: { name: "no-such-tool", arguments: null } },
      { jsonrpc: "2.0", method: "tools/list", more: 1 },
      { method: "tools/list" },
      { jsonrpc: "1.0", method: "tools/list" },
      [{ jsonrpc: "2.0", method: "notifications/initialized" }],
      { jsonrpc: "2.0", id: 5, result: {} },
      { jsonrpc: "2.0", id: 5, result: null },
      { jsonrpc: "2.0", id: 6, error: { code: 1, message: "no" } },
      { jsonrpc: "2.0", id: 7, error: "no" },
    );
    await expectAlive(server);
    expect(server.messages.slice(before).map(({ id }) => id)).toEqual(["still", "there"]);
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

describe("null", () => {
  test.each<[string, object | null]>([
    ["tools/list", null],
    ["tools/list", { cursor: null, _meta: null }],
    ["resources/list", { cursor: null }],
    ["resources/templates/list", { cursor: null, _meta: { progressToken: null } }],
    ["prompts/list", null],
    ["ping", null],
    ["prompts/get", { name: "brief", arguments: null }],
    ["prompts/get", { name: "brief", arguments: { topic: null }, _meta: null }],
    [
      "completion/complete",
      { ref: { type: "ref/prompt", name: "brief" }, argument: { name: "topic", value: "a" }, context: null },
    ],
    ["tools/call", { name: "topics", arguments: null }],
    ["tools/call", { name: "topics", arguments: {}, _meta: null, task: null }],
    ["tools/call", { name: "topics", _meta: { progressToken: null, "claudecode/toolUseId": null } }],
    ["tools/call", { name: "topics", arguments: { action: null, budget: null, page: null } }],
  ])("in %s %j is not given", async (method, params) => {
    const server = await ready();
    server.send({ jsonrpc: "2.0", id: 1, method, params, result: null, error: null });
    const { result, error } = await server.answer(1);
    expect(error).toBeUndefined();
    expect(result?.isError).toBeUndefined();
  });

  test("in initialize is not given, and the client is served", async () => {
    const server = start();
    const clientInfo = { name: "raw", version: "1", title: null, icons: null, websiteUrl: null };
    const params = { protocolVersion: "2025-06-18", capabilities: null, clientInfo, _meta: null };
    server.send({ ...INITIALIZE, params }, { jsonrpc: "2.0", method: "notifications/initialized", params: null });
    expect((await server.answer(INITIALIZE.id)).result?.protocolVersion).toBe("2025-06-18");
    await expectAlive(server);
  });

  test("in place of all parameters where some are needed: one error", async () => {
    const server = await ready();
    for (const [id, method] of ["tools/call", "prompts/get", "resources/read", "completion/complete"].entries()) {
      server.send({ jsonrpc: "2.0", id, method, params: null });
      const { error } = await server.answer(id);
      expect(error, method).toMatchObject({ code: INVALID_PARAMS, message: expect.not.stringContaining("\n") });
    }
  });
});

describe("ids", () => {
  const IDS = [
    "9007199254740993",
    "-9007199254740993",
    "123456789012345678901",
    "1e400",
    "1.0",
    "1.5",
    "0",
    '""',
    '"9007199254740993"',
  ];

  test("come back as they came: in answers, in errors of each kind, and tokens in progress", async () => {
    const server = await fresh();
    await server.call("first", "store", { topic: "a", text: "a note" });
    let out = "";
    server.child.stdout.on("data", (text) => {
      out += text;
    });
    for (const id of IDS) {
      server.send(
        `{"jsonrpc":"2.0","id":${id},"method":"ping"}`,
        `{"jsonrpc":"2.0","id":${id},"method":"no/such"}`,
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"no-such-tool"}}`,
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":[]}`,
        `{"jsonrpc":"1.0","id":${id},"method":"ping"}`,
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"topics","arguments":{"action":"check"},"_meta":{"progressToken":${id}}}}`,
      );
    }
    await expectAlive(server);
    const lines = out.split("\n");
    for (const id of IDS) {
      const own = lines.filter((line) => line.includes(`"id":${id}}`) || line.includes(`"id":${id},`));
      expect(own.length, id).toBe(6);
      expect(own.filter((line) => line.includes('"error"')).length, id).toBe(4);
    }
  });

  test("of two requests that differ beyond what a number of JavaScript holds, the cancelled one is not answered", async () => {
    const server = await fresh();
    const call = (id: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"store","arguments":{"topic":"a","text":"a note of ${id}"}}}`;
    server.send(
      call("9007199254740992"),
      call("9007199254740993"),
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993,"reason":null}}',
    );
    await expectAlive(server);
    // Both become the same number when a test parses them, so the one that is there must be the first.
    const answered = server.messages.filter(({ id }) => typeof id === "number");
    expect(answered).toHaveLength(1);
    expect(await server.call("which", "read", { topic: "a" })).toContain("a note of 9007199254740992");
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

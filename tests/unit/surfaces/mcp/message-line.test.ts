// Lines that serialisers write in ways of their own: null for what is not given, and numbers that JavaScript cannot hold.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayBeRequest, readLine, writeLine } from "../../../../src/surfaces/mcp/message-line.ts";

const NUMBERS = [
  "0",
  "-0",
  "7",
  "-7",
  "7.0",
  "7e0",
  "1.5",
  "1E400",
  "-1e400",
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "123456789012345678901234567890",
];
type Request = { readonly id: string | number; readonly params: { readonly [name: string]: never } };

describe("numbers that name something", () => {
  test.each(NUMBERS)("%s comes back as it came, as an id and as a token", (number) => {
    const line = `{"jsonrpc":"2.0","id":${number},"method":"ping","params":{"_meta":{"progressToken":${number}}}}`;
    const { id, params } = readLine(line) as Request;
    expect(writeLine({ jsonrpc: "2.0", id, result: {} })).toBe(`{"jsonrpc":"2.0","id":${number},"result":{}}\n`);
    const { progressToken } = params._meta!;
    const progress = { method: "notifications/progress", params: { progressToken, progress: 1 } };
    expect(writeLine({ jsonrpc: "2.0", ...progress })).toContain(`"progressToken":${number},`);
  });

  test("two that are one number to JavaScript stay two, and a cancellation means one of them", () => {
    const [one, other] = ["9007199254740992", "9007199254740993"].map(
      (number) => readLine(`{"jsonrpc":"2.0","id":${number},"method":"ping"}`) as Request,
    );
    expect(one!.id).not.toBe(other!.id);
    const line = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}';
    expect((readLine(line) as Request).params.requestId).toBe(other!.id);
  });

  test("only what names a request or its progress is kept so, and the last of two ids counts", () => {
    const line =
      '{"id":7.0,"method":"tools/call","params":{"name":"x","arguments":{"id":7.0,"progressToken":1e3}},"id":8.0}';
    const { id, params } = readLine(line) as Request;
    expect(params.arguments).toEqual({ id: 7, progressToken: 1000 });
    expect(JSON.parse(writeLine({ jsonrpc: "2.0", id, result: {} })).id).toBe(8);
    expect(writeLine({ jsonrpc: "2.0", id, result: {} })).toContain('"id":8.0');
  });

  test("a text that looks like one stays a text", () => {
    const text = '{"id":9007199254740993}';
    const line = JSON.stringify({ jsonrpc: "2.0", id: "9007199254740993", method: "ping", params: { text } });
    expect(readLine(line)).toEqual(JSON.parse(line));
  });

  test("any message without nulls and odd numbers is what JSON.parse makes of it", () => {
    const value = fc.jsonValue({ maxDepth: 2 }).map((each) => JSON.stringify(each).replaceAll("null", "1"));
    fc.assert(
      fc.property(value, fc.integer(), (params, id) => {
        const line = `{"jsonrpc":"2.0","id":${id},"method":"m","params":{"p":${params}}}`;
        expect(readLine(line)).toEqual(JSON.parse(line));
      }),
    );
  });
});

test("null is not given, wherever a field of the protocol may be left out", () => {
  const read = (message: object) => readLine(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "m", ...message }));
  const base = { jsonrpc: "2.0", id: 1, method: "m" };
  expect(read({ params: null, result: null, error: null })).toEqual(base);
  expect(read({ params: { cursor: null, _meta: { progressToken: null, own: { a: null } } } })).toEqual({
    ...base,
    params: { _meta: { own: {} } },
  });
  expect(read({ params: { capabilities: null, clientInfo: { name: "c", title: null } } })).toEqual({
    ...base,
    params: { capabilities: {}, clientInfo: { name: "c" } },
  });
  const values = { query: "x", limit: null, event: { a: null }, list: [null] };
  expect(read({ params: { name: "t", arguments: values, task: null } })).toEqual({
    ...base,
    params: { name: "t", arguments: { query: "x", event: { a: null }, list: [null] } },
  });
});

test("notifications lose a list of parameters, and a null id where their name says what they are", () => {
  const method = "notifications/initialized";
  for (const more of [{ params: [] }, { params: "x" }, { id: null }, { id: null, params: null }])
    expect(readLine(JSON.stringify({ jsonrpc: "2.0", method, ...more }))).toEqual({ jsonrpc: "2.0", method });
});

test("only what may be a request is answered", () => {
  const [notification, result] = [{ method: "m" }, { jsonrpc: "2.0", id: 5, result: 3 }];
  for (const silent of [notification, { ...notification, params: 3 }, result, { error: "x" }, [notification, result]])
    expect(mayBeRequest(silent), JSON.stringify(silent)).toBe(false);
  for (const asked of [
    { id: 1 },
    { id: null, method: "m" },
    { method: 3 },
    {},
    [],
    42,
    null,
    [notification, { id: 1 }],
  ])
    expect(mayBeRequest(asked), JSON.stringify(asked)).toBe(true);
});

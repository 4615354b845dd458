// What is taken without the SDK's schemas is what they take, as they take it.

import { CallToolRequestSchema, JSONRPCMessageSchema, type JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPlainRequest, plainCall } from "../../../../src/surfaces/mcp/message-shape.ts";
import { runs } from "../../../support/runs.ts";

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: { query: "x" } } };
const TASK = "io.modelcontextprotocol/related-task";

/** Values that fit here and there, and others. */
const odd = fc.oneof(
  fc.constantFrom(null, "2.0", "tools/call", "1", 1, 1.5, 2 ** 60, -0, true, [], {}, { progressToken: 1.5 }),
  fc.constantFrom({ progressToken: "a" }, { [TASK]: { taskId: "t" } }, { [TASK]: 3 }, { own: [1] }, { ttl: 1 }),
);
const params = fc.oneof(
  odd,
  fc.record({ name: odd, arguments: odd, _meta: odd, task: odd, more: odd }, { requiredKeys: [] }),
);
const request = fc.record(
  { jsonrpc: fc.constantFrom("2.0", "1.0", 2), id: odd, method: odd, params, more: odd },
  { requiredKeys: ["jsonrpc"] },
);

describe("a plain request", () => {
  test("is one to the schema too, and the same", () => {
    fc.assert(
      fc.property(request, (value) => {
        if (isPlainRequest(value)) expect(JSONRPCMessageSchema.parse(value)).toEqual(value);
      }),
      { numRuns: runs(5000) },
    );
  });

  test("is what clients send", () => {
    expect(isPlainRequest(CALL)).toBe(true);
    expect(isPlainRequest({ jsonrpc: "2.0", id: "a", method: "ping" })).toBe(true);
    const _meta = { progressToken: 3, "claudecode/toolUseId": "toolu_1" };
    expect(isPlainRequest({ ...CALL, params: { ...CALL.params, _meta } })).toBe(true);
  });

  test("is no notification, no answer, no batch, and nothing with fields of its own", () => {
    const { id: _id, ...notification } = CALL;
    for (const other of [notification, { jsonrpc: "2.0", id: 1, result: {} }, [CALL], { ...CALL, more: 1 }, null, "x"])
      expect(isPlainRequest(other)).toBe(false);
    expect(isPlainRequest({ ...CALL, params: { ...CALL.params, _meta: { [TASK]: { taskId: "t" } } } })).toBe(false);
  });
});

describe("a plain call", () => {
  test("is one to the schema too, with the same name and arguments", () => {
    fc.assert(
      fc.property(params, (value) => {
        const call = { ...CALL, params: value } as JSONRPCRequest;
        const plain = isPlainRequest(call) ? plainCall(call) : null;
        if (plain === null) return;
        const { name, arguments: values } = CallToolRequestSchema.parse(call).params;
        expect(plain).toEqual({ name, values: values ?? {} });
      }),
      { numRuns: runs(5000) },
    );
  });

  test("is a name with arguments or without, and nothing else", () => {
    expect(plainCall(CALL as JSONRPCRequest)).toEqual({ name: "search", values: { query: "x" } });
    expect(plainCall({ ...CALL, params: { name: "brief" } } as JSONRPCRequest)).toEqual({ name: "brief", values: {} });
    const others = [undefined, { name: 3 }, { name: "brief", arguments: [] }, { name: "brief", task: { ttl: 1 } }];
    for (const other of others) expect(plainCall({ ...CALL, params: other } as JSONRPCRequest)).toBeNull();
    expect(plainCall({ ...CALL, method: "tools/list" } as JSONRPCRequest)).toBeNull();
  });
});

// The answer before the SDK is there is the SDK's, and the input goes on as if it had come later.

import { EventEmitter } from "node:events";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { InitializeRequestSchema, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerFirst, initializeResult } from "../../../../src/surfaces/mcp/first-answer.ts";
import { CAPABILITIES, INSTRUCTIONS, PROTOCOL_VERSIONS, SERVER_INFO } from "../../../../src/surfaces/mcp/identity.ts";
import { KeptInput } from "../../../../src/surfaces/mcp/kept-input.ts";
import { LineTransport } from "../../../../src/surfaces/mcp/line-transport.ts";
import { runs } from "../../../support/runs.ts";

const CLIENT = { name: "claude-code", version: "2.1.329" };
const PARAMS = { protocolVersion: "2025-06-18", capabilities: { roots: {}, elicitation: {} }, clientInfo: CLIENT };
const initialize = (params: object) => ({ jsonrpc: "2.0", id: 0, method: "initialize", params });
const line = (message: object) => `${JSON.stringify(message)}\n`;

/** What the SDK's server answers. */
async function answerOfSdk(request: object): Promise<unknown> {
  const server = new Server(SERVER_INFO, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
  const input = new EventEmitter();
  return new Promise((resolve) => {
    const output = { write: (text: string) => resolve(JSON.parse(text)) };
    server
      .connect(new LineTransport(input as never, output))
      .then(() => input.emit("data", Buffer.from(line(request))));
  });
}

/** An input with what it has told a listener that came later. */
function keptInput() {
  const stream = new EventEmitter();
  const input = new KeptInput(stream as never);
  const heard: string[] = [];
  const listen = () => {
    input.on("data", (chunk) => heard.push(chunk.toString()));
    input.on("end", () => heard.push("end"));
  };
  return { stream, input, heard, listen, send: (text: string) => stream.emit("data", Buffer.from(text)) };
}

describe("the first answer", () => {
  test("is the SDK's, in every version of the protocol and in none", async () => {
    expect(PROTOCOL_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
    for (const protocolVersion of [...SUPPORTED_PROTOCOL_VERSIONS, "1999-01-01"]) {
      const request = initialize({ ...PARAMS, protocolVersion });
      expect({ jsonrpc: "2.0", id: 0, result: initializeResult(request) }).toEqual(await answerOfSdk(request));
    }
  });

  test("is given behind server/discover, too, and what that is answered is the SDK's", async () => {
    const { input, send, heard, listen } = keptInput();
    const written: string[] = [];
    const first = answerFirst(input, (text) => written.push(text));
    const discover = { jsonrpc: "2.0", id: "d", method: "server/discover", params: { _meta: {} } };
    send(line(discover));
    send(`${line(initialize(PARAMS))}rest\n`);
    expect(await first).toMatchObject({ initialize: initialize(PARAMS) });
    listen();
    expect(heard).toEqual(["rest\n"]);
    const [error, result] = written.map((text) => JSON.parse(text));
    expect(error).toMatchObject({ id: "d", error: { code: -32601 } });
    expect(error).toEqual(await answerOfSdk(discover));
    expect(result).toMatchObject({ id: 0, result: initializeResult(initialize(PARAMS)) });
  });

  test("is given only to what the SDK accepts", () => {
    const odd = fc.constantFrom<unknown>(
      null,
      true,
      "x",
      1,
      [],
      {},
      { a: 1 },
      { listChanged: true },
      { listChanged: 1 },
    );
    const asked = fc.oneof(fc.constant("2025-06-18"), odd);
    const word = fc.oneof({ weight: 4, arbitrary: fc.constant("x") }, { weight: 1, arbitrary: odd });
    const names = ["roots", "sampling", "elicitation", "experimental", "tasks", "other"];
    const plain = fc.constantFrom({}, { roots: { listChanged: true }, sampling: {} }, { elicitation: {} });
    const capabilities = fc.oneof(plain, odd, fc.dictionary(fc.constantFrom(...names), odd));
    const client = fc.record({ name: word, version: word, title: word }, { requiredKeys: ["name", "version"] });
    const clientInfo = fc.oneof(client, odd, fc.record({ name: word, version: word, icons: odd }));
    const usual = { protocolVersion: asked, capabilities, clientInfo };
    const given = fc.oneof(fc.record(usual), fc.record({ ...usual, _meta: odd, more: odd }, { requiredKeys: [] }));
    let answered = 0;
    fc.assert(
      fc.property(given, (params) => {
        const request = initialize(params);
        if (initializeResult(request) === null) return;
        answered++;
        expect(InitializeRequestSchema.safeParse(request).success).toBe(true);
      }),
      { numRuns: runs(5000) },
    );
    expect(answered).toBeGreaterThan(0);
    expect(initializeResult(initialize(PARAMS))).not.toBeNull();
    expect(initializeResult(initialize({ ...PARAMS, _meta: { progressToken: 1 } }))).toBeNull();
    expect(initializeResult({ jsonrpc: "2.0", method: "initialize", params: PARAMS })).toBeNull();
  });

  test("leaves what came behind the first line to the transport, in pieces as they come", async () => {
    const { input, send, heard, listen, stream } = keptInput();
    const written: string[] = [];
    const first = answerFirst(input, (text) => written.push(text));
    const [head, tail] = [line(initialize(PARAMS)).slice(0, 30), line(initialize(PARAMS)).slice(30)];
    send(head);
    send(`${tail}{"a":`);
    const state = await first;
    expect(written.map((text) => JSON.parse(text).id)).toEqual([0]);
    expect(state).toMatchObject({ initialize: initialize(PARAMS), isInitialized: false, isSkipping: false });
    send("1}\n");
    listen();
    send("2\n");
    stream.emit("end");
    expect(heard).toEqual(['{"a":1}\n', "2\n", "end"]);
  });

  test("leaves all of it where the first line is another, no JSON, or cut off by the end", async () => {
    for (const text of [line({ jsonrpc: "2.0", id: 1, method: "ping" }), "{\n", '{"jsonrpc":', ""]) {
      const { input, send, heard, listen, stream } = keptInput();
      const written: string[] = [];
      const first = answerFirst(input, (answer) => written.push(answer));
      if (text !== "") send(text);
      stream.emit("end");
      expect(await first).toBeNull();
      listen();
      expect(written).toEqual([]);
      expect(heard).toEqual(text === "" ? ["end"] : [text, "end"]);
    }
  });

  test("does not wait for a client that is silent, nor for a line that is very long", async () => {
    const silent = keptInput();
    expect(await answerFirst(silent.input, () => undefined)).toBeNull();
    const long = keptInput();
    const first = answerFirst(long.input, () => undefined);
    long.send("x".repeat(100_000));
    expect(await first).toBeNull();
    long.listen();
    expect(long.heard.join("").length).toBe(100_000);
  });
});

// A transport that is held, and another one that goes on in its place: what came is handled once, by one of the two.

import { EventEmitter } from "node:events";
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { LineTransport, type TransportState } from "../../../../src/surfaces/mcp/line-transport.ts";

const INITIALIZE = { jsonrpc: "2.0", id: "i", method: "initialize", params: { a: 1 } } as const;
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" } as const;
const call = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call" }) as const;
const answerTo = (id: string | number) => ({ jsonrpc: "2.0", id, result: {} }) as const;
const line = (message: object) => `${JSON.stringify(message)}\n`;

/** A transport whose ends are in the hands of the test. */
async function connected(earlier: TransportState | null = null) {
  const input = new EventEmitter();
  const written: unknown[] = [];
  const flushes: (() => void)[] = [];
  const output = {
    write(text: string, done: () => void) {
      written.push(JSON.parse(text));
      flushes.push(done);
    },
  };
  const transport = new LineTransport(input as never, output, earlier);
  const received: JSONRPCMessage[] = [];
  let ended = 0;
  transport.onended = () => ended++;
  transport.onmessage = (message) => {
    received.push(message);
    if ((message as JSONRPCRequest).method === "initialize") transport.send(answerTo("i"));
  };
  await transport.start();
  return {
    transport,
    received,
    written,
    get ended() {
      return ended;
    },
    send: (text: string | Buffer) => input.emit("data", Buffer.from(text)),
    end: () => input.emit("end"),
    flush: () => {
      for (const done of flushes.splice(0)) done();
    },
  };
}

describe("held", () => {
  test("nothing is handled; released, all of it is, in order", async () => {
    const side = await connected();
    side.send(line(call(1)));
    side.transport.hold();
    side.send(line(call(2)) + JSON.stringify(call(3)));
    side.send("\n");
    expect(side.received).toEqual([call(1)]);
    side.transport.release();
    expect(side.received).toEqual([call(1), call(2), call(3)]);
  });

  test("the end of input waits as well", async () => {
    const side = await connected();
    side.transport.hold();
    side.send(JSON.stringify(call(1)));
    side.end();
    expect(side.transport.hasEnded).toBe(true);
    side.transport.release();
    expect(side.received).toEqual([call(1)]);
    expect(side.ended).toBe(0);
    side.transport.send(answerTo(1));
    side.flush();
    expect(side.ended).toBe(1);
  });

  test("too much is noticed", async () => {
    const side = await connected();
    side.transport.hold();
    const megabyte = "x".repeat(1024 * 1024);
    for (let count = 0; count < 32; count++) side.send(megabyte);
    expect(side.transport.isOverfull).toBe(false);
    side.send("x");
    expect(side.transport.isOverfull).toBe(true);
  });
});

describe("quiet", () => {
  /** Whether the promise is settled when everything has run that waits for nothing else. */
  async function isSettled(promise: Promise<void>): Promise<boolean> {
    let settled = false;
    promise.then(() => {
      settled = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    return settled;
  }

  test("comes when the others are answered and their answers are written", async () => {
    const side = await connected();
    side.send(line(call(1)) + line(call(2)));
    const [one, none] = [side.transport.quiet(1), side.transport.quiet(0)];
    side.transport.send(answerTo(2));
    expect(await isSettled(one)).toBe(false);
    side.flush();
    expect(await isSettled(one)).toBe(true);
    expect(await isSettled(none)).toBe(false);
    side.transport.send(answerTo(1));
    side.flush();
    expect(await isSettled(none)).toBe(true);
    expect(await isSettled(side.transport.quiet(0))).toBe(true);
  });

  test("does not wait for what was cancelled", async () => {
    const side = await connected();
    side.send(line(call(1)));
    const quiet = side.transport.quiet(0);
    side.send(line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }));
    expect(await isSettled(quiet)).toBe(true);
  });
});

describe("another one in its place", () => {
  test("knows what was said, and handles what was not handled", async () => {
    const old = await connected();
    old.send(line(INITIALIZE) + line(INITIALIZED) + JSON.stringify(call(1)).slice(0, 9));
    old.transport.hold();
    old.send(`${JSON.stringify(call(1)).slice(9)}\n${line(call(2))}{"jso`);
    const state = old.transport.state();
    expect(old.received).toEqual([INITIALIZE, INITIALIZED]);
    const next = await connected(state);
    expect(next.received).toEqual([INITIALIZE, INITIALIZED, call(1), call(2)]);
    // The client has that answer already.
    expect(next.written).toEqual([]);
    next.send(line(call(3)).slice(5));
    expect(next.received.at(-1)).toEqual(call(3));
    next.transport.hold();
    expect(next.transport.state()).toEqual({ ...state, unread: Buffer.alloc(0) });
  });

  test("of a client that has not begun yet begins with it", async () => {
    const old = await connected();
    old.transport.hold();
    old.send(line(INITIALIZE).slice(0, 20));
    const next = await connected(old.transport.state());
    expect(next.received).toEqual([]);
    next.send(line(INITIALIZE).slice(20));
    expect(next.received).toEqual([INITIALIZE]);
    expect(next.written).toEqual([answerTo("i")]);
  });

  test("goes on passing over a line that is too long", async () => {
    const old = await connected();
    const megabyte = "x".repeat(1024 * 1024);
    for (let count = 0; count < 33; count++) old.send(megabyte);
    old.transport.hold();
    const next = await connected(old.transport.state());
    next.send(`more of it\n${line(call(1))}`);
    expect(next.received).toEqual([call(1)]);
    expect(next.written).toMatchObject([{ id: null, error: { message: expect.stringMatching(/33554432 bytes/) } }]);
  });
});

describe("a request that no client made", () => {
  test("is handled like any other, and its answer stays here", async () => {
    const side = await connected();
    const done = side.transport.rehearse("tools/call", { name: "search" });
    const [request] = side.received as JSONRPCRequest[];
    expect(request).toMatchObject({ jsonrpc: "2.0", method: "tools/call", params: { name: "search" } });
    side.transport.send(answerTo(request!.id));
    await done;
    expect(side.written).toEqual([]);
    // A client that answers to the same id afterwards is answered.
    side.send(line({ ...call(1), id: request!.id }));
    side.transport.send(answerTo(request!.id));
    expect(side.written).toEqual([answerTo(request!.id)]);
  });

  test("keeps nobody waiting: neither the end of the input nor another process", async () => {
    const side = await connected();
    side.transport.rehearse("tools/call", {});
    expect(side.transport.isQuiet).toBe(true);
    side.end();
    expect(side.ended).toBe(1);
  });

  test("comes between the parts of a line without a trace", async () => {
    const side = await connected();
    side.send('{"jsonrpc": "2.0", "id": 7, ');
    side.transport.rehearse("tools/call", {});
    side.send('"method": "tools/call"}\n');
    expect(side.received[1]).toEqual(call(7));
  });
});

// Calls of one connection: writes in the order of sending, reads behind the writes before them, nothing held up by what
// was cancelled.

import { expect, test } from "vitest";
import { CallOrder } from "../../../../src/surfaces/mcp/call-order.ts";

/** Calls that note when they begin and are ended by hand. */
function calls() {
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (name: string) => () => {
    events.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { events, call, end: (name: string) => ends.get(name)!() };
}

const never = () => new AbortController().signal;
/** Lets everything run that waits for nothing but promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("writes run one after another, in the order in which they were sent", async () => {
  const { events, call, end } = calls();
  const order = new CallOrder();
  const all = ["a", "b", "c"].map((name) => order.write(never(), call(name)));
  await settle();
  expect(events).toEqual(["a"]);
  end("a");
  await settle();
  expect(events).toEqual(["a", "b"]);
  end("b");
  await settle();
  end("c");
  expect(await Promise.all(all)).toEqual(["a", "b", "c"]);
});

test("reads wait for the writes before them, not for each other, and hold up no write", async () => {
  const { events, call, end } = calls();
  const order = new CallOrder();
  order.read(never(), call("read before"));
  order.write(never(), call("write"));
  order.read(never(), call("one"));
  order.read(never(), call("two"));
  await settle();
  expect(events).toEqual(["read before", "write"]);
  end("write");
  await settle();
  expect(events).toEqual(["read before", "write", "one", "two"]);
  order.write(never(), call("next"));
  await settle();
  expect(events.at(-1)).toBe("next");
});

test("a write that fails holds up nothing, and its error reaches who sent it", async () => {
  const { events, call } = calls();
  const order = new CallOrder();
  const failing = order.write(never(), async () => {
    throw new Error("no room");
  });
  order.write(never(), call("next"));
  await expect(failing).rejects.toThrow("no room");
  await settle();
  expect(events).toEqual(["next"]);
});

test("a write that is cancelled while it runs lets the next one go", async () => {
  const { events, call } = calls();
  const order = new CallOrder();
  const cancel = new AbortController();
  order.write(cancel.signal, call("long"));
  order.write(never(), call("next"));
  await settle();
  expect(events).toEqual(["long"]);
  cancel.abort();
  await settle();
  expect(events).toEqual(["long", "next"]);
});

test("what is cancelled while it waits never runs, and what was sent behind it still waits for the writes before", async () => {
  const { events, call, end } = calls();
  const order = new CallOrder();
  const cancel = new AbortController();
  order.write(never(), call("first"));
  const cancelled = order.write(cancel.signal, call("cancelled"));
  const behind = order.read(never(), call("behind"));
  cancel.abort();
  await settle();
  expect(events).toEqual(["first"]);
  end("first");
  await expect(cancelled).rejects.toMatchObject({ code: "CANCELLED" });
  await settle();
  expect(events).toEqual(["first", "behind"]);
  end("behind");
  expect(await behind).toBe("behind");
});

// What the lines of a session's file add up to.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SessionMemory } from "../../../src/events/session-memory.ts";
import { formatUpdates, SESSION_IDLE_MS, SessionState, type SessionUpdate } from "../../../src/events/session-state.ts";
import { SessionStore } from "../../../src/events/session-store.ts";

const KINDS: readonly SessionUpdate["kind"][] = [
  "!",
  "=",
  "i",
  "t",
  "r",
  "v",
  "e",
  "u",
  "x",
  "+",
  "-",
  "k",
  "s",
  "n",
  "d",
];

/** The state of a session whose file has these lines. */
function parsed(text: string): SessionState {
  return new SessionMemory([text]).state;
}

function stateOf(...lines: readonly string[]): SessionState {
  return parsed(lines.map((line) => `${line}\n`).join(""));
}

describe("updates and lines", () => {
  test("each update is one line, and the state of the lines is that of the updates", () => {
    const update = fc.record({
      kind: fc.constantFrom(...KINDS.slice(1)),
      value: fc.string({ unit: "binary", maxLength: 60 }),
    });
    fc.assert(
      fc.property(fc.array(update, { maxLength: 30 }), (updates) => {
        const text = formatUpdates(updates);
        expect(text.split("\n")).toHaveLength(updates.length + 1);
        const expected = new SessionState();
        for (const { kind, value } of updates) expected.take(kind, value.replace(/[\n\r]/g, " ").toWellFormed());
        expect(parsed(text)).toEqual(expected);
      }),
    );
  });

  test("a long value is cut, and half a character is none", () => {
    const [line] = formatUpdates([{ kind: "r", value: `${"a".repeat(999)}😀` }]).split("\n");
    expect(line).toHaveLength(1002);
    expect(line!.isWellFormed()).toBe(true);
  });

  test("any bytes are a state", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        expect(() => parsed(text)).not.toThrow();
      }),
    );
  });

  test("damage costs its own line", () => {
    const state = stateOf(
      "r a.ts",
      "",
      " ",
      "?",
      "e",
      "\u0000\u0001",
      "q unknown",
      "k nothing",
      "k a -1 b",
      "k a 99999999999 b",
      "d one",
      "e b.ts",
    );
    expect([...state.read, ...state.edited]).toEqual(["a.ts", "b.ts"]);
    expect(state.captured).toBeNull();
    expect(state.captureCount).toBe(0);
  });

  test("a line that is still being written does not count", () => {
    expect([...parsed("r a.ts\nr b.t").read]).toEqual(["a.ts"]);
  });

  test("a new beginning forgets all before it", () => {
    const state = stateOf("e a.ts", "- make", "k make/1 0 build-errors", "i key", "! 5", "r b.ts");
    expect(state).toEqual(stateOf("r b.ts"));
  });
});

describe("what is remembered", () => {
  test("where the work stands", () => {
    const state = stateOf();
    const phases = ["r a", "e a", "x ls", "- make", "x ls", "e a", "- make", "+ make"].map((line) => {
      state.take(line[0] as SessionUpdate["kind"], line.slice(2));
      return state.phase;
    });
    expect(phases).toEqual(["Research", "Build", "Verify", "Debug", "Debug", "Build", "Debug", "Verify"]);
    expect(state.lastRun).toEqual({ what: "make", failed: false });
  });

  test("what was told to whom", () => {
    const state = stateOf("i one", "t engine", "i two agent", "t shop", "s engine");
    expect(state.injected.has("one")).toBe(true);
    expect(state.injected.has("one agent")).toBe(false);
    expect(state.injected.has("two")).toBe(false);
    expect(state.injected.has("two agent")).toBe(true);
    expect([...state.topics]).toEqual([
      ["shop", 1],
      ["engine", 2],
    ]);
    state.take("=", "compact");
    expect([state.injected.has("one"), state.injected.has("two agent")]).toEqual([false, true]);
  });

  test("whether there is something to store", () => {
    expect(stateOf("r a").isUnstored).toBe(false);
    expect(stateOf("e a").isUnstored).toBe(true);
    expect(stateOf("- make").isUnstored).toBe(true);
    expect(stateOf("e a", "s ").isUnstored).toBe(false);
    expect(stateOf("e a", "s engine", "e b").isUnstored).toBe(true);
    expect(stateOf("e a", "s engine", "s ").stores).toBe(2);
    expect(stateOf("n once").isReminded).toBe(true);
  });
});

describe("a session's file", () => {
  function storeWith(text: string, modifiedMs: number) {
    const written: string[] = [];
    const files = {
      readEnd: () => ({ text, modifiedMs }),
      append: (_: string, added: string) => written.push(added) > 0,
    };
    return { written, store: new SessionStore(files as never, "/kb", () => "terminal") };
  }

  test("counts until it was idle for hours, and says so with the next update", () => {
    const { store } = storeWith("e a.ts\n", 1000);
    expect(store.load("s", 1000 + SESSION_IDLE_MS).state.edited.size).toBe(1);
    const { store: later, written } = storeWith("e a.ts\n", 1000);
    const now = 1001 + SESSION_IDLE_MS;
    const memory = later.load("s", now);
    expect(memory.state.edited.size).toBe(0);
    later.append("s", [{ kind: "r", value: "b.ts" }], memory);
    expect(written).toEqual([`! ${now}\nr b.ts\n`]);
    const state = parsed(`e a.ts\n${written.join("")}`);
    expect([[...state.read], [...state.edited]]).toEqual([["b.ts"], []]);
  });

  test("is forgotten after hours, but for what a conversation holds that is resumed", () => {
    const now = 1001 + SESSION_IDLE_MS;
    const { store } = storeWith("i one\ne a.ts\n", 1000);
    const [anew, resumed] = [store.load("s", now), store.load("s", now, true)];
    expect([anew.wasInjected("one", ""), resumed.wasInjected("one", "")]).toEqual([false, true]);
    expect([anew.state.edited.size, resumed.state.edited.size]).toEqual([0, 0]);
  });

  test("that ends within a line goes on behind it, and the line counts no more", () => {
    const place = "d /a\t/a\tacme/engine\n";
    for (const torn of ["d /a\t/a\tac", "i ke", "e src/pa", "+ npm te", "s", "r ", "="]) {
      const { store, written } = storeWith(`i one\n${torn}`, 1000);
      store.append("s", [{ kind: "r", value: "b.ts" }], store.load("s", 1000));
      const text = `i one\n${torn}${written.join("")}`;
      expect(parsed(text)).toEqual(parsed("i one\nr b.ts\n"));
      const memory = new SessionMemory([text]);
      expect([memory.isTorn, memory.place("/a"), memory.wasInjected("ke", "")]).toEqual([false, null, false]);
      expect(new SessionMemory([text + place]).place("/a")?.keys).toEqual(["acme/engine"]);
    }
    const { store, written } = storeWith("i one\n", 1000);
    store.append("s", [{ kind: "r", value: "b.ts" }], store.load("s", 1000));
    expect(written).toEqual(["r b.ts\n"]);
  });
});

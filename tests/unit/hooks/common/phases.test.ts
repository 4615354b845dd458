// What a session's lines add up to, as far as hooks go by it: the phase of the work, what is unstored, which notes the
// conversation holds.

import { describe, expect, it } from "vitest";
import { SessionMemory } from "../../../../src/events/session-memory.ts";
import { formatUpdates, type SessionState, type SessionUpdate } from "../../../../src/events/session-state.ts";

function stateAfter(...lines: readonly string[]): SessionState {
  const updates = lines.map((line) => ({ kind: line[0], value: line.slice(2) }) as SessionUpdate);
  return new SessionMemory([formatUpdates(updates)]).state;
}

describe("the phase of a session", () => {
  it.each([
    ["Research", []],
    ["Research", ["r a.ts", "x ls", "r b.ts"]],
    ["Research", ["+ npm test"]],
    ["Build", ["r a.ts", "e a.ts"]],
    ["Build", ["e a.ts", "x ls", "e a.ts"]],
    ["Build", ["- npm test", "e a.ts"]],
    ["Verify", ["e a.ts", "x ls"]],
    ["Verify", ["e a.ts", "+ npm test"]],
    ["Verify", ["- npm test", "+ npm test"]],
    ["Verify", ["e a.ts", "+ npm test", "r b.ts"]],
    ["Debug", ["- npm test"]],
    ["Debug", ["e a.ts", "+ tsc", "- npm test", "r b.ts", "x ls"]],
  ])("is %s after %j", (phase, lines) => {
    expect(stateAfter(...lines).phase).toBe(phase);
  });
});

describe("what is unstored", () => {
  it("is what was edited and what failed since the last store", () => {
    const state = stateAfter("e a.ts", "- make", "s notes", "e b.ts", "e b.ts");
    expect([...state.editedSince]).toEqual(["b.ts"]);
    expect([...state.edited]).toEqual(["a.ts", "b.ts"]);
    expect(state.failedSince).toBe(null);
    expect(state.isUnstored).toBe(true);
    expect(stateAfter("- make", "+ make").failedSince).toBe("make");
  });
});

describe("an edit of which nothing has come", () => {
  it("is none, unless the file was edited before", () => {
    expect(stateAfter("e a.ts", "u a.ts")).toMatchObject({ isUnstored: false, phase: "Research" });
    expect([...stateAfter("e a.ts", "e a.ts", "u a.ts").editedSince]).toEqual(["a.ts"]);
    expect([...stateAfter("e a.ts", "s notes", "e a.ts", "u a.ts").editedSince]).toEqual([]);
    expect([...stateAfter("e a.ts", "s notes", "e a.ts", "u a.ts").edited]).toEqual(["a.ts"]);
    expect(stateAfter("- make", "e a.ts", "u a.ts", "u a.ts").isUnstored).toBe(true);
  });

  it("is known by the file, which is what it was before", () => {
    expect(stateAfter("v 1 a.ts", "e a.ts", "v 1 a.ts", "e a.ts", "u a.ts").edited.size).toBe(0);
    expect(stateAfter("v 1 a.ts", "e a.ts", "v 2 a.ts", "e a.ts", "u a.ts").edited.size).toBe(1);
  });
});

describe("which notes a conversation holds", () => {
  it("are those injected into the main one, the last one at the end, with their topics", () => {
    const state = stateAfter(
      "i k1",
      "t one",
      "i k2 agent",
      "t two",
      "i k3",
      "t three",
      "t four",
      "i k1",
      "t one",
      "i summary-x",
    );
    expect([...state.inUse]).toEqual([
      ["k3", "three"],
      ["k1", "one"],
    ]);
    expect(state.injected.has("k2")).toBe(false);
    expect(state.injected.has("k2 agent")).toBe(true);
  });

  it("are none once it was emptied, while subagents keep theirs", () => {
    const state = stateAfter("i k1", "t one", "i k2 agent", "t two", "= compact");
    expect(state.inUse.size).toBe(0);
    expect(state.injected.has("k1")).toBe(false);
    expect(state.injected.has("k2 agent")).toBe(true);
    expect([...state.topics]).toEqual([
      ["one", 1],
      ["two", 1],
    ]);
  });

  it("survive lines that others wrote between, damaged ones, and one that is being written", () => {
    const state = new SessionMemory(["i k1\nt one\n\u0000\u0001\nzz\ni\n? what\ni k2\nt two\nt thr"]).state;
    expect([...state.inUse.keys()]).toEqual(["k1", "k2"]);
    expect([...state.topics.keys()]).toEqual(["one", "two"]);
  });
});

// The quick answers about a session against what all of its lines add up to.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SessionMemory } from "../../../../src/features/hooks/session-memory.ts";
import { formatUpdates, SessionState, type SessionUpdate } from "../../../../src/features/hooks/session-state.ts";

const KEYS = ["one", "two", "on", "e"];
const AGENTS = ["", "agent", "a b", "line\nbreak"];

const update: fc.Arbitrary<SessionUpdate> = fc.oneof(
  fc.record({
    kind: fc.constant("i" as const),
    value: fc.constantFrom(...KEYS.flatMap((key) => AGENTS.map((agent) => `${key} ${agent}`.trim()))),
  }),
  fc.record({
    kind: fc.constantFrom("=", "!", "~", "t", "r", "x") as fc.Arbitrary<"=">,
    value: fc.constantFrom("", "one", "two", "i one"),
  }),
);

describe("a session's memory", () => {
  test("tells what was injected as the state does", () => {
    const property = fc.property(fc.array(update, { maxLength: 30 }), fc.nat(12), (updates, cut) => {
      const text = formatUpdates(updates);
      const written = text.slice(0, Math.max(0, text.length - cut));
      const [memory, state] = [new SessionMemory(written), SessionState.parse(written)];
      for (const key of KEYS) {
        for (const agent of AGENTS) {
          const name = agent === "" ? key : `${key} ${agent}`.replace("\n", " ");
          expect([name, memory.wasInjected(key, agent)]).toEqual([name, state.injected.has(name)]);
        }
      }
      expect(memory.state).toEqual(state);
    });
    fc.assert(property, { numRuns: 500, seed: 5 });
  });

  test("knows the last that was looked up about a directory, since it began", () => {
    const memory = new SessionMemory(
      "d /old\t/old\tk\n~ 5\nd /a/b\t/a\tacme/a, a-12\nd /tmp\t\t\nd /a/b\t/a\tacme/b\nd /half\t/ha",
    );
    expect(memory.place("/a/b")).toEqual({ directory: "/a/b", root: "/a", keys: ["acme/b"] });
    expect(memory.place("/tmp")).toEqual({ directory: "/tmp", root: null, keys: [] });
    for (const directory of ["/old", "/half", "/a", "/b", ""]) expect(memory.place(directory)).toBeNull();
  });

  test("says what is news", () => {
    const memory = new SessionMemory("r a.ts\ne a.ts\nx \n");
    const updates: SessionUpdate[] = [
      { kind: "r", value: "a.ts" },
      { kind: "r", value: "a.tsx" },
      { kind: "e", value: "a.ts" },
      { kind: "x", value: "" },
    ];
    expect(memory.news(updates).map(({ kind, value }) => `${kind} ${value}`)).toEqual(["r a.tsx", "e a.ts"]);
    expect(new SessionMemory("x \ne a.ts\n").news([{ kind: "x", value: "" }])).toHaveLength(1);
  });
});

// The quick answers about a session against what all of its lines add up to.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { followedSession, SessionMemory } from "../../../src/events/session-memory.ts";
import { formatUpdates, type SessionUpdate } from "../../../src/events/session-state.ts";
import { runs } from "../../support/runs.ts";

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
  test("tells what was injected, by its own reading of the lines", () => {
    const property = fc.property(fc.array(update, { maxLength: 30 }), fc.nat(12), (updates, cut) => {
      const text = formatUpdates(updates);
      const written = text.slice(0, Math.max(0, text.length - cut));
      const memory = new SessionMemory([written]);
      const lines = written.slice(0, written.lastIndexOf("\n") + 1).split("\n");
      const begun = lines.slice(lines.findLastIndex((line) => line.startsWith("! ")) + 1);
      const conversation = begun.slice(begun.findLastIndex((line) => line.startsWith("= ")) + 1);
      for (const key of KEYS) {
        for (const agent of AGENTS) {
          const line = agent === "" ? `i ${key}` : `i ${key} ${agent}`.replace("\n", " ");
          const isThere = (agent === "" ? conversation : begun).includes(line);
          expect([line, memory.wasInjected(key, agent)]).toEqual([line, isThere]);
        }
      }
    });
    fc.assert(property, { numRuns: runs(500), seed: 5 });
  });

  test("knows the last that was looked up about a directory, since it began", () => {
    const memory = new SessionMemory([
      "d /old\t/old\tk\n~ 5\nd /a/b\t/a\tacme/a, a-12\nd /tmp\t\t\nd /a/b\t/a\tacme/b\nd /half\t/ha",
    ]);
    expect(memory.place("/a/b")).toEqual({ directory: "/a/b", root: "/a", keys: ["acme/b"] });
    expect(memory.place("/tmp")).toEqual({ directory: "/tmp", root: null, keys: [] });
    for (const directory of ["/old", "/half", "/a", "/b", ""]) expect(memory.place(directory)).toBeNull();
  });

  test("says what is news", () => {
    const memory = new SessionMemory(["r a.ts\ne a.ts\nx \n"]);
    const updates: SessionUpdate[] = [
      { kind: "r", value: "a.ts" },
      { kind: "r", value: "a.tsx" },
      { kind: "e", value: "a.ts" },
      { kind: "x", value: "" },
    ];
    expect(memory.news(updates).map(({ kind, value }) => `${kind} ${value}`)).toEqual(["r a.tsx", "e a.ts"]);
    expect(new SessionMemory(["x \ne a.ts\n"]).news([{ kind: "x", value: "" }])).toHaveLength(1);
  });

  /** All that may be asked of a memory, with answers. */
  function answersOf(memory: SessionMemory): unknown {
    const { isTorn, hasSummary, state } = memory;
    const injected = KEYS.flatMap((key) => AGENTS.map((agent) => memory.wasInjected(key, agent)));
    const news = memory.news(["one", "two", "i one"].map((value) => ({ kind: "r", value })));
    const isRunNews = memory.news([{ kind: "x", value: "" }]).length > 0;
    return { isTorn, hasSummary, state, injected, news, isRunNews, places: ["/a", "/b"].map((at) => memory.place(at)) };
  }

  test("of a server answers the same, in whatever pieces the lines come and whenever it is asked", () => {
    const line = fc.oneof(
      update.map((each) => formatUpdates([each])),
      fc.constantFrom(
        "i one",
        "r one",
        "x ",
        "d /a\t/a\tk",
        "d /a\t/a\tk\n",
        "d /a\t/\tl, m\n",
        "d /b\t\t\n",
        "d /b\n",
        "d \n",
        "i summary-5\n",
        "= \n",
        "\x18\n",
        "\n",
      ),
    );
    const property = fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.array(fc.nat(40)),
      fc.nat(3),
      (lines, cuts, every) => {
        const text = lines.join("");
        const pieces: string[] = [];
        let at = 0;
        for (const length of [...cuts, text.length]) {
          pieces.push(text.slice(at, at + length));
          at += length;
          if (pieces.length % (every + 1) !== 0) continue;
          expect(answersOf(followedSession(pieces))).toEqual(answersOf(new SessionMemory([pieces.join("")])));
        }
        expect(answersOf(followedSession(pieces))).toEqual(answersOf(new SessionMemory([text])));
      },
    );
    fc.assert(property, { numRuns: runs(500), seed: 5 });
  });
});

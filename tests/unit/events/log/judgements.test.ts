// What was judged of notes, added up.

import { describe, expect, test } from "vitest";
import type { LoggedEvent, NewEvent } from "../../../../src/events/log/event-types.ts";
import { edgeKey, effectiveness, judgedOf, judgements } from "../../../../src/events/log/judgements.ts";

function folded(...events: readonly NewEvent[]) {
  const state = judgements.empty();
  const head = { session: "s", agent: "", project: [] };
  events.forEach((event, at) => {
    judgements.take(state, { ...head, ...event, id: String(at), at } as LoggedEvent);
  });
  return state;
}

const judged = (note: string, verdict: "helped" | "misled", task: string): NewEvent => ({
  type: "feedback",
  note,
  verdict,
  task,
  by: "assistant",
});

describe("judgements", () => {
  test("count once for a task and a note, and the first one counts", () => {
    const state = folded(judged("a", "helped", "1"), judged("a", "misled", "1"), judged("a", "helped", "2"));
    expect(judgedOf(state, ["a"])).toEqual({ helped: 2, misled: 0, last: 2 });
  });

  test("of merged notes are added", () => {
    const state = folded(judged("a", "helped", "1"), judged("b", "misled", "1"));
    expect(judgedOf(state, ["a", "b", "unknown"])).toEqual({ helped: 1, misled: 1, last: 1 });
  });

  test("come out of a snapshot as they went in", () => {
    const edge: NewEvent = { type: "edge", from: "b", to: "a", kind: "similar", weight: 2 };
    const state = folded(judged("a", "helped", "1"), edge);
    const copy = judgements.decode(JSON.parse(JSON.stringify(judgements.encode(state))));
    expect(copy).toEqual(state);
    expect(judgements.decode(JSON.parse(JSON.stringify(judgements.encode(judgements.empty()))))).toEqual(
      judgements.empty(),
    );
  });
});

describe("relations", () => {
  const edge = (from: string, to: string, kind: "causes" | "similar", weight = 1): NewEvent => ({
    type: "edge",
    from,
    to,
    kind,
    weight,
  });

  test("have their weights added, in both directions where they have none", () => {
    const { edges } = folded(edge("a", "b", "similar"), edge("b", "a", "similar", 2), edge("b", "a", "causes"));
    expect(edges.get(edgeKey("a", "b", "similar"))?.weight).toBe(3);
    expect(edges.get(edgeKey("a", "b", "causes"))).toBeUndefined();
    expect(edges.get(edgeKey("b", "a", "causes"))?.weight).toBe(1);
  });

  test("of a note with itself are none", () => {
    expect(folded(edge("a", "a", "similar")).edges.size).toBe(0);
  });
});

test("effectiveness is a half without judgements, and never 0 or 1", () => {
  expect(effectiveness({ helped: 0, misled: 0 })).toBe(0.5);
  expect(effectiveness({ helped: 4, misled: 1 })).toBeCloseTo(5 / 7);
  expect(effectiveness({ helped: 0, misled: 9 })).toBeGreaterThan(0);
});

test("a relation is taken back by a weight below zero, and is then no less than gone", () => {
  const relation = { type: "edge", from: "a", to: "b", kind: "causes" } as const;
  const weights = (...all: number[]) => {
    const { edges } = folded(...all.map((weight) => ({ ...relation, weight })));
    return Array.from(edges.values(), ({ weight }) => weight);
  };
  expect([weights(1, 0.5), weights(1, -1), weights(1, -1, -1, 2), weights(-1)]).toEqual([[1.5], [0], [2], [0]]);
});

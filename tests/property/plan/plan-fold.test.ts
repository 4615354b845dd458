// What became of plans, by their events: in any order in which processes write, written twice, and through snapshots.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { LoggedEvent } from "../../../src/events/log/event-types.ts";
import { type PlanFold, planFold } from "../../../src/plan/plan-fold.ts";
import { runs } from "../../support/runs.ts";

const HEAD = { session: "s1", agent: "", project: ["shop-12345678"] };

type Step = {
  readonly task: string;
  readonly workspace: string;
  readonly how: "delivered" | "blocked" | "released" | "expired";
};

const step: fc.Arbitrary<Step> = fc.record({
  task: fc.constantFrom("001", "002", "003"),
  workspace: fc.constantFrom("a", "b", "c", "d"),
  how: fc.constantFrom("delivered", "blocked", "released", "expired"),
});

/** The events of workspaces, each of which begins and ends once. */
function eventsOf(steps: readonly Step[]): LoggedEvent[][] {
  const seen = new Set<string>();
  return steps.flatMap(({ task, workspace, how }, at) => {
    const id = `${workspace}${task}`;
    if (seen.has(id)) return [];
    seen.add(id);
    const head = { ...HEAD, plan: "p", task };
    const started = { ...head, id: `e${at}s`, at: at * 10, type: "workspace", workspace: id, how: "started" } as const;
    const ended = { ...head, id: `e${at}e`, at: at * 10 + 5, type: "workspace", workspace: id, how } as const;
    const reported =
      how === "delivered" || how === "blocked"
        ? [
            {
              ...head,
              id: `e${at}r`,
              at: at * 10 + 4,
              type: "task",
              status: how,
              workspace: id,
              report: `r${at}`,
            } as const,
          ]
        : [];
    return [[started, ...reported, ended]];
  });
}

function folded(events: readonly LoggedEvent[]): PlanFold {
  const state = planFold.empty();
  for (const event of events) planFold.take(state, event);
  return state;
}

/** What counts: who is active, what is delivered, which workspaces are over. */
function told(state: PlanFold) {
  return [...(state.plans.get("p")?.tasks ?? [])]
    .map(([seq, { delivered, running, ended }]) => ({
      seq,
      isDelivered: delivered !== null,
      running: [...running.keys()].sort(),
      ended: [...ended.keys()].sort(),
    }))
    .sort((a, b) => (a.seq < b.seq ? -1 : 1));
}

/** Several lists in one, each in its order. */
function interleaved(lists: readonly (readonly LoggedEvent[])[], picks: readonly number[]): LoggedEvent[] {
  const left = lists.map((list) => [...list]);
  const found: LoggedEvent[] = [];
  for (let at = 0; left.some((list) => list.length > 0); at++) {
    const open = left.filter((list) => list.length > 0);
    found.push(open[(picks[at % picks.length] ?? 0) % open.length]!.shift()!);
  }
  return found;
}

test("in whatever order workspaces write, the same ones are active, over and delivered", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 12 }),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 40 }),
      (steps, picks) => {
        const lists = eventsOf(steps);
        expect(told(folded(interleaved(lists, picks)))).toEqual(told(folded(lists.flat())));
      },
    ),
    { numRuns: runs(500) },
  );
});

test("events that are there twice, as after an import, change nothing", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 12 }),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 40 }),
      (steps, picks) => {
        const events = interleaved(eventsOf(steps), picks);
        expect(told(folded([...events, ...events]))).toEqual(told(folded(events)));
      },
    ),
    { numRuns: runs(300) },
  );
});

test("a snapshot holds all of it, and folding goes on behind it", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.nat(40), (steps, cut) => {
      const events: LoggedEvent[] = [
        { ...HEAD, id: "e", at: 1, type: "plan", plan: "p", how: "saved" },
        ...eventsOf(steps).flat(),
        { ...HEAD, id: "f", at: 900, type: "plan", plan: "p", how: "approved" },
      ];
      const early = folded(events.slice(0, cut));
      const through = planFold.decode(JSON.parse(JSON.stringify(planFold.encode(early))));
      for (const event of events.slice(cut)) planFold.take(through, event);
      expect(through).toEqual(folded(events));
    }),
    { numRuns: runs(200) },
  );
});

test("a delivered task stays delivered when a second workspace of it is left behind or blocked", () => {
  const head = { ...HEAD, plan: "p", task: "001" };
  const state = folded([
    { ...head, id: "1", at: 1, type: "workspace", workspace: "a", how: "started" },
    { ...head, id: "2", at: 2, type: "workspace", workspace: "b", how: "started" },
    { ...head, id: "3", at: 3, type: "task", status: "delivered", workspace: "a", report: "r" },
    { ...head, id: "4", at: 4, type: "task", status: "blocked", workspace: "b", report: "q" },
    { ...head, id: "5", at: 5, type: "workspace", workspace: "b", how: "blocked" },
  ]);
  const facts = state.plans.get("p")!.tasks.get("001")!;
  expect([facts.delivered?.report, facts.blocked, facts.running.size]).toEqual(["r", null, 0]);
  planFold.take(state, { ...head, id: "6", at: 6, type: "task", status: "reopened", workspace: "" });
  expect(facts.delivered).toBeNull();
});

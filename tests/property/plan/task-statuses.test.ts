// Where tasks stand, over random graphs with missing, self and cyclic dependencies, against a model that is written
// differently: it plays the plan, round by round, and looks at which tasks ever get done.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Task } from "../../../src/plan/documents/plan-documents.ts";
import { type PlanState, type TaskFact, taskStatuses } from "../../../src/plan/documents/task-statuses.ts";
import { runs } from "../../support/runs.ts";

interface World {
  readonly tasks: readonly Task[];
  readonly facts: ReadonlyMap<string, TaskFact>;
}

const seqOf = (number: number) => String(number).padStart(3, "0");

const world: fc.Arbitrary<World> = fc.integer({ min: 1, max: 9 }).chain((count) =>
  fc
    .array(
      fc.record({
        // Up to two of them name tasks that there are not; a task may name itself and any other.
        depends: fc.array(fc.integer({ min: 1, max: count + 2 }), { maxLength: 3 }),
        state: fc.constantFrom<TaskFact["state"]>(
          "open",
          "open",
          "open",
          "active",
          "delivered",
          "delivered",
          "blocked",
        ),
      }),
      { minLength: count, maxLength: count },
    )
    .map((rows) => ({
      tasks: rows.map(({ depends }, at) => ({
        seq: seqOf(at + 1),
        slug: `task-${at + 1}`,
        objective: "do it",
        delta: [`src/${at + 1}.ts`],
        verify: "npm test",
        depends: depends.map(seqOf),
        budget: 7,
        writes: [],
      })),
      facts: new Map(
        rows.map(({ state }, at) => [seqOf(at + 1), { state, text: state === "blocked" ? "no key" : "" }]),
      ),
    })),
);

/** Which tasks get done if everybody goes on as long as something can: what is active ends well, what is ready begins. */
function played({ tasks, facts }: World, frees: (seq: string) => boolean): Set<string> {
  const done = new Set<string>();
  for (let round = 0; round <= tasks.length; round++) {
    for (const { seq, depends } of tasks) {
      const state = facts.get(seq)?.state ?? "open";
      if (state === "delivered" || state === "active" || frees(seq)) done.add(seq);
      else if (state === "open" && depends.every((each) => done.has(each))) done.add(seq);
    }
  }
  return done;
}

function modelStatus(all: World, { seq, depends }: Task): string {
  const stateOf = (each: string) => all.facts.get(each)?.state ?? "open";
  if (stateOf(seq) !== "open") return stateOf(seq);
  const known = (each: string) => all.tasks.some((task) => task.seq === each);
  if (depends.filter((each) => !(known(each) && stateOf(each) === "delivered")).length === 0) return "ready";
  return played(all, () => false).has(seq) ? "waiting" : "stuck";
}

function modelState(all: World, statuses: readonly string[]): PlanState {
  if (statuses.every((status) => status === "delivered")) return "complete";
  if (statuses.includes("ready") || statuses.includes("active")) return "active";
  // Would all get done if what is blocked were?
  const isBlocked = (seq: string) => all.facts.get(seq)?.state === "blocked";
  return played(all, isBlocked).size === all.tasks.length ? "all-blocked" : "stuck";
}

test("statuses and the state of the plan are those of the model", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(world, (all) => {
      const { state, tasks } = taskStatuses(all.tasks, all.facts);
      const expected = all.tasks.map((task) => modelStatus(all, task));
      expect(tasks.map(({ status }) => status)).toEqual(expected);
      expect(state).toBe(modelState(all, expected));
      for (const each of [state, ...expected]) seen.add(each);
    }),
    { numRuns: runs(3000) },
  );
  expect([...seen].sort()).toEqual(
    ["complete", "active", "stuck", "all-blocked", "waiting", "ready", "delivered", "blocked"].sort(),
  );
});

test("what waits or is stuck says why, and nothing else does; the way in the reason is one of the graph", () => {
  fc.assert(
    fc.property(world, (all) => {
      for (const { task, status, reason, waitsFor } of taskStatuses(all.tasks, all.facts).tasks) {
        const isHeld = status === "waiting" || status === "stuck";
        expect([reason !== "", waitsFor.length > 0]).toEqual([isHeld, isHeld]);
        if (!isHeld) continue;
        const way = [...reason.matchAll(/\b\d{3}\b/g)].map(([seq]) => seq);
        expect(way[0]).toBe(task.seq);
        for (const [at, seq] of way.slice(1).entries()) {
          const before = all.tasks.find((each) => each.seq === way[at]);
          expect(before?.depends).toContain(seq);
          expect(all.facts.get(seq)?.state).not.toBe("delivered");
        }
        // A waiting task never blames what cannot be done, and a stuck one always does.
        expect(/blocked|there is not|itself|round and round/.test(reason)).toBe(status === "stuck");
      }
    }),
    { numRuns: runs(2000) },
  );
});

// What a server runs while nobody asks: it steps aside for whoever does, ends, and fails in silence. Time is the
// test's.

import { expect, test } from "vitest";
import { type Step, WarmUp } from "../../../../src/surfaces/mcp/warm-up.ts";

/**
 * A clock that goes on by what sleeps and steps take, and a warm-up by it. `onSleep` is called at the beginning of each
 * sleep.
 */
function world(steps: Iterable<Step>, options: { isAsked?: () => boolean; onSleep?: () => void } = {}) {
  const state = { now: 1000, processor: 0 };
  const sleeps: number[] = [];
  const warmUp = new WarmUp({
    steps,
    isAsked: options.isAsked ?? (() => false),
    now: () => state.now,
    processorMs: () => state.processor,
    async sleep(milliseconds) {
      sleeps.push(milliseconds);
      state.now += milliseconds;
      options.onSleep?.();
    },
  });
  return { warmUp, state, sleeps };
}

/** So many steps, each of which takes a while; what was run is in `ran`. */
function stepsOf(count: number, onStep: (at: number) => void = () => undefined) {
  const ran: number[] = [];
  const steps = Array.from({ length: count }, (_, at) => () => {
    ran.push(at);
    onStep(at);
  });
  return { steps, ran };
}

test("runs its steps in order, with a pause behind each slice", async () => {
  const { steps, ran } = stepsOf(6, () => {
    state.now += 0.4;
  });
  const { warmUp, state, sleeps } = world(steps);
  await warmUp.run();
  expect(ran).toEqual([0, 1, 2, 3, 4, 5]);
  // Two steps of 0.4 ms make a slice of 0.7 ms full.
  expect(sleeps).toEqual([1, 1, 1]);
});

test("begins nothing while somebody waits for an answer, and goes on behind it", async () => {
  let open = 0;
  const { steps, ran } = stepsOf(4, (at) => {
    state.now += 2;
    if (at === 1) open = 3;
  });
  const seen: number[] = [];
  const { warmUp, state } = world(steps, {
    isAsked: () => open > 0,
    onSleep: () => {
      if (open > 0) seen.push(ran.length);
      open = Math.max(0, open - 1);
    },
  });
  await warmUp.run();
  expect(ran).toEqual([0, 1, 2, 3]);
  expect(seen).toEqual([2, 2, 2]);
});

test("waits a while behind what was asked a moment ago", async () => {
  const { steps, ran } = stepsOf(2, (at) => {
    state.now += 2;
    if (at === 0) warmUp.asked();
  });
  const { warmUp, state, sleeps } = world(steps);
  await warmUp.run();
  expect(ran).toEqual([0, 1]);
  expect(sleeps).toEqual([1, 15]);
});

test("is given up when the server is always asked", async () => {
  const { steps, ran } = stepsOf(3);
  const { warmUp, sleeps } = world(steps, { isAsked: () => true });
  await warmUp.run();
  expect(ran).toEqual([]);
  expect(sleeps.length).toBeLessThan(500);
});

test("ends when it has had its processor time", async () => {
  const { steps, ran } = stepsOf(1000, () => {
    state.now += 1;
    state.processor += 10;
  });
  const { warmUp, state } = world(steps);
  await warmUp.run();
  expect(ran.length).toBe(12);
});

test("goes on behind a step that fails, whichever way, and survives steps that cannot be made", async () => {
  const ran: string[] = [];
  function* steps(): Generator<Step> {
    yield () => {
      throw new Error("at once");
    };
    yield () => Promise.reject(new Error("later"));
    yield () => ran.push("done");
    throw new Error("no more");
  }
  await world(steps()).warmUp.run();
  expect(ran).toEqual(["done"]);
});

test("lets its steps tidy up when it ends early", async () => {
  const ended: string[] = [];
  function* steps(): Generator<Step> {
    try {
      for (;;) yield () => (state.processor += 100);
    } finally {
      ended.push("tidy");
    }
  }
  const { warmUp, state } = world(steps());
  await warmUp.run();
  expect(ended).toEqual(["tidy"]);
});

// learn assess: to go on, to try another way, or to ask.

import { beforeEach, describe, expect, test } from "vitest";
import { errorSignature, errorWordsOf } from "../../src/events/error-signature.ts";
import { type LearnCaller, LearnWorld } from "../support/learn-world.ts";

const TASK = { objective: "make the invoice export pass" };
const TYPES = "error[E0308]: mismatched types\n  --> src/export.rs:12:5";
const BORROW = "error[E0502]: cannot borrow `rows` as mutable\n  --> src/export.rs:40:9";

let world: LearnWorld;
let one: LearnCaller;

beforeEach(() => {
  world = new LearnWorld();
  one = world.session();
});

const assess = (values: Record<string, unknown> = {}) => one.data("assess", { ...TASK, ...values });

test("action=assess: nothing tried, go on; to ask records nothing", async () => {
  const answer = await one.answer("assess", TASK);
  expect([answer.operation, answer.data()]).toEqual([
    undefined,
    { recommendation: "continue", reason: "no try has failed", attempts: 0, suggested_pivot: "", pattern: null },
  ]);
  expect(await assess()).toMatchObject({ attempts: 0 });
});

test("error: twice the same at another place, pivot, with the pattern that fits best", async () => {
  const id = await one.remember("invoice export pass of mismatched types", "convert at the boundary", {
    type: "pattern",
  });
  await one.remember("invoice export of kittens", "brush them", { type: "failure" });
  expect(await assess({ approach: "cast it", error: TYPES })).toMatchObject({
    recommendation: "continue",
    attempts: 1,
  });
  const moved = TYPES.replace("12:5", "99:1");
  expect(await one.text("assess", { ...TASK, approach: "cast it again", error: moved })).toBe(
    `pivot: the same error came twice: try another way (2 failed tries)\n  a pattern that fits: @${id} (not judged yet) invoice export pass of mismatched types → convert at the boundary`,
  );
  expect(await assess()).toEqual({
    recommendation: "pivot",
    reason: "the same error came twice: try another way",
    attempts: 2,
    suggested_pivot: "convert at the boundary",
    pattern: { id, name: "invoice-export-pass-mismatched" },
  });
  // What was suggested may be judged.
  expect(
    await one.data("feedback", { helped: id, evidence: "converted the mismatched types at the boundary" }),
  ).toMatchObject({
    helped: 1,
  });
});

test("three times the same error: escalate, also with others between", async () => {
  await assess({ error: TYPES });
  await assess({ error: BORROW });
  await assess({ error: TYPES });
  expect(await assess({ error: TYPES })).toMatchObject({
    recommendation: "escalate",
    reason: "the same error came 3 times: ask, or say that it is blocked",
    attempts: 4,
  });
});

test("five failed tries: escalate, however they failed", async () => {
  for (const what of ["alpha", "beta", "gamma", "delta"]) {
    expect(await assess({ error: `cannot find ${what}` })).toMatchObject({
      recommendation: "continue",
      reason:
        what === "alpha"
          ? "one try failed so far"
          : expect.stringMatching(/^\d tries failed, no other one with the error/),
    });
  }
  expect(await assess({ error: "cannot find epsilon" })).toMatchObject({
    recommendation: "escalate",
    reason: "5 tries failed: ask, or say that it is blocked",
  });
});

test("ok: a try that worked begins anew, and each task counts for itself", async () => {
  await assess({ error: TYPES });
  await assess({ error: TYPES });
  expect(await one.data("assess", { objective: "another task", error: TYPES })).toMatchObject({ attempts: 1 });
  expect(await assess({ ok: true })).toMatchObject({ recommendation: "continue", attempts: 0 });
  expect(await assess({ error: TYPES })).toMatchObject({ recommendation: "continue", attempts: 1 });
});

test("objective: other sessions' tries of the task count", async () => {
  await assess({ error: TYPES });
  const other = world.session({ session: "s2" });
  expect(await other.data("assess", { ...TASK, error: TYPES })).toMatchObject({ recommendation: "pivot" });
});

test("tries of a week ago count no more", async () => {
  await assess({ error: TYPES });
  world.later(6);
  await assess({ error: TYPES });
  expect(await assess()).toMatchObject({ recommendation: "pivot", attempts: 2 });
  world.later(2);
  expect(await assess()).toMatchObject({ recommendation: "continue", attempts: 1 });
});

test("approach: no text of it, of the task or the error is in the log", async () => {
  await assess({ approach: "secret approach", error: "error: secret thing" });
  const lines: string[] = [];
  world.log.read({ event: (_, line) => lines.push(line) });
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toMatch(/secret|invoice/);
});

test("ok and an error cannot both be", async () => {
  await expect(one.text("assess", { ...TASK, ok: true, error: TYPES })).rejects.toThrow("ok and error cannot both be");
});

describe("the signature of an error", () => {
  test.each([
    [TYPES, "E0308 mismatched types", "e0308 mismatched types"],
    ["src/a.ts(12,5): error TS2322: Type 'a' is not assignable", "TS2322 Type 'a' is not assignable", null],
    [
      "FAILED tests/test_a.py::test_x - AssertionError: 3 != 4",
      "FAILED tests/b/test_a.py::test_x - AssertionError: 5 != 6",
      null,
    ],
    ["\u001b[31mError: timeout of 2000ms\u001b[0m", "Error: timeout of 50ms", "timeout of"],
    [
      "compiling\nrunning 3 tests\nerror: aborting due to 2 previous errors\nError: Cannot find module './x/y'",
      "Cannot find module '../../z'",
      null,
    ],
    ["segfault at 0x7ffe12 in worker 1234567890ab", "segfault at 0xdead in worker abcdef012345", null],
  ])("is of its words: %j", (text, other, words) => {
    expect(errorSignature(text)).toBe(errorSignature(other));
    if (words !== null) expect(errorWordsOf(text)).toBe(words);
    expect(errorSignature(text)).toMatch(/^[0-9a-z]+$/);
  });

  test("tells errors apart, and is empty for nothing", () => {
    expect(errorSignature(TYPES)).not.toBe(errorSignature(BORROW));
    expect(errorSignature("cannot find name 'foo'")).not.toBe(errorSignature("cannot find name 'bar'"));
    expect(["", "\n\n", "12:30"].map(errorSignature)).toEqual(["", "", ""]);
  });
});

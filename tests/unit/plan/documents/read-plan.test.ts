// Plans and explorations from JSON: all spellings, and one clear line for each bad input.

import { describe, expect, test } from "vitest";
import { readExploration } from "../../../../src/plan/documents/read-exploration.ts";
import { PlanFlaw } from "../../../../src/plan/documents/read-json.ts";
import { plainSeq, readPlan, TASKS_MAX } from "../../../../src/plan/documents/read-plan.ts";

const TASK = {
  seq: "001",
  slug: "limit-retries",
  objective: "retry three times",
  delta: ["src/a.ts"],
  verify: "npm test",
};

const plan = (changed: object = {}) =>
  readPlan(JSON.stringify({ objective: "limit retries", tasks: [TASK], ...changed }));
const task = (changed: object) => plan({ tasks: [{ ...TASK, ...changed }] }).tasks[0]!;

/** The line with which something is refused. */
function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof PlanFlaw) return error.message;
    throw error;
  }
  throw new Error("it was accepted");
}

test("what is left out has its default", () => {
  expect(plan()).toEqual({
    objective: "limit retries",
    decision: "PROCEED",
    questions: [],
    framework: "",
    idioms: { required: [], forbidden: [] },
    tasks: [{ ...TASK, depends: [], budget: 7, writes: [] }],
  });
});

test.each([
  ["none", []],
  ["None", []],
  ["", []],
  [null, []],
  [[], []],
  ["001,002", ["001", "002"]],
  ["1, 2", ["001", "002"]],
  [
    ["001", 2],
    ["001", "002"],
  ],
  [3, ["003"]],
  [["none"], []],
])("depends=%j is %j", (depends, expected) => {
  expect(task({ depends }).depends).toEqual(expected);
});

test.each([
  [1, "001"],
  ["1", "001"],
  ["042", "042"],
  [" 7 ", "007"],
  [1234, "1234"],
  ["0", null],
  ["-1", null],
  ["1a", null],
  [1.5, null],
  [null, null],
])("seq %j is %j", (given, expected) => {
  expect(plainSeq(given)).toBe(expected);
});

test("one text is a list of one, `./` in front says nothing, a budget may be a text", () => {
  expect(task({ delta: "./src/a.ts", budget: "9" })).toMatchObject({ delta: ["src/a.ts"], budget: 9 });
});

test("questions without tasks ask first, whatever is said; tasks go on", () => {
  const asks = readPlan('{"objective": "x", "questions": ["Which clients?"]}');
  expect([asks.decision, asks.questions, plan({ questions: ["so?"] }).decision]).toEqual([
    "CLARIFY",
    ["Which clients?"],
    "PROCEED",
  ]);
  expect(readPlan('{"objective": "x", "decision": "clarify", "questions": "Which?"}').decision).toBe("CLARIFY");
});

describe("one line for each bad input", () => {
  const cases: readonly [string, () => unknown, RegExp][] = [
    ["no JSON", () => readPlan("{"), /^data is no JSON \(.+\): give e\.g\. \{/],
    ["a list", () => readPlan("[]"), /^data is no JSON object/],
    ["too long", () => readPlan(" ".repeat(600_000)), /^data has 600000 characters: at most/],
    ["no objective", () => plan({ objective: " " }), /^objective is missing: give e\.g\./],
    ["an unknown field", () => plan({ taskz: [] }), /^the plan has no field "taskz"; accepted: objective, /],
    ["an unknown field of a task", () => task({ files: [] }), /^tasks\[0\] has no field "files"; accepted: seq, /],
    ["an unknown idiom", () => plan({ idioms: { banned: [] } }), /^idioms has no field "banned"/],
    ["tasks that are no list", () => plan({ tasks: {} }), /^tasks is no list/],
    ["a task that is a text", () => plan({ tasks: ["x"] }), /^tasks\[0\] is no object/],
    ["too many tasks", () => plan({ tasks: Array(TASKS_MAX + 1).fill(TASK) }), /^201 tasks: at most 200/],
    ["a bad seq", () => task({ seq: "first" }), /^tasks\[0\]\.seq="first" is not accepted: give three digits/],
    ["no seq", () => task({ seq: undefined }), /^tasks\[0\]\.seq is missing/],
    ["a bad slug", () => task({ slug: "Limit Retries" }), /^tasks\[0\]\.slug="Limit Retries" is not accepted/],
    ["a bad dependency", () => task({ depends: "001,first" }), /^tasks\[0\]\.depends holds "first": give "none"/],
    ["a bad budget", () => task({ budget: "many" }), /^tasks\[0\]\.budget="many" is not accepted: give a whole number/],
    ["a bad decision", () => plan({ decision: "MAYBE" }), /^decision is neither "PROCEED" nor "CLARIFY"/],
    ["a path that is a number", () => task({ delta: [7] }), /^tasks\[0\]\.delta\[0\] is no text/],
    ["too many paths", () => task({ delta: Array(101).fill("a") }), /^tasks\[0\]\.delta has 101 items: at most 100/],
    [
      "a long verify",
      () => task({ verify: "x".repeat(5000) }),
      /^tasks\[0\]\.verify has 5000 characters: at most 4000/,
    ],
  ];
  test.each(cases)("%s", (_, read, expected) => {
    const line = refusal(read);
    expect(line).toMatch(expected);
    expect(line).not.toContain("\n");
  });
});

test("an exploration says what was given, and what was not", () => {
  const given = readExploration(
    '{"patterns": {"framework": "fastapi", "confidence": "0.8"}, "targets": {"functions": ["login", {"name": "logout", "file": "a.py", "line": "3"}]}}',
    "log in",
  );
  expect(given).toMatchObject({
    objective: "log in",
    directories: undefined,
    framework: "fastapi",
    confidence: 0.8,
    functions: [
      { name: "login", file: "", line: null, reason: "" },
      { name: "logout", file: "a.py", line: 3, reason: "" },
    ],
  });
  expect(refusal(() => readExploration('{"patterns": {"confidence": 2}}', ""))).toMatch(
    /^patterns\.confidence=2 is not/,
  );
  expect(refusal(() => readExploration('{"structure": []}', ""))).toMatch(/^structure is no object/);
  expect(refusal(() => readExploration('{"targets": {"functions": [{"name": "a", "line": -1}]}}', ""))).toMatch(
    /^targets\.functions\[0\]\.line=-1 is not accepted/,
  );
});

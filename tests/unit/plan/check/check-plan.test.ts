// What a plan is refused for, and what it is warned of.

import { describe, expect, test } from "vitest";
import { checkPlan, type TreeFacts } from "../../../../src/plan/check/check-plan.ts";
import type { Plan, Task } from "../../../../src/plan/documents/plan-documents.ts";

const TREE: TreeFacts = {
  ownPaths: [".claude/settings.json", ".mcp.json", "kb"],
  kindOf: (path) =>
    (({ src: "folder", "src/a.ts": "file", "app/{a,b}.ts": "file" })[path] as "file" | "folder" | null) ?? null,
};

function task(seq: string, changed: Partial<Task> = {}): Task {
  return {
    seq,
    slug: `task-${seq}`,
    objective: "do it",
    delta: [`src/${seq}.ts`],
    verify: "npm test",
    depends: [],
    budget: 7,
    writes: [],
    ...changed,
  };
}

function check(tasks: readonly Task[], changed: Partial<Plan> = {}) {
  const idioms = { required: [], forbidden: [] };
  return checkPlan(
    { objective: "o", decision: "PROCEED", questions: [], framework: "", idioms, tasks, ...changed },
    TREE,
  );
}

const errorsOf = (changed: Partial<Task>) => check([task("001", changed)]).errors;

test("a sound plan has neither", () => {
  expect(check([task("001"), task("002", { depends: ["001"] })])).toEqual({ errors: [], warnings: [] });
});

test("all that is wrong is told at once", () => {
  const tasks = [task("001", { depends: ["001", "009"], budget: 4 }), task("001", { delta: [], verify: "" })];
  expect(check(tasks).errors).toEqual([
    "seq 001 is given to several tasks: give each its own",
    "slug task-001 is given to several tasks: give each its own",
    "001 depends on itself",
    "001 depends on 009, which there is not",
    "001 budget 4 is not accepted: give 5 to 9 calls, or make two tasks of it",
    '001 delta is empty: name what may be changed, e.g. ["src/retry.ts"]',
    expect.stringMatching(/^001 verify is empty: give the command/),
  ]);
});

test("a circle is told with its way", () => {
  const tasks = [
    task("001", { depends: ["003"] }),
    task("002", { depends: ["001"] }),
    task("003", { depends: ["002"] }),
    task("004", { depends: ["003", "003"] }),
  ];
  expect(check(tasks).errors).toEqual(["004 depends on 003 twice", "a circle of dependencies: 001 → 003 → 002 → 001"]);
});

describe("delta", () => {
  test.each([
    ["/etc/passwd", /is absolute/],
    ["~/x", /is absolute/],
    ["C:\\x", /is absolute/],
    ["../x", /leaves the tree by \.\./],
    ["src/../../x", /leaves the tree/],
    [".", /empty name or a dot/],
    ["./", /empty name or a dot/],
    ["src//a.ts", /empty name or a dot/],
    [".git/hooks/pre-commit", /is git's own/],
    ["sub/.GIT/config", /is git's own/],
    ["src", /is a folder: give src\/ for all/],
    ["src/a.ts/", /is a file: give src\/a\.ts/],
    ["src/{a,b}.ts", /has braces/],
    ["!src/a.ts", /begins with !/],
    ["src/?.ts", /has \?/],
    ["src/**.ts", /\*\* within a name/],
    ["a\u0007b", /control character/],
    [".claude/settings.json", /helix's own or the client's/],
    [".MCP.json", /helix's own or the client's/],
    ["kb/plans/", /helix's own or the client's/],
  ])("%j is refused", (path, why) => {
    const [line, ...others] = errorsOf({ delta: [path] });
    expect(line).toMatch(/^001 delta /);
    expect(line).toMatch(why);
    expect(others).toEqual([]);
  });

  test.each([
    "src/",
    "src/a.ts",
    "src/**/*.ts",
    "*.md",
    "app/[id]/page.tsx",
    "app/{a,b}.ts",
    "docs/a{b}.md",
    ".github/",
  ])("%j is accepted", (path) => {
    expect(check([task("001", { delta: [path] })])).toEqual({ errors: [], warnings: [] });
  });

  test("what limits nothing, holds what is forbidden, or is there twice is doubtful", () => {
    expect(check([task("001", { delta: ["**", "a\\b", "X.ts", "x.ts"] })]).warnings).toEqual([
      '001 delta "**": limits nothing, or nearly: name files',
      "001 delta \"**\": .claude/settings.json, .mcp.json, kb is helix's own or the client's, and stays forbidden",
      '001 delta "a\\\\b": holds a backslash, which stands for itself: folders are told apart by /',
      '001 delta "x.ts" is there twice, or differs in case only',
    ]);
  });
});

describe("verify", () => {
  test.each([
    "true",
    ":",
    "exit 0",
    "exit 1",
    "echo done",
    "test 1",
    "[ 1 = 1 ]",
    "cd src",
    "cd src && true",
    "sh -c 'true'",
    "timeout 60 true",
    "X=1",
    "# nothing",
    "(echo a; echo b)",
    "printf ok",
    "sleep 1",
  ])("%j shows nothing", (verify) => {
    expect(errorsOf({ verify })).toEqual([expect.stringMatching(/^001 verify .+ (?:shows nothing|runs no command)/)]);
  });

  test.each([
    "npm test || true",
    "npm test; true",
    "npm test; echo done",
    "npm test | tail -5",
    "npm test &",
    "npm test || exit 0; :",
  ])("%j hides its failure", (verify) => {
    expect(errorsOf({ verify })).toEqual([expect.stringMatching(/^001 verify .+ hides its failure/)]);
  });

  test.each([
    "npm test",
    "cd api && pytest -q tests/test_auth.py",
    "! grep -r console.log src",
    "test -f dist/out.js",
    "npm run build && npm test && echo ok",
    "make check 2>&1 | grep -q PASSED",
    "bash -c 'cargo test'",
    "$RUNNER test",
    "npm test || exit 1",
    "./run.sh",
  ])("%j is accepted", (verify) => {
    expect(check([task("001", { verify })])).toEqual({ errors: [], warnings: [] });
  });

  test("several lines are refused; what cannot be parsed whole is doubtful", () => {
    expect(errorsOf({ verify: "npm test\ntrue" })).toEqual([expect.stringMatching(/has several lines/)]);
    const { errors, warnings } = check([task("001", { verify: "npm test 'unclosed" })]);
    expect([errors, warnings]).toEqual([
      [],
      [expect.stringMatching(/cannot be parsed whole/), expect.stringContaining("would be refused by the guard")],
    ]);
  });
});

describe("tasks beside each other", () => {
  test("those that may run at once and share a file are told; those in order are not", () => {
    const shared = { delta: ["src/*.ts"] };
    expect(check([task("001"), task("002", shared)]).warnings).toEqual([
      expect.stringMatching(
        /^001 and 002 share src\/001\.ts \(src\/\*\.ts\): only one of them can be active at a time/,
      ),
    ]);
    expect(
      check([task("001"), task("002", { depends: ["001"] }), task("003", { ...shared, depends: ["002"] })]).warnings,
    ).toEqual([]);
  });

  test("what verify writes may not be in the delta of a task that may run at once", () => {
    const writes = { writes: ["src/"] };
    expect(check([task("001", writes), task("002")]).errors).toEqual([
      expect.stringMatching(
        /^001 writes src\/ \(src\/002\.ts\), which is in the delta of 002, and both may run at once/,
      ),
    ]);
    const ordered = check([task("001", writes), task("002", { depends: ["001"] })]);
    expect([ordered.errors, ordered.warnings]).toEqual([[], [expect.stringMatching(/verify of the one changes/)]]);
  });
});

test("the gate: tasks or questions", () => {
  expect(check([]).errors).toEqual([expect.stringMatching(/^tasks is empty/)]);
  expect(check([], { decision: "CLARIFY" }).errors).toEqual([
    expect.stringMatching(/^decision CLARIFY has no questions/),
  ]);
  expect(check([task("001")], { decision: "CLARIFY", questions: ["why?"] }).errors).toEqual([
    expect.stringMatching(/^decision CLARIFY has tasks/),
  ]);
  expect(check([], { decision: "CLARIFY", questions: ["why?"] })).toEqual({ errors: [], warnings: [] });
});

test("forbidden idioms: a sentence is told and not looked for, an expression has to be one", () => {
  const forbidden = ["Store passwords in plain text", "console.log", "/any\\b/", "/(/"];
  const { errors, warnings } = check([task("001")], { idioms: { required: [], forbidden } });
  expect(errors).toEqual([expect.stringMatching(/^idioms\.forbidden "\/\(\/" is no regular expression/)]);
  expect(warnings).toEqual([expect.stringMatching(/^idioms\.forbidden "Store passwords in plain text" is a sentence/)]);
});

test("what is told is bounded, and how much is left out is said", () => {
  const tasks = Array.from({ length: 40 }, (_, at) => task(String(at + 1).padStart(3, "0"), { budget: 1 }));
  const { errors } = check(tasks);
  expect([errors.length, errors.at(-1)]).toEqual([21, "and 20 more"]);
  const many = Array.from({ length: 11 }, (_, at) =>
    task(String(at + 1).padStart(3, "0"), { delta: Array.from({ length: 100 }, (__, n) => `f${at}-${n}`) }),
  );
  expect(check(many).errors).toEqual([expect.stringMatching(/^1100 paths in all tasks together: at most 1000/)]);
});

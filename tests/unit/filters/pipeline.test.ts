// The stages of a filter: what each does, and in which order they come. Without priority lines they do what RTK's do.

import { describe, expect, test } from "vitest";
import { Deadline, OutOfTime } from "../../../src/filters/deadline.ts";
import { emptyFilter, type FilterDefinition } from "../../../src/filters/filter-definition.ts";
import { applyFilter } from "../../../src/filters/pipeline.ts";

const still = () => 0;

function apply(keys: Partial<FilterDefinition>, text: string, isGuarded = false): string | null {
  const filter = { ...emptyFilter("f", "user", "f.toml"), ...keys };
  const result = applyFilter(filter, text, { isGuarded, deadline: new Deadline(still) });
  return result === null ? null : result.lines.map((line) => line.text).join("\n");
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `step ${at + 1}`).join("\n");

describe("stages alone", () => {
  test.each<[string, Partial<FilterDefinition>, string, string]>([
    ["colours go", {}, "\u001b[32mok\u001b[0m\n", "ok"],
    [
      "colours stay where the filter wants them",
      { stripAnsi: false },
      "\u001b[32mok\u001b[0m",
      "\u001b[32mok\u001b[0m",
    ],
    ["what was written over goes", {}, "10%\r50%\rdone\n", "done"],
    ["line breaks of Windows go", {}, "a\r\nb\r\n", "a\nb"],
    [
      "lines are replaced one rule after another",
      {
        replace: [
          { pattern: "a", replacement: "b" },
          { pattern: "b+", replacement: "c" },
        ],
      },
      "aab\nx",
      "c\nx",
    ],
    [
      "groups stand in replacements",
      { replace: [{ pattern: "(\\w+)=(?P<v>\\w+)", replacement: "$" + "{v}<$1>$$$9" }] },
      "k=v",
      "v<k>$",
    ],
    [
      "a message stands for all",
      { matchOutput: [{ pattern: "all good", message: "ok", unless: null }] },
      "x\nall good\n",
      "ok",
    ],
    [
      "unless keeps a message away",
      { matchOutput: [{ pattern: "good", message: "ok", unless: "odd" }] },
      "good\nodd",
      "good\nodd",
    ],
    [
      "the next message is tried",
      {
        matchOutput: [
          { pattern: "good", message: "1", unless: "odd" },
          { pattern: "odd", message: "2", unless: null },
        ],
      },
      "good\nodd",
      "2",
    ],
    [
      "messages see replaced lines",
      { replace: [{ pattern: "x", replacement: "y" }], matchOutput: [{ pattern: "y", message: "ok", unless: null }] },
      "x",
      "ok",
    ],
    ["lines are stripped", { stripLines: ["^#", "^\\s*$"] }, "# a\n\nb", "b"],
    ["lines are kept", { keepLines: ["^b"] }, "a\nb\nc", "b"],
    [
      "stripping sees replaced lines",
      { replace: [{ pattern: "^\\d+ ", replacement: "" }], stripLines: ["^noise"] },
      "1 noise\n2 text",
      "text",
    ],
    ["lines are truncated by characters", { truncateLinesAt: 5 }, "äöüäöü", "äö..."],
    ["a very short limit leaves dots", { truncateLinesAt: 2 }, "abcdef", "..."],
    ["the head", { headLines: 2 }, numbered(5), "step 1\nstep 2\n... (3 lines omitted)"],
    ["the tail", { tailLines: 2 }, numbered(5), "... (3 lines omitted)\nstep 4\nstep 5"],
    ["head and tail", { headLines: 1, tailLines: 1 }, numbered(3), "step 1\n... (1 lines omitted)\nstep 3"],
    ["head and tail of a short text", { headLines: 1, tailLines: 2 }, numbered(3), numbered(3)],
    ["the most lines", { maxLines: 2 }, numbered(5), "step 1\nstep 2\n... (3 lines truncated)"],
    [
      "the most lines count what says that others are gone",
      { headLines: 3, maxLines: 2 },
      numbered(5),
      "step 1\nstep 2\n... (2 lines truncated)",
    ],
    ["nothing left", { stripLines: ["."], onEmpty: "f: ok" }, "a\nb", "f: ok"],
    ["blank lines are nothing", { stripLines: ["a"], onEmpty: "f: ok" }, "a\n  \n", "f: ok"],
    ["equal lines once", { dedupeLines: true }, "a\nb\na\n\na\n", "a (×3)\nb\n"],
    ["equal blocks once", { dedupeBlocks: true }, "a\nb\n\nc\n\na\nb\n\n", "a (×2)\nb\n\nc\n"],
    [
      "JSON summed up",
      { json: true },
      '{"items":[1,2,3,4,5],"name":"x"}',
      'object of 2 keys\n  items: list of 5\n    - 1\n    - 2\n    - 3\n    ... (2 more items)\n  name: "x"',
    ],
  ])("%s", (_name, keys, text, expected) => {
    expect(apply(keys, text)).toBe(expected);
  });

  test("a filter does not apply where `unless` matches", () => {
    expect(apply({ unless: "^usage:" }, "a\nusage: x")).toBe("a\nusage: x");
    expect(apply({ unless: "(?m)^usage:" }, "a\nusage: x")).toBeNull();
  });
});

describe("priority lines", () => {
  const error = "src/a.ts:3:7: error: no such name";

  test.each<[string, Partial<FilterDefinition>, string, string]>([
    ["are not stripped", { stripLines: ["."] }, `a\n${error}\nb`, error],
    ["are kept beside those to keep", { keepLines: ["^b"] }, `a\n${error}\nb`, `${error}\nb`],
    ["are not replaced", { replace: [{ pattern: "error.*", replacement: "" }] }, error, error],
    ["are not truncated", { truncateLinesAt: 10 }, error, error],
    [
      "stay between head and tail",
      { headLines: 1, tailLines: 1 },
      `${numbered(20)}\n${error}\n${numbered(20)}`,
      `step 1\n... (19 lines omitted)\n${error}\n... (19 lines omitted)\nstep 20`,
    ],
    [
      "stay beyond the most lines",
      { maxLines: 1 },
      `${numbered(20)}\n${error}`,
      `step 1\n... (19 lines truncated)\n${error}`,
    ],
    [
      "keep a message away",
      { matchOutput: [{ pattern: "step", message: "ok", unless: null }] },
      `step\n${error}`,
      `step\n${error}`,
    ],
    [
      "keep their file above them",
      { stripLines: ["."] },
      `x\n/src/a.ts\n  3:7  error  no such name\ny`,
      "/src/a.ts\n  3:7  error  no such name",
    ],
    ["are the filter's own, too", { stripLines: ["."], priorityLines: ["^keep me"] }, "a\nkeep me\nb", "keep me"],
    ["that were written over stay beside what is shown", {}, `${error}\r${"done".padEnd(60)}`, `${error}\ndone`],
  ])("%s", (_name, keys, text, expected) => {
    expect(apply(keys, text, true)).toBe(expected);
  });

  test("are the same errors under two files twice", () => {
    const rows = (file: string) => `${file}\n  3:7  error  no such name`;
    const text = `${rows("/src/a.ts")}\n\n${rows("/src/b.ts")}`;
    expect(apply({ dedupeLines: true, dedupeBlocks: true }, text, true)).toBe(text);
  });
});

test("an output of which nothing is left says how long it was", () => {
  expect(apply({ stripLines: ["."] }, numbered(30), true)).toBe("... (30 lines omitted)");
  expect(apply({ stripLines: ["."], onEmpty: "f: ok" }, numbered(30), true)).toBe("f: ok");
  expect(apply({ stripLines: ["."] }, numbered(30))).toBe("");
  expect(apply({ stripLines: ["."] }, "", true)).toBe("");
});

test("lines that are gone are counted", () => {
  const filter = { ...emptyFilter("f", "user", "f.toml"), stripLines: ["^noise"], headLines: 1 };
  const result = applyFilter(filter, `noise\nnoise\n${numbered(30)}`, {
    isGuarded: true,
    deadline: new Deadline(still),
  });
  expect(result?.leftOut).toBe(31);
});

test("a filter ends when its time is spent", () => {
  let time = 0;
  const filter = { ...emptyFilter("f", "user", "f.toml"), stripLines: ["a"] };
  const deadline = new Deadline(() => time++, 5);
  expect(() => applyFilter(filter, numbered(1000), { isGuarded: false, deadline })).toThrow(OutOfTime);
});

test.each([
  ["of one line", Array.from({ length: 40 }, () => ({ pattern: "^.*$", replacement: "$0".repeat(10) })), "0123456789"],
  ["of all lines together", [{ pattern: "^", replacement: "x".repeat(1100) }], numbered(1000)],
])("what replacements make too long is refused: %s", (_, replace, text) => {
  const filter = { ...emptyFilter("f", "user", "f.toml"), replace };
  const context = { isGuarded: false, deadline: new Deadline(still) };
  expect(() => applyFilter(filter, text, context)).toThrow(/makes the output too long/);
});

test("the time is looked at sooner in long lines", () => {
  let looks = 0;
  const deadline = new Deadline(() => looks++, 100);
  for (let step = 0; step < 10; step++) deadline.step(1_000_000);
  expect(looks).toBe(11);
});

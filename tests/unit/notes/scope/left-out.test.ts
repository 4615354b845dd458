// What is said of entries that were left out, and what counts as one project.

import { expect, test } from "vitest";
import { CALLS, COMMANDS } from "../../../../src/base/wording.ts";
import { LeftOut } from "../../../../src/notes/scope/left-out.ts";

function leftOut(...keys: readonly string[][]): LeftOut {
  const left = new LeftOut();
  for (const each of keys) left.add(each);
  return left;
}

test.each([
  [[], []],
  [[["a/x", "x-1"]], ['left out: 1 entry of 1 other project (project="any" includes it)']],
  [[[], []], ['left out: 2 entries of no project (project="any" includes them)']],
  [
    [["a/x"], ["b/x"], ["b/x"], []],
    ['left out: 3 entries of 2 other projects and 1 of none (project="any" includes them)'],
  ],
] as const)("%j: %j", (keys, notes) => {
  const left = leftOut(...keys.map((each) => [...each]));
  expect(left.notes(CALLS)).toEqual(notes);
  expect(left.after("text", CALLS)).toBe(["text", ...notes].join("; "));
});

test("a command line is told of its option", () => {
  const left = new LeftOut();
  left.add(["a/x"], 3);
  expect(left.notes(COMMANDS)).toEqual(["left out: 3 entries of 1 other project (--project any includes them)"]);
});

test.each([
  ["in any case", [["A/x"], ["a/X"]], ["A/x"]],
  ["before and after it got a remote", [["x-1"], ["a/x", "x-1"]], ["a/x"]],
  ["two clones of it", [["a/x", "x-1"], ["a/x", "x-2"], ["x-2"]], ["a/x"]],
  [
    "by way of a third",
    [
      ["x-1", "p"],
      ["x-2", "q"],
      ["q", "p"],
    ],
    ["x-1"],
  ],
  ["not two folders of one name", [["x-1"], ["x-2"]], ["x-1", "x-2"]],
])("one project: %s", (_, keys, names) => {
  expect(leftOut(...keys).projectNames()).toEqual(names);
  expect(leftOut(...keys.toReversed()).projectNames()).toHaveLength(names.length);
});

test("names are one line, bounded, and end no quotes", () => {
  const [name] = leftOut([`a"b\nc${"x".repeat(5000)}`]).projectNames();
  expect(name).toMatch(/^a'b cx+…$/);
  expect(name!.length).toBeLessThanOrEqual(200);
});

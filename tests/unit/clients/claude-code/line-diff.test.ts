// The diff of two texts as people read it.

import fc from "fast-check";
import { expect, it } from "vitest";
import { lineDiff } from "../../../../src/clients/claude-code/line-diff.ts";

it("equal texts have none", () => {
  expect(lineDiff("a\nb\n", "a\nb\n")).toEqual([]);
});

it("a line more, with two around it", () => {
  expect(lineDiff("1\n2\n3\n4\n5\n6\n", "1\n2\n3\nx\n4\n5\n6\n")).toEqual([
    "@@ -2,4 +2,5 @@",
    " 2",
    " 3",
    "+x",
    " 4",
    " 5",
  ]);
});

it("changes that are far from each other are parts", () => {
  expect(lineDiff("a\n2\n3\n4\n5\n6\n7\nb\n", "A\n2\n3\n4\n5\n6\n7\nB\n")).toEqual([
    "@@ -1,3 +1,3 @@",
    "-a",
    "+A",
    " 2",
    " 3",
    "@@ -6,3 +6,3 @@",
    " 6",
    " 7",
    "-b",
    "+B",
  ]);
});

it("a new file, a file that goes, and a line break at the end", () => {
  expect(lineDiff("", "a\n")).toEqual(["@@ -0,0 +1,1 @@", "+a"]);
  expect(lineDiff("a\n", "")).toEqual(["@@ -1,1 +0,0 @@", "-a"]);
  expect(lineDiff("a", "a\n")).toEqual(["@@ -1,1 +1,1 @@", "-a (no line break at the end)", "+a"]);
});

it("of any two texts, what is removed and what is added are what they differ in", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
  fc.assert(
    fc.property(text, text, (old, now) => {
      const lines = lineDiff(old.map((line) => `${line}\n`).join(""), now.map((line) => `${line}\n`).join(""));
      const count = (sign: string, letter: string) => lines.filter((line) => line === sign + letter).length;
      for (const letter of "abcd") {
        const difference = now.filter((line) => line === letter).length - old.filter((line) => line === letter).length;
        expect(count("+", letter) - count("-", letter)).toBe(difference);
      }
    }),
  );
});

it("texts that have little in common are one replacement", () => {
  const lines = (name: string) => Array.from({ length: 1000 }, (_, at) => `${name}${at}`);
  const [old, now] = [lines("a"), lines("b")];
  expect(lineDiff(`${old.join("\n")}\n`, `${now.join("\n")}\n`)).toEqual([
    "@@ -1,1000 +1,1000 @@",
    ...old.map((line) => `-${line}`),
    ...now.map((line) => `+${line}`),
  ]);
});

// Of a text beyond the budget the beginning, the end, and what is rare in the middle stay.

import { expect, test } from "vitest";
import { type Line, linesOf, textOf } from "../../../../src/filters/built-in/line.ts";
import { isOver, keepRare } from "../../../../src/filters/built-in/rare-middle.ts";

const BUDGET = { bytes: 2000, lines: 40 };

function shortened(texts: readonly string[], kept: readonly number[] = []): string[] {
  return textOf(keepRare(linesOf(texts, new Set(kept)), BUDGET)).split("\n");
}

/** Names of letters in no order. */
const names = Array.from({ length: 400 }, (_, at) =>
  ((at + 1) * 2_654_435_761)
    .toString(3)
    .slice(0, 12)
    .replace(/\d/g, (digit) => "kra"[Number(digit)]!),
);
const crates = names.map((name, at) => `   Compiling ${name} v1.${at}.0`);

test("a rare line of the middle stays, and the gaps say what they hold", () => {
  const lines = [...crates.slice(0, 200), "linking with the system's zlib instead", ...crates.slice(200)];
  const rest = shortened(lines);
  expect(rest).toContain("linking with the system's zlib instead");
  expect(rest.filter((line) => /^… \d+ lines like "Compiling \w+ v[\d.]+"$/.test(line))).toHaveLength(2);
  expect(rest[0]).toBe(lines[0]);
  expect(rest.at(-1)).toBe(lines.at(-1));
  expect(Buffer.byteLength(rest.join("\n"))).toBeLessThan(BUDGET.bytes + 200);
});

test("notes count each line that is gone", () => {
  const rest = shortened(crates);
  const gone = rest.reduce((sum, line) => sum + Number(/^… (\d+) lines/.exec(line)?.[1] ?? 0), 0);
  expect(gone + rest.filter((line) => !line.startsWith("…")).length).toBe(crates.length);
});

test("where every line is of its own kind the beginning and the end stay", () => {
  const rest = shortened(names);
  const notes = rest.filter((line) => line.startsWith("…"));
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^… \d+ lines, from ".*" to ".*"$/);
});

test("lines that have to stay stay beyond the budget", () => {
  const kept = Array.from({ length: 100 }, (_, at) => at * 3);
  const rest = shortened(crates, kept);
  for (const at of kept) expect(rest).toContain(crates[at]);
});

test("a gap of one short line stays", () => {
  const rest = shortened(crates, [100, 102]);
  expect(rest).toContain(crates[101]);
});

test("many short lines are no reason to shorten a small text", () => {
  const short: Line[] = linesOf(
    Array.from({ length: 100 }, () => "ab"),
    new Set(),
  );
  expect(isOver(short, BUDGET)).toBe(false);
  expect(isOver(linesOf(crates.slice(0, 60), new Set()), BUDGET)).toBe(true);
});

// Shows once what repeats below itself: lines, and blocks of lines. Equal ones are counted, and nothing is lost. Those
// that are alike but for numbers, times and hashes are counted too, but their numbers are left out.
// Invariants:
// - Blocks have at most BLOCK_LINES_MAX lines. The time is linear in the number of lines, times that bound.
// - A note stands only where it is shorter than what it stands for.
// - Of lines that are alike the first and the last stay, so that a reader sees the range.
// - A line that has to stay is never alike another one.

import { bytesOf, type Line, utf8Length, withNote } from "./line.ts";
import { templateOfLine } from "./line-template.ts";
import { oddFigures } from "./odd-figures.ts";

const BLOCK_LINES_MAX = 20;
/** A note takes two bytes more than its text has, for the sign and a space, and a line break. */
const NOTE_BYTES = 5;
/** Lines and blocks that are only alike are united from these numbers on. */
const ALIKE_LINES_MIN = 6;
const ALIKE_BLOCKS_MIN = 3;
/** Rows of tables hold what somebody asked for. */
const TABLE_ROW = / [|│] /;

/** Shows equal lines that follow each other once, with their number. */
export function onceEachLine(lines: readonly Line[]): Line[] {
  const rest: Line[] = [];
  eachRun(lines.map(exactKey), (at, count) => {
    const line = lines[at]!;
    const note = `the line above ${times(count - 1)}`;
    if (line.text === "" || (count - 1) * bytesOf(line) <= utf8Length(note) + NOTE_BYTES)
      rest.push(...lines.slice(at, at + count));
    else rest.push(withNote(line, note, { repeats: count - 1 }));
  });
  return rest;
}

/** Shows the first and the last of lines that are alike but for numbers, with the number of those between. */
export function alikeLines(lines: readonly Line[]): Line[] {
  const rest: Line[] = [];
  eachRun(alikeKeys(lines), (at, count) => {
    if (count < ALIKE_LINES_MIN) {
      rest.push(...lines.slice(at, at + count));
      return;
    }
    rest.push(withNote(lines[at]!, `${count - 2} lines alike, with other numbers`, { leftOut: count - 2 }));
    rest.push(lines[at + count - 1]!);
  });
  return rest;
}

/** Shows equal blocks of lines that follow each other once, with their number. */
export function onceEachBlock(lines: readonly Line[]): Line[] {
  return onceEach(lines, lines.map(exactKey), 1, (block, count) => {
    const note = `the ${block.length} lines above ${times(count)}`;
    return withNote(block.at(-1)!, note, { repeats: block.length * count });
  });
}

/** Shows the first of blocks that are alike but for numbers, with the number of the others. */
export function alikeBlocks(lines: readonly Line[]): Line[] {
  return onceEach(lines, alikeKeys(lines), ALIKE_BLOCKS_MIN - 1, (block, count) => {
    const note = `the ${block.length} lines above ${times(count)}, with other numbers`;
    return withNote(block.at(-1)!, note, { leftOut: block.length * count });
  });
}

/** What makes lines equal; lines with notes equal no other. */
function exactKey(line: Line): string | null {
  return line.notes.length > 0 ? null : line.text;
}

/** What makes lines alike. A line with an odd figure is alike no other. */
function alikeKeys(lines: readonly Line[]): (string | null)[] {
  const keys = lines.map(alikeKey);
  const texts = lines.map((line) => line.text);
  for (const at of oddFigures(texts, keys)) keys[at] = null;
  return keys;
}

function alikeKey(line: Line): string | null {
  if (line.isKept || line.notes.length > 0 || TABLE_ROW.test(line.text)) return null;
  const template = templateOfLine(line);
  return /\p{L}{3}/u.test(template) ? template : null;
}

/** Calls back for each run of equal keys, and for each single line. */
function eachRun(keys: readonly (string | null)[], take: (at: number, count: number) => void): void {
  for (let at = 0; at < keys.length; ) {
    let end = at + 1;
    while (end < keys.length && keys[at] !== null && keys[end] === keys[at]) end++;
    take(at, end - at);
    at = end;
  }
}

/**
 * Shows the first of blocks with equal keys, if it is repeated at least `countMin` times. `last` makes the last line of
 * the block, with the note.
 */
function onceEach(
  lines: readonly Line[],
  keys: readonly (string | null)[],
  countMin: number,
  last: (block: readonly Line[], count: number) => Line,
): Line[] {
  const runs = blockRuns(keys, countMin);
  const rest: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const run = runs.get(at);
    if (run === undefined) {
      rest.push(lines[at++]!);
      continue;
    }
    const block = lines.slice(at, at + run.size);
    const end = last(block, run.count);
    const bytes = block.reduce((sum, line) => sum + bytesOf(line), 0) * run.count;
    if (bytes <= utf8Length(end.notes.at(-1)!) + 1) {
      rest.push(lines[at++]!);
      continue;
    }
    rest.push(...block.slice(0, -1), end);
    at += run.size * (run.count + 1);
  }
  return rest;
}

/** Where blocks begin that are repeated below themselves, with the smallest size and the number of repetitions. */
function blockRuns(keys: readonly (string | null)[], countMin: number): Map<number, { size: number; count: number }> {
  // For each size of a block: how many lines from here on are equal to the line one block below.
  const equal = new Uint32Array(BLOCK_LINES_MAX + 1);
  const runs = new Map<number, { size: number; count: number }>();
  for (let at = keys.length - 1; at >= 0; at--) {
    for (let size = BLOCK_LINES_MAX; size >= 2; size--) {
      const isEqual = keys[at] !== null && at + size < keys.length && keys[at] === keys[at + size];
      equal[size] = isEqual ? equal[size]! + 1 : 0;
      const count = Math.floor(equal[size]! / size);
      if (count >= countMin) runs.set(at, { size, count });
    }
  }
  return runs;
}

function times(count: number): string {
  return count === 1 ? "once more" : `${count} times more`;
}

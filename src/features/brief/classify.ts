// Puts notes into categories, in three passes: by tags; else by the prefix of a line (`gotcha: ...`); else by words of
// the first three lines. The first pass with a result decides.

import { noteColumns } from "../../notes/index/note-columns.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import { autoTags } from "../../notes/text/tags.ts";
import { CATEGORY_COUNT, categoryOfWord, maskOfTag, UNTAGGED } from "./categories.ts";

/** How many lines with content are examined, and how much of each, in code units. */
const LINES_MAX = 3;
const LINE_LENGTH_MAX = 400;

/** The categories of a note. The mask is never empty, because UNTAGGED is a category. */
export function classify(tags: readonly string[], text: string): number {
  return maskOfTags(tags) || maskOfText(text) || 1 << UNTAGGED;
}

/** First pass: the categories that the tags belong to; 0 for none. */
export function maskOfTags(tags: readonly string[]): number {
  return tags.reduce((mask, tag) => mask | maskOfTag(tag), 0);
}

/** Second and third pass: the category that the text reveals; 0 for none. */
export function maskOfText(text: string): number {
  const lines = firstLines(text);
  for (const line of lines) {
    const mask = maskOfTags(autoTags(line));
    if (mask !== 0) return mask;
  }
  const hits = new Uint8Array(CATEGORY_COUNT);
  for (const line of lines) countWords(line, hits);
  let best = -1;
  for (let category = 0; category < CATEGORY_COUNT; category++) {
    // Of categories with equal counts the one that is shown first wins.
    if (hits[category]! > (best < 0 ? 0 : hits[best]!)) best = category;
  }
  return best < 0 ? 0 : 1 << best;
}

/** Makes a function that reads the categories of a document's tags from the columns of the index. */
export function tagMasks({ base, delta }: NoteIndex): (id: number) => number {
  const inDelta = noteColumns(delta).tags;
  if (base === null) return (id) => maskOfTags(inDelta.of(id));
  const known: number[] = [];
  const first = base.documentCount;
  const { numbers, sets } = noteColumns(base).tags;
  return (id) => {
    if (id >= first) return maskOfTags(inDelta.of(id - first));
    const set = numbers.of(id);
    const mask = known[set] ?? maskOfTags(sets.namesOf(set));
    known[set] = mask;
    return mask;
  };
}

/** The first lines that are not blank, cut. */
function firstLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length && lines.length < LINES_MAX; ) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak < 0 ? text.length : lineBreak;
    const line = text.slice(start, Math.min(end, start + LINE_LENGTH_MAX)).trim();
    if (line !== "") lines.push(line);
    start = end + 1;
  }
  return lines;
}

/** Counts words and pairs of neighbouring words for the category that each reveals. */
function countWords(line: string, hits: Uint8Array): void {
  let previous = "";
  for (const word of line.toLowerCase().match(/[a-z]+\d*/g) ?? []) {
    const category = categoryOfWord(word, previous);
    if (category !== undefined) hits[category]!++;
    previous = word;
  }
}

// The dated set is what it says: old notes that hold, chatter after them, and series whose last note is the answer.

import { expect, test } from "vitest";
import { DATED_NOW, readDatedSet } from "../../../quality/dated/dated-set.ts";
import { plainWords } from "../../../quality/systems/system.ts";

const { notes, queries } = readDatedSet();
const DAY_MS = 86_400_000;
const ageOf = (time: string) => (Date.parse(DATED_NOW) - Date.parse(time)) / DAY_MS;

test("the notes lie within 180 days, and begin differently", () => {
  expect(notes.filter(({ time }) => !(ageOf(time) > 0 && ageOf(time) <= 180))).toEqual([]);
  expect(new Set(notes.map(({ text }) => text.slice(0, 60))).size).toBe(notes.length);
});

test.each(["lasting", "newest"] as const)("each query of the half %s has its answer among the notes", (half) => {
  const asked = queries.filter((query) => query.half === half);
  expect(asked).toHaveLength(20);
  expect(asked.filter(({ answer }) => !notes.some(({ text }) => text === answer))).toEqual([]);
});

test("what lasts is two months old at least, with younger notes that share words with the query", () => {
  for (const { half, text, answer } of queries) {
    if (half !== "lasting") continue;
    const words = new Set(plainWords(text).filter((word) => word.length > 3));
    const younger = notes.filter((note) => note.text !== answer && ageOf(note.time) < 7);
    expect(ageOf(notes.find((note) => note.text === answer)!.time)).toBeGreaterThan(60);
    expect(younger.some((note) => plainWords(note.text).some((word) => words.has(word)))).toBe(true);
  }
});

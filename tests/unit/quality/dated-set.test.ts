// The dated sets are what they say: old notes that hold, chatter after them, and series whose last note is the answer.

import { describe, expect, test } from "vitest";
import { DATED_NOW, DATED_SETS, readDatedSet } from "../../../quality/dated/dated-set.ts";
import { plainWords } from "../../../quality/systems/system.ts";

const DAY_MS = 86_400_000;
const ageOf = (time: string) => (Date.parse(DATED_NOW) - Date.parse(time)) / DAY_MS;
/** How many queries of each half, the age of the oldest note, and the least age of what lasts, in days. */
const SHAPES = {
  shop: { count: 20, oldest: 180, lasting: 60 },
  stations: { count: 24, oldest: 400, lasting: 40 },
  library: { count: 12, oldest: 400, lasting: 60 },
};

describe.each(DATED_SETS)("%s", (name) => {
  const { notes, queries } = readDatedSet(name);
  const { count, oldest, lasting } = SHAPES[name];

  test("the notes lie within its days, and begin differently", () => {
    expect(notes.filter(({ time }) => !(ageOf(time) > 0 && ageOf(time) <= oldest))).toEqual([]);
    expect(new Set(notes.map(({ text }) => text.slice(0, 60))).size).toBe(notes.length);
  });

  test.each(["lasting", "newest"] as const)("each query of the half %s has its answer among the notes", (half) => {
    const asked = queries.filter((query) => query.half === half);
    expect(asked).toHaveLength(count);
    expect(asked.filter(({ answer }) => !notes.some(({ text }) => text === answer))).toEqual([]);
  });

  test("what lasts is old, with younger notes that share words with the query", () => {
    for (const { half, text, answer } of queries) {
      if (half !== "lasting") continue;
      const words = new Set(plainWords(text).filter((word) => word.length > 3));
      const younger = notes.filter((note) => note.text !== answer && ageOf(note.time) < 7);
      expect(ageOf(notes.find((note) => note.text === answer)!.time)).toBeGreaterThan(lasting);
      expect(younger.some((note) => plainWords(note.text).some((word) => words.has(word)))).toBe(true);
    }
  });
});

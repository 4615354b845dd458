// What the index knows of a note besides its terms, as the schema of its segments.

import { minutesOfStored } from "../../engine/log/log-time.ts";
import { type Columns, defineSchema } from "../../engine/segment/schema.ts";

/** Confidence 0..1 as the index stores it. */
export const CONFIDENCE_SCALE = 10_000;

export const NOTE_COLUMNS = {
  /** the record's minutes as stored */
  stored: "i32",
  /** the topic as stored; its notes are in order of time, then place */
  topic: "group",
  /** confidence x 10,000 */
  confidence: "number",
  /** the tags */
  tags: "names",
  /** the source as stored, line numbers included */
  source: "name",
  /** the keys of the project, joined by a comma and a space */
  project: "name",
  /** the upper 25 bits of the note's id, written or derived */
  keyHigh: "u32",
  /** the lower 25 bits of it */
  keyLow: "u32",
} as const satisfies Columns;

export const NOTE_SECTIONS = {
  /** cross-references, three numbers each: topic, topic that it mentions, in how many notes */
  mentions: "u32",
} as const;

/** Which terms a note gives: raised with each change of them. 1: marked words (marked-words.ts). */
const NOTE_TERMS = 1;

/** Compares notes by stored time. Negative when the first comes first, 0 for the same minute. */
export function compareTimes(storedA: number, storedB: number): number {
  return storedA === storedB ? 0 : minutesOfStored(storedA) - minutesOfStored(storedB);
}

export const NOTE_SCHEMA = defineSchema(
  NOTE_COLUMNS,
  { column: "stored", compare: compareTimes },
  Object.keys(NOTE_SECTIONS),
  NOTE_TERMS,
);

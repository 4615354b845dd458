// The dated set: what ages and what does not. Notes of 180 days, in two halves.
//
//   lasting   the answer is an old note that still holds (an invariant, a decision), among notes of the last days that share its words
//   newest    the answer is the last note of a series that says the same thing anew each time
//
// A ranking that only looks at words is at a loss in the second half, one that puts whatever is new first in the first.

import { readFileSync } from "node:fs";

/** The moment at which the queries are asked. */
export const DATED_NOW = "2026-06-30T12:00:00Z";
const DAY_MS = 86_400_000;
/** How long ago the first of two chatter notes was written, and the second, in days. */
const CHATTER_DAYS = [1, 2.5];

interface DatedFile {
  readonly lasting: readonly {
    readonly query: string;
    readonly answer: { readonly days: number; readonly topic: string; readonly tags: string; readonly text: string };
    readonly chatter: readonly string[];
  }[];
  readonly newest: readonly {
    readonly query: string;
    readonly series: readonly { readonly days: number; readonly text: string }[];
  }[];
}

/** A note as an import takes it. */
export interface DatedNote {
  readonly topic: string;
  readonly text: string;
  readonly tags: string;
  readonly time: string;
}

export interface DatedQuery {
  readonly half: "lasting" | "newest";
  readonly text: string;
  /** The text of the note that answers it. */
  readonly answer: string;
}

export interface DatedSet {
  readonly notes: readonly DatedNote[];
  readonly queries: readonly DatedQuery[];
}

/** Reads the set. */
export function readDatedSet(): DatedSet {
  const file = JSON.parse(readFileSync(new URL("notes.json", import.meta.url), "utf8")) as DatedFile;
  const notes: DatedNote[] = [];
  const queries: DatedQuery[] = [];
  for (const { query, answer, chatter } of file.lasting) {
    const { days, topic, tags, text } = answer;
    notes.push({ topic, text, tags, time: daysAgo(days) });
    chatter.forEach((said, at) => {
      notes.push({ topic: "journal", text: said, tags: "status", time: daysAgo(CHATTER_DAYS[at % 2]!) });
    });
    queries.push({ half: "lasting", text: query, answer: text });
  }
  for (const { query, series } of file.newest) {
    for (const { days, text } of series) notes.push({ topic: "status", text, tags: "status", time: daysAgo(days) });
    const last = series.reduce((newest, note) => (note.days < newest.days ? note : newest));
    queries.push({ half: "newest", text: query, answer: last.text });
  }
  return { notes: notes.sort((a, b) => (a.time < b.time ? -1 : 1)), queries };
}

function daysAgo(days: number): string {
  return new Date(Date.parse(DATED_NOW) - days * DAY_MS).toISOString();
}

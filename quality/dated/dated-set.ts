// The dated sets: what ages and what does not. Notes of an invented project each, in two halves.
//
//   lasting   the answer is an old note that still holds (an invariant, a decision), among newer notes that share its words
//   newest    the answer is the last note of a series that says the same thing anew each time
//
// A ranking that only looks at words is at a loss in the second half, one that puts whatever is new first in the first.
// `shop` has tags on all notes, and ages up to half a year; `stations` has them on some, also on those that were
// revised, and ages up to thirteen months. `library` is like that, and was written when the rule of ageing stood:
// nothing was chosen by it.

import { readFileSync } from "node:fs";

/** The moment at which the queries are asked. */
export const DATED_NOW = "2026-06-30T12:00:00Z";
/** The sets by name. */
export const DATED_SETS = ["shop", "stations", "library"] as const;
const DAY_MS = 86_400_000;

type Half = "lasting" | "newest";

interface AgedNote {
  readonly days: number;
  readonly topic: string;
  /** With commas; left out: it has none. */
  readonly tags?: string;
  readonly text: string;
}

interface DatedFile {
  readonly questions: readonly {
    readonly half: Half;
    readonly query: string;
    readonly answer: AgedNote;
    readonly others: readonly AgedNote[];
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
  readonly half: Half;
  readonly text: string;
  /** The text of the note that answers it. */
  readonly answer: string;
}

export interface DatedSet {
  readonly notes: readonly DatedNote[];
  readonly queries: readonly DatedQuery[];
}

/** Reads a set. */
export function readDatedSet(name: (typeof DATED_SETS)[number]): DatedSet {
  const { questions } = JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")) as DatedFile;
  const notes = questions.flatMap(({ answer, others }) => [answer, ...others]).map(noteOf);
  return {
    notes: notes.sort((a, b) => (a.time < b.time ? -1 : 1)),
    queries: questions.map(({ half, query, answer }) => ({ half, text: query, answer: answer.text })),
  };
}

function noteOf({ days, topic, tags = "", text }: AgedNote): DatedNote {
  return { topic, text, tags, time: new Date(Date.parse(DATED_NOW) - days * DAY_MS).toISOString() };
}

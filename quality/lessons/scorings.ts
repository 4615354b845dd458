// The ways to rank lessons that are compared. All begin with the same relevance: the share of the words' weight in the
// failure's text that a lesson holds, a word's weight being its inverse document frequency among the lessons. A lesson
// below the floor is not ranked at all.

import { inverseDocumentFrequency } from "../../src/engine/search/bm25.ts";
import { STOP_WORDS, tokenize } from "../../src/engine/text/tokenizer.ts";
import { stemOf } from "../../src/engine/text/word-forms.ts";
import { effectiveness } from "../../src/events/log/judgements.ts";
import type { ReplayLesson } from "./lesson-set.ts";
import type { Counts, Scoring } from "./replay.ts";

/** As for notes on a prompt. */
const FLOOR = 0.3;
const DAY_MS = 86_400_000;
/** The least that age leaves of a score. */
const RECENCY_MIN = 0.85;
const HALF_LIFE_DAYS = 7;

type Score = (relevance: number, counts: Counts, days: number) => number;

/** Relevance alone. */
const plain: Score = (relevance) => relevance;

/** relevance x (1/2 + 1/2 effectiveness) x recency. */
const product: Score = (relevance, counts, days) =>
  relevance * (0.5 + 0.5 * effectiveness(counts)) * (RECENCY_MIN + (1 - RECENCY_MIN) * 0.5 ** (days / HALF_LIFE_DAYS));

/** .5 relevance + .3 effectiveness + .2 recency, with the share of judged uses that helped, a half where there is none. */
const additive: Score = (relevance, { helped, misled }, days) =>
  0.5 * relevance +
  0.3 * (helped + misled === 0 ? 0.5 : helped / (helped + misled)) +
  0.2 * 0.5 ** (days / HALF_LIFE_DAYS);

/** The scorings over these lessons. */
export function recallScorings(lessons: readonly ReplayLesson[]): Scoring[] {
  const relevanceOf = relevanceIn(lessons);
  const scoring = (name: string, score: Score): Scoring => ({
    name,
    rank(text, now, counts) {
      const found: { place: number; score: number }[] = [];
      relevanceOf(text).forEach((relevance, place) => {
        if (relevance < FLOOR) return;
        const days = Math.max(0, now - Math.max(counts[place]!.last, lessons[place]!.at)) / DAY_MS;
        found.push({ place, score: score(relevance, counts[place]!, days) });
      });
      // Of equal ones the newer first.
      return found.sort((a, b) => b.score - a.score || b.place - a.place).map(({ place }) => place);
    },
  });
  return [scoring("relevance alone", plain), scoring("product", product), scoring("additive", additive)];
}

/** The relevance of each lesson for a text, 0 to 1. */
function relevanceIn(lessons: readonly ReplayLesson[]): (text: string) => readonly number[] {
  const words = lessons.map(({ trigger, resolution }) => stems(`${trigger}\n${resolution}`));
  const holders = new Map<string, number>();
  for (const each of words) for (const word of each) holders.set(word, (holders.get(word) ?? 0) + 1);
  const known = new Map<string, readonly number[]>();
  return (text) => {
    let shares = known.get(text);
    if (shares === undefined) {
      const asked = Array.from(stems(text), (word) => ({
        word,
        weight: inverseDocumentFrequency(lessons.length, holders.get(word) ?? 0),
      }));
      const total = asked.reduce((sum, { weight }) => sum + weight, 0);
      shares = words.map((held) =>
        total === 0 ? 0 : asked.reduce((sum, { word, weight }) => sum + (held.has(word) ? weight : 0), 0) / total,
      );
      known.set(text, shares);
    }
    return shares;
  };
}

function stems(text: string): Set<string> {
  return new Set(
    tokenize(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stemOf),
  );
}

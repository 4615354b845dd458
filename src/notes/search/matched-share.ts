// How much of a query a text holds: the share of the weight (inverse document frequency) of the query's words that it
// has, in any form in which the prompt hook looks for them. No text lies about its length: only the query counts.
// Invariants:
// - The share lies between 0 and 1, and is 1 for a text that holds every word.

import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import { isStopWord, type TermGroup, termGroups } from "../../engine/text/tokenizer.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { promptWords } from "./prompt-words.ts";

/** A word in no note counts for this part of its weight; a pair of characters for less, because it reaches across words. */
const UNKNOWN = 0.4;
const UNKNOWN_PAIR = 0.1;
/** A name in more notes than this says little. */
const NAME_NOTES_MAX = 3;

/** How much of a query is read, in code units. */
const QUERY_MAX = 20_000;

/** A word of a query. */
interface AskedWord {
  readonly forms: readonly TermGroup[];
  readonly weight: number;
  /** Whether it is a name that hardly any note holds. */
  readonly isRareName: boolean;
}

/** The words of a query with their weights. */
export interface AskedWords {
  readonly words: readonly AskedWord[];
  readonly total: number;
}

/** What a text holds of a query. */
export interface Matched {
  /** 0 to 1. */
  readonly share: number;
  /** How many words of the query it holds. */
  readonly words: number;
  /** Whether one of them is a name that hardly any note holds. */
  readonly hasRareName: boolean;
}

/** Weighs the words of a query by how few notes hold them. A query of nothing but small words is taken word by word. */
export function askedWords(query: string, index: NoteIndex): AskedWords {
  const text = query.slice(0, QUERY_MAX);
  const found = promptWords(text);
  const asked = found.length > 0 ? found : plainWords(text);
  const count = index.capacity;
  const rare = inverseDocumentFrequency(Math.max(count, NAME_NOTES_MAX), NAME_NOTES_MAX);
  const words = asked.map(({ forms, isName, isUnspaced, worth }): AskedWord => {
    // The most frequent of a word's forms says how rare the word is.
    const frequency = Math.max(0, ...forms.map((form) => frequencyOf(index, form)));
    const idf = inverseDocumentFrequency(Math.max(count, frequency), frequency);
    if (frequency > 0) return { forms, weight: idf, isRareName: isName && idf >= rare };
    const part = worth === 0 ? 0 : isUnspaced ? UNKNOWN_PAIR : UNKNOWN;
    return { forms, weight: idf * part, isRareName: false };
  });
  return { words, total: words.reduce((sum, { weight }) => sum + weight, 0) };
}

/** What a text holds of a query; `terms` are those of the text. */
export function matchedShare({ words, total }: AskedWords, terms: ReadonlySet<string>): Matched {
  let [sum, count, hasRareName] = [0, 0, false];
  for (const { forms, weight, isRareName } of words) {
    if (!forms.some((form) => isIn(terms, form))) continue;
    sum += weight;
    count++;
    hasRareName ||= isRareName;
  }
  return { share: total === 0 ? 0 : Math.min(1, sum / total), words: count, hasRareName };
}

function plainWords(query: string) {
  const groups = termGroups(query);
  const telling = groups.filter((group) => !isStopWord(group));
  return (telling.length > 0 ? telling : groups).map((group) => ({
    forms: [group],
    isName: false,
    isUnspaced: false,
    worth: 1,
  }));
}

/** How many notes hold a word, deleted ones included; of a word of several parts, at most as many as the rarest part. */
export function frequencyOf(index: Pick<NoteIndex, "documentFrequency">, { whole, parts }: TermGroup): number {
  const ofWhole = whole === null ? 0 : index.documentFrequency(whole);
  if (ofWhole > 0 || (whole !== null && parts.length < 2)) return ofWhole;
  return parts.length === 0 ? 0 : Math.min(...parts.map((part) => index.documentFrequency(part)));
}

/** Whether a text, by its terms, holds a word. */
export function isIn(terms: ReadonlySet<string>, { whole, parts, prefix }: TermGroup): boolean {
  if (prefix) return [...terms].some((term) => term.startsWith(parts[0]!));
  if (whole !== null && terms.has(whole)) return true;
  // `OS` alone does not stand for `iOS`.
  if (parts.length === 0 || (whole !== null && parts.length < 2)) return false;
  return parts.every((part) => terms.has(part));
}

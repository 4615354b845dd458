// Turns text into index terms, and queries into the terms to look up. word-cursor.ts decides where words begin and end.
// Invariants:
// - `tokenize` of a text contains every term that `termGroups` of the same text asks for, so each word of a text finds
//   it.
// - Terms are folded (normalise.ts), have at most 128 code units and never hold a lone surrogate.
// - A spaced word gives its parts of two characters or more. A word of several parts gives its whole as well, so that
//   `CachedEntry`, `cached_entry` and `cachedentry` meet.
// - A run of an unspaced script gives overlapping bigrams and its last character, so that each character begins a term.
// - Stop words are indexed. Only queries and comparisons drop them.

import { widthAt } from "./character-class.ts";
import { foldPart, normaliseText } from "./normalise.ts";
import { WordCursor } from "./word-cursor.ts";

/** One word of a query. A document matches it by the whole, or by all of the parts when there are any. */
export interface TermGroup {
  /** The word as the query spells it. */
  word: string;
  /** The parts run together. Null for a word of one part and for unspaced scripts. */
  whole: string | null;
  /** Distinct terms. Empty when every part is a single character (`aB`): then only the whole counts. */
  parts: string[];
  /** Whether the word is a single character of an unspaced script. Then every term that begins with it matches too. */
  prefix: boolean;
}

/** The stop words that are left out when two texts are compared (`contentTokens`). */
export const UNCOMPARED_WORDS: ReadonlySet<string> = new Set(
  (
    "that this with have been which would about their could other there after these where being should still those using " +
    "before during while between"
  ).split(" "),
);

/** Words of questions and of grammar, which queries leave out. They are in nearly every text, whatever its subject. */
export const STOP_WORDS: ReadonlySet<string> = new Set([
  ...UNCOMPARED_WORDS,
  ...(
    "an and are as at be been but by can could did do does for from had has have he her him his how if in into is it its just me my no nor " +
    "not of on or our she so some such than the them they those to too up us was we were what when where which while who whom whose " +
    "why will you your am may might must shall let here also any each only very again because until"
  ).split(" "),
]);

const TERM_LENGTH_MAX = 128;

/**
 * Returns all index terms of `text` in order of appearance. The parts of a compound word stand before its whole. The
 * walk ends after the word, or the unspaced run, with which at least `most` terms are found. `visit` sees each word.
 */
export function tokenize(text: string, most = Number.POSITIVE_INFINITY, visit?: (words: WordCursor) => void): string[] {
  const words = new WordCursor(normaliseText(text));
  const terms: string[] = [];
  while (terms.length < most && words.next()) {
    visit?.(words);
    if (words.isUnspaced) {
      const last = addBigrams(words, terms);
      terms.push(words.text.slice(last, words.end));
      continue;
    }
    addParts(words, terms);
    if (words.partCount > 1) terms.push(wholeOf(words));
  }
  return terms;
}

/** Returns the words of a query, each once. Words without any term are left out. */
export function termGroups(text: string): TermGroup[] {
  const words = new WordCursor(normaliseText(text));
  const groups = new Map<string, TermGroup>();
  while (words.next()) {
    const group = groupOf(words);
    if (group === null) continue;
    const key = groupKey(group);
    if (!groups.has(key)) groups.set(key, group);
  }
  return [...groups.values()];
}

/** Tells words apart that ask for different terms. */
export function groupKey({ whole, parts }: TermGroup): string {
  return `${whole ?? ""} ${parts.join(" ")}`;
}

/**
 * Returns the terms of words that a query repeats, with the number of times. A term of several repeated words gets the
 * highest number. Only a word that stands alone between blanks counts: the folders of two paths, or the namespaces of
 * two functions, are not said twice.
 */
export function repeatedTerms(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const repeated = new Map<string, number>();
  for (const piece of text.split(/\s+/)) {
    const groups = termGroups(piece);
    const [group] = groups;
    if (group === undefined || groups.length > 1 || group.prefix) continue;
    const key = groupKey(group);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count === 1) continue;
    for (const term of group.whole === null ? group.parts : [...group.parts, group.whole]) {
      repeated.set(term, Math.max(count, repeated.get(term) ?? 0));
    }
  }
  return repeated;
}

/** Whether a word is one of these, and no compound with them. */
export function isWordOf(words: ReadonlySet<string>, { whole, parts }: TermGroup): boolean {
  return whole === null && parts.length === 1 && words.has(parts[0]!);
}

/** Whether a word says nothing about the subject of a query. */
export function isStopWord(group: TermGroup): boolean {
  return isWordOf(STOP_WORDS, group);
}

/**
 * Returns the distinct terms by which two texts are compared: parts without some stop words, and a whole only where there
 * are no parts.
 */
export function contentTokens(text: string): Set<string> {
  const tokens = new Set<string>();
  for (const group of termGroups(text)) {
    if (isWordOf(UNCOMPARED_WORDS, group)) continue;
    if (group.parts.length === 0) tokens.add(group.whole!);
    for (const part of group.parts) tokens.add(part);
  }
  return tokens;
}

/** The current word as a query asks for it; null for a single letter. */
export function groupOf(words: WordCursor): TermGroup | null {
  const parts: string[] = [];
  const word = words.text.slice(words.start, words.end);
  if (words.isUnspaced) {
    const isSingle = addBigrams(words, parts) === words.start;
    return { word, whole: null, parts: isSingle ? [word] : distinct(parts), prefix: isSingle };
  }
  addParts(words, parts);
  const whole = words.partCount > 1 ? wholeOf(words) : null;
  return parts.length === 0 && whole === null ? null : { word, whole, parts: distinct(parts), prefix: false };
}

function distinct(terms: string[]): string[] {
  return terms.length < 2 ? terms : [...new Set(terms)];
}

/** Adds the bigrams of the run. Returns where its last character begins. */
function addBigrams(words: WordCursor, terms: string[]): number {
  const { text, end } = words;
  let first = words.start;
  let second = first + widthAt(text, first);
  while (second < end) {
    const third = second + widthAt(text, second);
    terms.push(text.slice(first, third));
    first = second;
    second = third;
  }
  return first;
}

/** The index term of a part of the current word. */
export function partTerm(words: WordCursor, part: number): string {
  return cut(partOf(words, part));
}

function addParts(words: WordCursor, terms: string[]): void {
  for (let part = 0; part < words.partCount; part++) {
    const term = partTerm(words, part);
    if (term.length > 2 || (term.length > 0 && widthAt(term, 0) < term.length)) terms.push(term);
  }
}

function partOf(words: WordCursor, part: number): string {
  const raw = words.text.slice(words.bounds[part * 2], words.bounds[part * 2 + 1]);
  if (!words.isAscii) return foldPart(raw);
  return words.hasUpper ? raw.toLowerCase() : raw;
}

function wholeOf(words: WordCursor): string {
  if (words.isAscii && !words.hasJoiner) {
    return words.text.slice(words.start, Math.min(words.end, words.start + TERM_LENGTH_MAX)).toLowerCase();
  }
  let whole = "";
  for (let part = 0; part < words.partCount && whole.length < TERM_LENGTH_MAX; part++) whole += partOf(words, part);
  return cut(whole);
}

function cut(term: string): string {
  if (term.length <= TERM_LENGTH_MAX) return term;
  const isSplit = widthAt(term, TERM_LENGTH_MAX - 1) === 2;
  return term.slice(0, isSplit ? TERM_LENGTH_MAX - 1 : TERM_LENGTH_MAX);
}

// Looks up the terms of a query in the segments of an index: their posting lists, and how much each term counts.
// Invariants:
// Frequencies are of live documents. So a term weighs the same as in a fresh index of the live documents.

import { PostingBuffer } from "../postings/posting-buffer.ts";
import { PostingCursor } from "../postings/posting-cursor.ts";
import { fuzzyTerms } from "../segment/fuzzy-terms.ts";
import type { LiveIndex, NumberedSegment } from "../segment/live-index.ts";
import { otherForms } from "../text/word-forms.ts";
import { inverseDocumentFrequency } from "./bm25.ts";
import { frequencyGain, termWeight } from "./information.ts";
import type { Query } from "./query.ts";
import { joinedCursor, type TermCursor } from "./term-cursor.ts";

/** The most terms that a one-character word of a script without spaces stands for. */
const PREFIX_TERMS_MAX = 10_000;

/** The weight of stop words, which stand in nearly every question. */
const FAINT_WEIGHT = 0.3;

/** The weight of terms that replace a word which no document has. It is below that of the word itself. */
const NEAR_WEIGHT = 0.5;
/** Replacements are sought for words of at least this length, since shorter ones begin too many other words. */
const NEAR_MIN = 4;
/** The most replacements of one word. */
const NEAR_TERMS_MAX = 32;
const NEAR_LOOKED_AT_MAX = 1000;
/** Replacements are sought for this many words of a query. Pasted text may be a page of words that no document has. */
const NEAR_WORDS_MAX = 32;

/** A term with its forms, or all terms with a prefix, as one term. */
export interface QueryTerm {
  /** The names in the index that count as this term. */
  readonly names: readonly string[];
  /** The term's cursor in each segment; null where the segment does not hold the term. */
  readonly cursors: readonly (TermCursor | null)[];
  /** Its inverse document frequency, lowered for a stop word and for a replacement. */
  readonly idf: number;
  /** How many live documents have it. For several forms this is an estimate. */
  readonly holders: number;
  /** The gain of a frequency of 1 (information.ts). */
  readonly gain: number;
  /**
   * The factor on its information, lowered for a term that more than half of the documents have, for a stop word and
   * for a replacement.
   */
  readonly weight: number;
  /** Whether no live document has it. */
  readonly isUnknown: boolean;
}

/** A word and its terms. A document has the word by its whole form, or by all of its parts. */
export interface QueryWord {
  readonly parts: readonly QueryTerm[];
  readonly whole: QueryTerm | null;
}

export interface QueryTerms {
  /** The words that a document has to hold. */
  readonly words: readonly QueryWord[];
  /** All terms of the words, each once. */
  readonly terms: readonly QueryTerm[];
  /** The terms that are scored: all terms of the words, and the terms of stop words, which weigh little. */
  readonly scored: readonly QueryTerm[];
  /**
   * By whole of a compound word: its parts. A document that has the whole has the parts, too. So the whole counts by
   * what it says beyond them (compound.ts). A whole that the query says as a word of its own is not in here.
   */
  readonly partsOf: ReadonlyMap<QueryTerm, readonly QueryTerm[]>;
  /** Terms that no document has, with the terms that replace them. */
  readonly takenAs: ReadonlyMap<string, readonly string[]>;
}

/** Looks up the words of a query. The cursors serve one walk at a time. */
export function lookUp(
  index: LiveIndex,
  { groups, stopTerms, repeated }: Pick<Query, "groups" | "stopTerms" | "repeated">,
): QueryTerms {
  const deleted = index.deletedCount === 0 ? null : index.segments.map((numbered) => index.deletedIn(numbered));
  const terms = new Map<string, QueryTerm>();
  const look = (names: readonly string[], prefix: boolean, weight: number): QueryTerm => {
    const cursors: (TermCursor | null)[] = [];
    const counts = new Uint32Array(names.length);
    for (let at = 0; at < index.segments.length; at++) {
      const lists: PostingCursor[] = [];
      for (let form = 0; form < names.length; form++) {
        const list = cursorOf(index.segments[at]!, names[form]!, prefix);
        if (list === null) continue;
        counts[form]! += liveCount(list, deleted?.[at]);
        lists.push(list);
      }
      cursors.push(lists.length === 0 ? null : joinedCursor(lists));
    }
    const frequency = formsFrequency(counts, index.liveCount);
    const holders = Math.min(frequency, index.liveCount);
    return {
      names,
      cursors,
      idf: weight * inverseDocumentFrequency(index.liveCount, holders),
      holders,
      gain: frequencyGain(index.liveCount, holders),
      weight: weight * termWeight(index.liveCount, holders),
      isUnknown: frequency === 0,
    };
  };
  const isLive = (name: string): boolean =>
    index.segments.some((numbered, at) => {
      const list = cursorOf(numbered, name, false);
      return list !== null && liveCount(list, deleted?.[at]) > 0;
    });
  const takenAs = new Map<string, readonly string[]>();
  let nearWords = 0;
  const termOf = (name: string, prefix: boolean, hasForms: boolean): QueryTerm => {
    const key = prefix ? `${name}*` : name;
    let term = terms.get(key);
    if (term === undefined) {
      const others = hasForms ? otherForms(name, (form) => index.hasTerm(form)) : [];
      term = look([name, ...others], prefix, 1);
      const near = hasForms && term.isUnknown && nearWords++ < NEAR_WORDS_MAX ? nearTerms(index, name, isLive) : [];
      if (near.length > 0) {
        term = look(near, false, NEAR_WEIGHT);
        takenAs.set(name, near);
      }
      // A word said twice counts twice, one said four times three times. The idf stays, because repeating a word does
      // not bring it closer to its neighbours (proximity.ts).
      const said = prefix ? 1 : (repeated.get(name) ?? 1);
      if (said > 1) term = { ...term, weight: term.weight * (1 + Math.log2(said)) };
      terms.set(key, term);
    }
    return term;
  };
  // What is the whole of one word and a part of another is one term. It has forms wherever it stands in the query.
  const partNames = new Set(groups.flatMap(({ parts, prefix }) => (prefix ? [] : parts)));
  const asked = groups.map(({ parts, whole, prefix }) => ({
    parts: parts.map((part) => termOf(part, prefix, !prefix)),
    whole: whole === null ? null : termOf(whole, false, partNames.has(whole)),
  }));
  const { words, own } = withLighterParts(asked, [...terms.values()]);
  const others = stopTerms.flatMap(({ parts }) => parts).filter((part) => !terms.has(part));
  const scored = [...own, ...others.map((part) => look([part], false, FAINT_WEIGHT))];
  return { words, terms: own, scored, partsOf: partsOf(words), takenAs };
}

/**
 * Lowers the weights of the parts of compound words, so that the parts of a word together weigh no more than its whole:
 * by the information of a single occurrence. A part that the query says as a word of its own keeps its weight, and so
 * do the parts of a whole that no document has.
 */
function withLighterParts(words: readonly QueryWord[], terms: readonly QueryTerm[]) {
  if (words.every(({ whole }) => whole === null)) return { words, own: terms };
  const information = ({ gain }: QueryTerm) => Math.log(1 + gain);
  const shares = new Map<QueryTerm, number>();
  for (const { parts, whole } of words) {
    const sum = parts.reduce((all, part) => all + information(part), 0);
    const share = whole === null || whole.isUnknown || sum === 0 ? 1 : Math.min(1, information(whole) / sum);
    for (const part of parts) shares.set(part, Math.max(share, shares.get(part) ?? 0));
  }
  const lighter = new Map(terms.map((term) => [term, { ...term, weight: term.weight * (shares.get(term) ?? 1) }]));
  return {
    words: words.map(({ parts, whole }) => ({
      parts: parts.map((part) => lighter.get(part)!),
      whole: whole && lighter.get(whole)!,
    })),
    own: [...lighter.values()],
  };
}

const NO_COMPOUNDS: ReadonlyMap<QueryTerm, readonly QueryTerm[]> = new Map();

/** The parts of compound words, by their wholes. Of two words with one whole the first counts. */
function partsOf(words: readonly QueryWord[]): ReadonlyMap<QueryTerm, readonly QueryTerm[]> {
  if (words.every(({ whole }) => whole === null)) return NO_COMPOUNDS;
  const parts = new Map<QueryTerm, readonly QueryTerm[]>();
  for (const word of words) {
    if (word.whole !== null && word.parts.length > 0 && !parts.has(word.whole)) parts.set(word.whole, word.parts);
  }
  for (const word of words) for (const part of word.parts) parts.delete(part);
  return parts;
}

/**
 * Makes the function that counts the live documents with any of several forms of a word. For more than one form the
 * number is an estimate.
 */
export function holdersIn(index: LiveIndex): (forms: readonly string[]) => number {
  const deleted = index.deletedCount === 0 ? null : index.segments.map((numbered) => index.deletedIn(numbered));
  return (forms) => {
    const counts = new Uint32Array(forms.length);
    index.segments.forEach((numbered, at) => {
      forms.forEach((form, place) => {
        const list = cursorOf(numbered, form, false);
        if (list !== null) counts[place]! += liveCount(list, deleted?.[at]);
      });
    });
    return Math.min(formsFrequency(counts, index.liveCount), index.liveCount);
  };
}

/**
 * Estimates how many documents have any of several forms, as if the forms occurred independently of each other.
 * Counting them would take longer than all the rest. The numbers are taken in order, so that words with the same forms
 * weigh the same to the last digit.
 */
function formsFrequency(counts: Uint32Array, documentCount: number): number {
  const present = counts.filter((count) => count > 0).sort();
  if (present.length <= 1 || documentCount === 0) return present[0] ?? 0;
  let without = 1;
  for (const count of present) without *= 1 - Math.min(count, documentCount) / documentCount;
  return documentCount * (1 - without);
}

/**
 * Returns the terms that an unknown term may stand for: terms that it begins, and terms one typing error away. A number
 * is never replaced. A term that only deleted documents have is none.
 */
function nearTerms(index: LiveIndex, name: string, isLive: (name: string) => boolean): string[] {
  if (name.length < NEAR_MIN || /\d/.test(name)) return [];
  const begun = index.segments.flatMap(({ segment }) =>
    segment.termsWithPrefix(name, NEAR_LOOKED_AT_MAX).map((ordinal) => segment.terms.name(ordinal)),
  );
  const candidates = new Set([...fuzzyTerms(name, index), ...begun.filter((term) => !/\d/.test(term))]);
  candidates.delete(name);
  const near: string[] = [];
  for (const candidate of [...candidates].sort()) {
    if (near.length < NEAR_TERMS_MAX && isLive(candidate)) near.push(candidate);
  }
  return near;
}

function liveCount(cursor: PostingCursor, deleted: Uint32Array | undefined): number {
  return deleted === undefined || deleted.length === 0
    ? cursor.count
    : cursor.count - cursor.retain(deleted.slice(), deleted.length);
}

function cursorOf({ segment }: NumberedSegment, name: string, prefix: boolean): PostingCursor | null {
  if (!prefix) {
    const ordinal = segment.findTerm(name);
    return ordinal < 0 ? null : segment.cursor(ordinal);
  }
  const ordinals = segment.termsWithPrefix(name, PREFIX_TERMS_MAX);
  if (ordinals.length < 2) return ordinals.length === 0 ? null : segment.cursor(ordinals[0]!);
  const postings = new PostingBuffer();
  for (const ordinal of ordinals) segment.postings(ordinal, postings);
  return PostingCursor.overBuffer(withoutRepeats(postings));
}

/** Returns the postings in order, with those of one document added up. */
function withoutRepeats({ documents, frequencies, firstLine, count }: PostingBuffer): PostingBuffer {
  const totals = new Map<number, { frequency: number; inFirstLine: number }>();
  for (let at = 0; at < count; at++) {
    const total = totals.get(documents[at]!);
    if (total === undefined) totals.set(documents[at]!, { frequency: frequencies[at]!, inFirstLine: firstLine[at]! });
    else {
      total.frequency += frequencies[at]!;
      total.inFirstLine += firstLine[at]!;
    }
  }
  const merged = new PostingBuffer(totals.size);
  for (const document of Uint32Array.from(totals.keys()).sort()) {
    const { frequency, inFirstLine } = totals.get(document)!;
    merged.push(document, frequency, inFirstLine);
  }
  return merged;
}

// The terms of a query in the segments of an index: their lists, and how much each says.
// Invariant: frequencies are of live entries, so what a term weighs is what it would weigh in a fresh index of the live entries.

import { PostingBuffer } from "../format/posting-codec.ts";
import { PostingCursor } from "../format/posting-cursor.ts";
import type { LiveIndex, NumberedSegment } from "../index/live-index.ts";
import type { TermGroup } from "../text/tokenizer.ts";
import { inverseDocumentFrequency } from "./bm25.ts";

/** How many terms a one-character word of a script without spaces may stand for. */
const PREFIX_TERMS_MAX = 10_000;

/** A term, or all terms with a prefix as one. */
export interface QueryTerm {
  /** By segment; null where the term does not stand. */
  readonly cursors: readonly (PostingCursor | null)[];
  readonly idf: number;
}

/** A word by its terms: an entry has it by its whole form, or by all of its parts. */
export interface QueryWord {
  readonly parts: readonly QueryTerm[];
  readonly whole: QueryTerm | null;
}

export interface QueryTerms {
  readonly words: readonly QueryWord[];
  /** All terms of the words, each once. */
  readonly terms: readonly QueryTerm[];
}

/** Looks up the words of a query. The cursors are good for one walk at a time. */
export function lookUp(index: LiveIndex, groups: readonly TermGroup[]): QueryTerms {
  const buried = index.buriedCount === 0 ? null : index.segments.map((numbered) => index.buriedIn(numbered));
  const terms = new Map<string, QueryTerm>();
  const termOf = (name: string, prefix: boolean): QueryTerm => {
    const key = prefix ? `${name}*` : name;
    let term = terms.get(key);
    if (term === undefined) {
      const cursors = index.segments.map((numbered) => cursorOf(numbered, name, prefix));
      const frequency = cursors.reduce((sum, cursor, at) => sum + liveCount(cursor, buried?.[at]), 0);
      term = { cursors, idf: inverseDocumentFrequency(index.liveCount, frequency) };
      terms.set(key, term);
    }
    return term;
  };
  const words = groups.map(({ parts, whole, prefix }) => ({
    parts: parts.map((part) => termOf(part, prefix)),
    whole: whole === null ? null : termOf(whole, false),
  }));
  return { words, terms: [...terms.values()] };
}

function liveCount(cursor: PostingCursor | null, buried: Uint32Array | undefined): number {
  if (cursor === null) return 0;
  return buried === undefined || buried.length === 0
    ? cursor.count
    : cursor.count - cursor.retain(buried.slice(), buried.length);
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

/** The postings in order, those of one document added up. */
function withoutRepeats({ documents, frequencies, count }: PostingBuffer): PostingBuffer {
  const totals = new Map<number, number>();
  for (let at = 0; at < count; at++) {
    totals.set(documents[at]!, (totals.get(documents[at]!) ?? 0) + frequencies[at]!);
  }
  const merged = new PostingBuffer(totals.size);
  for (const document of Uint32Array.from(totals.keys()).sort()) merged.push(document, totals.get(document)!, 0);
  return merged;
}

// Scores every entry that holds a term of the query, term at a time, over base and delta with common statistics.
// Invariants: document frequency, entry count and average length are those of live entries, so the scores are what a fresh
// index of the live entries would give; arrays are kept between searches and only touched entries are cleared.

import { PostingBuffer } from "../format/posting-codec.ts";
import type { LiveIndex, NumberedSegment } from "../index/live-index.ts";
import type { TermGroup } from "../text/tokenizer.ts";
import { inverseDocumentFrequency, termScore } from "./bm25.ts";

/** How many terms a one-character word of a script without spaces may stand for. */
const PREFIX_TERMS_MAX = 10_000;

/** Entries and the sums of their term scores; valid until the next query. */
export interface Scored {
  /** Document numbers in no order. */
  readonly documents: readonly number[];
  /** By document number. The caller may scale the scores of its matches. */
  readonly scores: Float64Array;
}

/** A query's words over one index; each method may be called once, `all` before `any`. */
export interface ScoredQuery {
  /** The entries that hold every word. */
  all(): Scored;
  /** The entries that hold any term of any word. */
  any(): Scored;
}

/** The postings of one word: an entry has it by its whole form, or by all of its parts. */
interface WordPostings {
  readonly parts: readonly PostingBuffer[];
  readonly whole: PostingBuffer | null;
  /** No more entries than this have the word. */
  readonly size: number;
}

/** Mark of an entry that has the whole form of a word. */
const WHOLE = 0xffff;

export class Scorer {
  #scores = new Float64Array(0);
  /** How many of the words looked at so far an entry has, if it has all of those. */
  #matched = new Uint16Array(0);
  #marks = new Uint16Array(0);
  /** Entries with a score, and entries with a count, of the last query. */
  #scored: number[] = [];
  #counted: number[] = [];
  readonly #buffers: PostingBuffer[] = [];
  #used = 0;
  readonly #scratch = new PostingBuffer();

  /** Reads the postings of a query's words. */
  query(index: LiveIndex, groups: readonly TermGroup[]): ScoredQuery {
    this.#reset(index.capacity);
    const terms = new Map<string, PostingBuffer>();
    const postingsOf = (term: string, prefix: boolean): PostingBuffer => {
      const key = prefix ? `${term}*` : term;
      let postings = terms.get(key);
      if (postings === undefined) {
        postings = this.#load(index, term, prefix);
        terms.set(key, postings);
      }
      return postings;
    };
    const words = groups.map((group): WordPostings => {
      const parts = group.parts.map((part) => postingsOf(part, group.prefix));
      const whole = group.whole === null ? null : postingsOf(group.whole, false);
      const inParts = parts.length === 0 ? 0 : Math.min(...parts.map((part) => part.count));
      return { parts, whole, size: inParts + (whole?.count ?? 0) };
    });
    return {
      all: () => this.#scoreAll(index, words, [...terms.values()]),
      any: () => this.#scoreAny(index, [...terms.values()]),
    };
  }

  /** Finds the entries with every word first, the rarest word leading, and scores only those. */
  #scoreAll(index: LiveIndex, words: readonly WordPostings[], terms: readonly PostingBuffer[]): Scored {
    const rarestFirst = words.toSorted((a, b) => a.size - b.size);
    for (let rank = 0; rank < rarestFirst.length; rank++) this.#narrow(rarestFirst[rank]!, rank);
    const matched = this.#matched;
    const documents = this.#counted.filter((id) => matched[id] === words.length);
    if (documents.length > 0) {
      const scores = this.#scores;
      for (const { documents: ids, frequencies, count } of terms) {
        const scoreOf = termScorer(index, count);
        for (let at = 0; at < count; at++) {
          const id = ids[at]!;
          if (matched[id] === words.length) scores[id]! += scoreOf(id, frequencies[at]!);
        }
      }
    }
    this.#scored = documents;
    return { documents, scores: this.#scores };
  }

  #scoreAny(index: LiveIndex, terms: readonly PostingBuffer[]): Scored {
    const scores = this.#scores;
    for (const id of this.#scored) scores[id] = 0;
    const documents: number[] = [];
    for (const { documents: ids, frequencies, count } of terms) {
      const scoreOf = termScorer(index, count);
      for (let at = 0; at < count; at++) {
        const id = ids[at]!;
        if (scores[id] === 0) documents.push(id);
        scores[id]! += scoreOf(id, frequencies[at]!);
      }
    }
    this.#scored = documents;
    return { documents, scores };
  }

  #reset(capacity: number): void {
    if (capacity > this.#scores.length) {
      const size = Math.max(capacity, this.#scores.length * 2, 1024);
      this.#scores = new Float64Array(size);
      this.#matched = new Uint16Array(size);
      this.#marks = new Uint16Array(size);
    } else {
      for (const id of this.#scored) this.#scores[id] = 0;
      for (const id of this.#counted) this.#matched[id] = 0;
    }
    this.#scored = [];
    this.#counted = [];
    this.#used = 0;
  }

  /** Counts the word for each entry that has it and the `rank` words before it. */
  #narrow({ parts, whole }: WordPostings, rank: number): void {
    const matched = this.#matched;
    const count = (id: number) => {
      if (matched[id] !== rank) return;
      matched[id] = rank + 1;
      if (rank === 0) this.#counted.push(id);
    };
    if (parts.length + (whole ? 1 : 0) === 1) {
      const { documents, count: length } = parts[0] ?? whole!;
      for (let at = 0; at < length; at++) count(documents[at]!);
      return;
    }
    const marks = this.#marks;
    const lists = whole ? [...parts, whole] : parts;
    for (const list of lists) {
      for (let at = 0; at < list.count; at++) {
        const id = list.documents[at]!;
        if (list === whole) marks[id] = WHOLE;
        else if (marks[id] !== WHOLE) marks[id]!++;
      }
    }
    for (const list of lists) {
      for (let at = 0; at < list.count; at++) {
        const id = list.documents[at]!;
        if (marks[id] === WHOLE || (parts.length > 0 && marks[id] === parts.length)) count(id);
        marks[id] = 0;
      }
    }
  }

  /** The live postings of a term, or of all terms that begin with it as one, ascending. */
  #load(index: LiveIndex, term: string, prefix: boolean): PostingBuffer {
    const buffer = this.#nextBuffer();
    for (const numbered of index.segments) {
      if (!prefix) {
        const ordinal = numbered.segment.findTerm(term);
        if (ordinal >= 0) this.#append(index, numbered, ordinal, buffer);
        continue;
      }
      const from = buffer.count;
      for (const ordinal of numbered.segment.termsWithPrefix(term, PREFIX_TERMS_MAX)) {
        this.#append(index, numbered, ordinal, buffer);
      }
      mergeEqualDocuments(buffer, from);
    }
    return buffer;
  }

  #append(index: LiveIndex, { segment, first }: NumberedSegment, ordinal: number, into: PostingBuffer): void {
    const scratch = this.#scratch;
    scratch.count = 0;
    segment.postings(ordinal, scratch);
    into.reserve(into.count + scratch.count);
    const { documents, frequencies } = into;
    let count = into.count;
    const anyBuried = index.buriedCount > 0;
    for (let at = 0; at < scratch.count; at++) {
      const id = scratch.documents[at]! + first;
      if (anyBuried && index.isBuried(id)) continue;
      documents[count] = id;
      frequencies[count] = scratch.frequencies[at]!;
      count++;
    }
    into.count = count;
  }

  #nextBuffer(): PostingBuffer {
    let buffer = this.#buffers[this.#used];
    if (buffer === undefined) {
      buffer = new PostingBuffer();
      this.#buffers.push(buffer);
    }
    this.#used++;
    buffer.count = 0;
    return buffer;
  }
}

/** What a term adds to an entry, given in how many live entries it stands. */
function termScorer(index: LiveIndex, documentFrequency: number): (id: number, frequency: number) => number {
  const idf = inverseDocumentFrequency(index.liveCount, documentFrequency);
  const averageLength = Math.max(1e-9, index.tokenTotal / Math.max(1, index.liveCount));
  const lengthOf = index.lengths();
  return (id, frequency) => termScore(idf, frequency, lengthOf(id), averageLength);
}

/** Sorts the postings from `from` on and adds up those of one document. */
function mergeEqualDocuments(buffer: PostingBuffer, from: number): void {
  const { documents, frequencies } = buffer;
  const totals = new Map<number, number>();
  for (let at = from; at < buffer.count; at++) {
    totals.set(documents[at]!, (totals.get(documents[at]!) ?? 0) + frequencies[at]!);
  }
  let count = from;
  for (const id of [...totals.keys()].sort((a, b) => a - b)) {
    documents[count] = id;
    frequencies[count] = totals.get(id)!;
    count++;
  }
  buffer.count = count;
}

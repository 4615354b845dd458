// Scores every entry that holds a term of the query, term at a time, over base and delta with common statistics.
// Invariants: document frequency, entry count and average length are those of live entries, so the scores are what a fresh
// index of the live entries would give; arrays are kept between searches and only touched entries are cleared.

import { PostingBuffer } from "../format/posting-codec.ts";
import type { LiveIndex, NumberedSegment } from "../index/live-index.ts";
import type { TermGroup } from "../text/tokenizer.ts";
import { inverseDocumentFrequency, termScore } from "./bm25.ts";

/** How many terms a one-character word of a script without spaces may stand for. */
const PREFIX_TERMS_MAX = 10_000;

/** Entries that hold some term of the query, with the sum of their term scores. */
export interface Scored {
  /** Document numbers in no order. */
  readonly documents: number[];
  /** By document number. The caller may scale the scores of its matches. */
  readonly scores: Float64Array;
  /** Whether the entry holds every word of the query. */
  hasAll(id: number): boolean;
}

export class Scorer {
  #scores = new Float64Array(0);
  #matched = new Uint16Array(0);
  #groupMarks = new Uint16Array(0);
  #touched: number[] = [];
  readonly #buffers: PostingBuffer[] = [];
  #used = 0;
  readonly #scratch = new PostingBuffer();

  /** Scores `index` for the words of a query. The result is valid until the next call. */
  score(index: LiveIndex, groups: readonly TermGroup[]): Scored {
    this.#reset(index.capacity);
    const averageLength = Math.max(1e-9, index.tokenTotal / Math.max(1, index.liveCount));
    const terms = new Map<string, PostingBuffer>();
    const postingsOf = (term: string, prefix: boolean): PostingBuffer => {
      const key = prefix ? `${term}*` : term;
      let postings = terms.get(key);
      if (postings === undefined) {
        postings = this.#load(index, term, prefix);
        terms.set(key, postings);
        this.#accumulate(index, postings, averageLength);
      }
      return postings;
    };
    for (const group of groups) {
      const parts = group.parts.map((part) => postingsOf(part, group.prefix));
      const whole = group.whole === null ? null : postingsOf(group.whole, false);
      this.#match(parts, whole);
    }
    const wanted = groups.length;
    return {
      documents: this.#touched,
      scores: this.#scores,
      hasAll: (id) => this.#matched[id] === wanted,
    };
  }

  #reset(capacity: number): void {
    if (capacity > this.#scores.length) {
      const size = Math.max(capacity, this.#scores.length * 2, 1024);
      this.#scores = new Float64Array(size);
      this.#matched = new Uint16Array(size);
      this.#groupMarks = new Uint16Array(size);
    } else {
      for (const id of this.#touched) {
        this.#scores[id] = 0;
        this.#matched[id] = 0;
      }
    }
    this.#touched = [];
    this.#used = 0;
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

  #accumulate(index: LiveIndex, buffer: PostingBuffer, averageLength: number): void {
    const idf = inverseDocumentFrequency(index.liveCount, buffer.count);
    const { documents, frequencies } = buffer;
    const scores = this.#scores;
    const lengths = index.lengths();
    for (let at = 0; at < buffer.count; at++) {
      const id = documents[at]!;
      if (scores[id] === 0) this.#touched.push(id);
      scores[id]! += termScore(idf, frequencies[at]!, lengths(id), averageLength);
    }
  }

  /** Counts the group for each entry that holds its whole form or all of its parts. */
  #match(parts: readonly PostingBuffer[], whole: PostingBuffer | null): void {
    const matched = this.#matched;
    if (parts.length + (whole ? 1 : 0) === 1) {
      const { documents, count } = parts[0] ?? whole!;
      for (let at = 0; at < count; at++) matched[documents[at]!]!++;
      return;
    }
    const marks = this.#groupMarks;
    const complete = 0xffff;
    const mark = ({ documents, count }: PostingBuffer, visit: (id: number) => void) => {
      for (let at = 0; at < count; at++) visit(documents[at]!);
    };
    for (const part of parts) mark(part, (id) => marks[id]!++);
    if (whole) mark(whole, (id) => (marks[id] = complete));
    const settle = (id: number) => {
      if (marks[id] === complete || (parts.length > 0 && marks[id] === parts.length)) matched[id]!++;
      marks[id] = 0;
    };
    for (const part of parts) mark(part, settle);
    if (whole) mark(whole, settle);
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

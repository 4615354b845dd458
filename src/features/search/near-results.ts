// Collapses results that say nearly the same into the best of them, and a superseded note into the one that supersedes
// it, as a briefing does, so that an answer has room for others.
// Invariants:
// - Only the first COMPARED_MAX results are compared. What comes behind them is listed as it is.
// - Results whose numbers or negations differ are never collapsed: `port 8080` and `port 9090` are two notes.
// - Few results cost more than a glance. Two texts are read only if their lengths and their first lines are alike.

import { bitCount } from "../../engine/postings/bit-rows.ts";
import type { Result } from "../../engine/search/searcher.ts";
import { DUPLICATE_SIMILARITY, DUPLICATE_TOKENS_MIN } from "../../engine/search/similar.ts";
import { jaccard } from "../../engine/text/similarity.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import { supersededIn } from "../../notes/duplicates/supersession.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import type { NoteResults } from "../../notes/search/note-search.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";

/** How many of the first results are compared with each other. */
export const COMPARED_MAX = 50;
/** Among how many of the first results an older version of a note is looked for. */
const VERSIONS_MAX = 16;
/** A longer note, in terms of the index, is not compared: about twenty thousand characters. */
const TERMS_MAX = 4000;
/** Of two texts that are alike the shorter has at least this share of the other's terms. */
const LENGTH_SHARE_MIN = 0.5;
/** Of the words in the first line of either text, both first lines have at least this share. */
const FIRST_LINES_SHARE_MIN = 0.5;
/** How many code units of a first line are sketched. */
const SKETCHED_MAX = 64;
const DIGIT = /\p{Nd}/u;
const NUMBER = /\p{Nd}+/gu;
const NEGATIONS: ReadonlySet<string> = new Set("no not never none cannot without disable disabled except".split(" "));

const NONE: readonly number[] = [];

/** A result of a list, and the results that it stands for. */
export interface ListedResult {
  readonly result: Result;
  readonly document: NoteDocument;
  /** The results that say nearly the same, by document number, best first. */
  readonly same: readonly number[];
  /** The older notes that it supersedes, by document number. */
  readonly supersedes: readonly number[];
}

/** A result that others are compared with. */
interface Kept {
  readonly result: Result;
  readonly document: NoteDocument;
  readonly length: number;
  sketch: Sketch | null;
  same: readonly number[];
  supersedes: readonly number[];
  tokens: ReadonlySet<string> | null;
}

/** The results that a list shows, in order. */
export class NearResults {
  /** How many of the first results are collapsed into better ones. */
  readonly collapsed: number;
  readonly #view: KnowledgeView;
  readonly #kept: Kept[] = [];
  readonly #rest: Iterator<Result>;
  readonly #limit: number;
  readonly #end: number | undefined;

  /**
   * `limit`: how many are listed; null for all. Without `compares` no result is collapsed. `end`: notes of this minute
   * or later supersede nothing, since their clock was wrong.
   */
  constructor(view: KnowledgeView, results: NoteResults, limit: number | null, compares: boolean, end?: number) {
    this.#view = view;
    this.#end = end;
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
    this.#rest = results.ordered();
    this.collapsed = compares ? this.#collapse() : 0;
  }

  /** What was collapsed, in words: `2 nearly the same as one listed and 1 superseded by one listed`; "" for nothing. */
  get collapsedWords(): string {
    const superseded = this.#kept.reduce((sum, { supersedes }) => sum + supersedes.length, 0);
    const same = this.collapsed - superseded;
    const words = [
      ...(same > 0 ? [`${same} nearly the same as one listed`] : []),
      ...(superseded > 0 ? [`${superseded} superseded by one listed`] : []),
    ];
    return words.join(" and ");
  }

  /** The results to list, as far as they are asked for. */
  *listed(): Generator<ListedResult> {
    yield* this.#kept;
    for (let count = this.#kept.length; count < this.#limit; count++) {
      const next = this.#rest.next();
      if (next.done) return;
      yield { result: next.value, document: this.#view.index.document(next.value.id), same: NONE, supersedes: NONE };
    }
  }

  #collapse(): number {
    const lengths = this.#view.index.lengths();
    const first = this.#first();
    const superseded = supersededIn(
      this.#view,
      first.map(({ id }) => id),
      this.#end,
    );
    const byId = new Map(first.map((result) => [result.id, result]));
    let compared = 0;
    for (; compared < COMPARED_MAX && this.#kept.length < this.#limit; compared++) {
      const next = first[compared] ?? this.#next();
      if (next === null) break;
      // The newest version stands in the place of the best one.
      const newest = superseded.get(next.id);
      const result = newest === undefined ? next : byId.get(newest)!;
      const known = this.#kept.find((kept) => kept.result.id === result.id);
      if (known !== undefined) {
        if (newest !== undefined) known.supersedes = [...known.supersedes, next.id];
        continue;
      }
      const document = this.#view.index.document(result.id);
      const length = lengths(result.id);
      const supersedes = newest === undefined ? NONE : [next.id];
      const one: Kept = { result, document, length, sketch: null, same: NONE, supersedes, tokens: null };
      const best = this.#kept.find((kept) => this.#isNear(kept, one));
      if (best === undefined) this.#kept.push(one);
      else best.same = [...best.same, result.id, ...supersedes];
    }
    return compared - this.#kept.length;
  }

  /** The results among which versions of one note are looked for. */
  #first(): Result[] {
    const first: Result[] = [];
    while (first.length < VERSIONS_MAX) {
      const next = this.#next();
      if (next === null) break;
      first.push(next);
    }
    return first;
  }

  #next(): Result | null {
    const next = this.#rest.next();
    return next.done ? null : next.value;
  }

  #isNear(a: Kept, b: Kept): boolean {
    const longer = Math.max(a.length, b.length);
    if (longer > TERMS_MAX || Math.min(a.length, b.length) < LENGTH_SHARE_MIN * longer) return false;
    a.sketch ??= sketchOf(a.document.snippet[0]);
    b.sketch ??= sketchOf(b.document.snippet[0]);
    return sketchShare(a.sketch, b.sketch) >= FIRST_LINES_SHARE_MIN && isSame(this.#tokensOf(a), this.#tokensOf(b));
  }

  #tokensOf(kept: Kept): ReadonlySet<string> {
    if (kept.tokens === null) {
      const { text } = parseEntryText(this.#view.body(kept.result.id) ?? "");
      // A single digit is no term, and tells two notes apart all the same.
      kept.tokens = new Set([...contentTokens(text), ...(text.match(NUMBER) ?? [])]);
    }
    return kept.tokens;
  }
}

/** Whether two texts with these tokens say nearly the same. */
function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < DUPLICATE_TOKENS_MIN || jaccard(a, b) <= DUPLICATE_SIMILARITY) return false;
  return !tellsApart(a, b) && !tellsApart(b, a);
}

/** Whether a token that only the first has says something else: a number, or a negation. */
function tellsApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const token of a) if (!b.has(token) && (NEGATIONS.has(token) || DIGIT.test(token))) return true;
  return false;
}

/** Words of a line as a set of bits: the lower 32, and the upper. Different words may share a bit. */
interface Sketch {
  readonly low: number;
  readonly high: number;
}

function sketchOf(line: string): Sketch {
  let low = 0;
  let high = 0;
  let hash = 0;
  const end = Math.min(line.length, SKETCHED_MAX);
  for (let at = 0; at <= end; at++) {
    // 32 makes a capital letter a small one, and leaves digits as they are.
    const unit = at < end ? line.charCodeAt(at) | 32 : 0;
    if ((unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)) {
      hash = (Math.imul(hash, 31) + unit) | 0;
      continue;
    }
    // A character of another script counts as a word.
    if (unit >= 128) hash ^= unit;
    if (hash === 0) continue;
    const bit = Math.imul(hash, 0x9e37_79b1) >>> 26;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit & 31);
    hash = 0;
  }
  return { low, high };
}

/** The share of the bits of either sketch that both have. */
function sketchShare(a: Sketch, b: Sketch): number {
  const either = bitCount(a.low | b.low) + bitCount(a.high | b.high);
  return either === 0 ? 0 : (bitCount(a.low & b.low) + bitCount(a.high & b.high)) / either;
}

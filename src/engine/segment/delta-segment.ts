// The delta: the documents behind the watermark, indexed in memory as they are read from the log.
// Invariants:
// - Documents are in the order of the log, so posting lists ascend.
// - The delta only grows. Its owner keeps the deleted documents (`live-index.ts`).

import { partitionPoint } from "../../base/sorted-search.ts";
import { PostingBuffer } from "../postings/posting-buffer.ts";
import { PostingCursor } from "../postings/posting-cursor.ts";
import { type GroupColumn, NameColumn, type NumberColumn, SetColumn } from "./columns.ts";
import { GrowingColumn, type GrowingGroups, GrowingNumbers } from "./growing-columns.ts";
import { InternedNames } from "./interned-names.ts";
import { MovedOrigins } from "./moved-origins.ts";
import { PostingLists } from "./posting-lists.ts";
import type { Schema } from "./schema.ts";
import { comparing, type GrowingSegment, type NewDocument } from "./segment.ts";

/** First characters below this are namespaces (see `term.names` in index-layout.ts). */
const NAMESPACES_END = 32;

export class DeltaSegment implements GrowingSegment {
  readonly schema: Schema;
  readonly terms = new InternedNames();
  readonly moved: MovedOrigins;
  readonly offsets = new GrowingNumbers();
  readonly sizes = new GrowingNumbers();
  readonly lengths = new GrowingNumbers();
  readonly leadingLengths = new GrowingNumbers();
  readonly #columns: ReadonlyMap<string, GrowingColumn>;
  readonly #groups: readonly GrowingGroups[];
  readonly #movedIds: number[] = [];
  readonly #movedOrigins: number[] = [];
  /** Ordinals of the terms in a namespace, which are no words of a text. */
  readonly #namespaced: number[] = [];
  readonly #postings = new PostingLists();
  readonly #compare: (a: number, b: number) => number;
  tokenTotal = 0;

  constructor(schema: Schema) {
    this.schema = schema;
    this.moved = new MovedOrigins(this.#movedIds, this.#movedOrigins);
    const compare = (a: number, b: number) => this.#compare(a, b);
    const columns = Object.entries(schema.columns).map(
      ([name, kind]) => [name, new GrowingColumn(kind, compare)] as const,
    );
    this.#columns = new Map(columns);
    this.#groups = columns.flatMap(([, { groups }]) => groups ?? []);
    this.#compare = comparing(this);
  }

  add(document: NewDocument): number {
    const { offset, size, isReplacement, origin, values, length, leadingLength, leadingTerms, otherTerms } = document;
    const id = this.offsets.length;
    this.offsets.push(offset);
    this.sizes.push(size * 2 + (isReplacement ? 1 : 0));
    this.lengths.push(length);
    this.leadingLengths.push(leadingLength);
    for (const [name, column] of this.#columns) column.push(values[name]!);
    if (origin !== offset) this.#move(id, origin);
    for (const term of leadingTerms) this.#postings.count(this.#ordinalOf(term), id, true);
    for (const terms of otherTerms) for (const term of terms) this.#postings.count(this.#ordinalOf(term), id, false);
    for (const groups of this.#groups) groups.place(id);
    this.tokenTotal += length;
    return id;
  }

  moveOrigin(id: number, origin: number): void {
    if (origin !== this.originOf(id)) this.#move(id, origin);
    for (const groups of this.#groups) groups.moved(id);
  }

  get documentCount(): number {
    return this.offsets.length;
  }

  get postingTotal(): number {
    return this.#postings.total;
  }

  findTerm(term: string): number {
    return this.terms.find(term);
  }

  mayHaveTerm(hash: number): boolean {
    return this.terms.mayHave(hash);
  }

  frequencyOf(ordinal: number): number {
    return this.#postings.lengthOf(ordinal);
  }

  postings(ordinal: number, into: PostingBuffer): void {
    this.#postings.read(ordinal, into);
  }

  cursor(ordinal: number): PostingCursor | null {
    const postings = new PostingBuffer(this.#postings.lengthOf(ordinal));
    this.#postings.read(ordinal, postings);
    return PostingCursor.overBuffer(postings);
  }

  retain(ordinal: number, candidates: Uint32Array, count: number): number {
    return this.#postings.retain(ordinal, candidates, count);
  }

  encodedPostings(): null {
    return null;
  }

  termsWithPrefix(prefix: string, limit: number): number[] {
    // Every write asks for terms in a namespace. That must not go through all the words of the delta.
    const isNamed = isNamespaced(prefix);
    const count = isNamed ? this.#namespaced.length : this.terms.count;
    const found: number[] = [];
    for (let at = 0; at < count && found.length < limit; at++) {
      const ordinal = isNamed ? this.#namespaced[at]! : at;
      if (this.terms.name(ordinal).startsWith(prefix)) found.push(ordinal);
    }
    return found;
  }

  documentAt(offset: number): number {
    const { offsets } = this;
    const id = partitionPoint(0, offsets.length, (at) => offsets.of(at) < offset);
    return id < offsets.length && offsets.of(id) === offset ? id : -1;
  }

  offsetOf(id: number): number {
    return this.offsets.of(id);
  }

  sizeOf(id: number): number {
    return this.sizes.of(id) >>> 1;
  }

  isReplacement(id: number): boolean {
    return (this.sizes.of(id) & 1) === 1;
  }

  originOf(id: number): number {
    return this.moved.of(id, this.offsets.of(id));
  }

  numbers(column: string): NumberColumn {
    return this.#columns.get(column)!.numbers;
  }

  names(column: string): NameColumn {
    const { numbers, names } = this.#columns.get(column)!;
    return new NameColumn(numbers, names);
  }

  sets(column: string): SetColumn {
    const { numbers, names, sets } = this.#columns.get(column)!;
    return new SetColumn(numbers, names, sets!);
  }

  groups(column: string): GroupColumn {
    return this.#columns.get(column)!.groups!;
  }

  #ordinalOf(term: string): number {
    const count = this.terms.count;
    const ordinal = this.terms.add(term);
    if (ordinal === count) {
      this.#postings.addTerm();
      if (isNamespaced(term)) this.#namespaced.push(ordinal);
    }
    return ordinal;
  }

  /** Moves only the newest document, so the list stays ascending. */
  #move(id: number, origin: number): void {
    if (this.#movedIds.at(-1) === id) this.#movedOrigins.pop();
    else this.#movedIds.push(id);
    this.#movedOrigins.push(origin);
  }
}

/** Whether a term begins with the control character of a namespace; no text holds such terms. */
function isNamespaced(term: string): boolean {
  return term.charCodeAt(0) < NAMESPACES_END;
}

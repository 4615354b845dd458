// Base and delta as one: the live documents, numbered through (the base's first, then the delta's).
// Invariants:
// - Counts and totals are of live documents only, as if they had all been indexed anew.
// - Nothing here reads files.

import type { BaseSegment } from "./base-segment.ts";
import { DeletedDocuments } from "./deleted-documents.ts";
import { LiveGroups } from "./live-groups.ts";
import type { Schema } from "./schema.ts";
import type { GrowingSegment, MergeInput, NewDocument, RecordLocation, Segment } from "./segment.ts";

/** One of the two segments with the number of its first document. */
export interface NumberedSegment {
  readonly segment: Segment;
  readonly first: number;
}

export class LiveIndex {
  readonly schema: Schema;
  readonly base: BaseSegment | null;
  readonly delta: GrowingSegment;
  readonly segments: readonly NumberedSegment[];
  /** The number of the delta's first document. */
  readonly baseCount: number;
  readonly #deleted = new DeletedDocuments();
  readonly #groups = new Map<string, LiveGroups>();
  #orderOf: ((id: number) => number) | null = null;

  /** `delta` is empty. */
  constructor(base: BaseSegment | null, delta: GrowingSegment) {
    this.schema = delta.schema;
    this.base = base;
    this.delta = delta;
    this.baseCount = base?.documentCount ?? 0;
    const last = { segment: delta, first: this.baseCount };
    this.segments = base ? [{ segment: base, first: 0 }, last] : [last];
  }

  /** The groups of a column of the kind `group`. */
  groups(column: string): LiveGroups {
    let groups = this.#groups.get(column);
    if (groups === undefined) {
      groups = new LiveGroups(this, column);
      this.#groups.set(column, groups);
      for (const id of this.#deleted.ascending()) groups.deleted(id);
    }
    return groups;
  }

  /** A function for the lengths of documents in tokens. */
  lengths(): (id: number) => number {
    const delta = this.delta.lengths;
    const all = this.base?.lengths.all ?? [];
    const first = this.baseCount;
    return (id) => (id < first ? (all[id] ?? 0) : delta.of(id - first));
  }

  /** A function for the numbers that the schema orders by. */
  #ordering(column: string): (id: number) => number {
    const delta = this.delta.numbers(column);
    const all = this.base?.numbers(column).all ?? [];
    const first = this.baseCount;
    return (id) => (id < first ? (all[id] ?? 0) : delta.of(id - first));
  }

  /** Adds a document to the delta; returns its number. */
  add(document: NewDocument): number {
    return this.baseCount + this.delta.add(document);
  }

  /** Gives the newest document of the delta another origin. */
  moveOrigin(id: number, origin: number): void {
    this.delta.moveOrigin(id - this.baseCount, origin);
  }

  /** Deletes a live document. */
  delete(id: number): void {
    const inBase = id < this.baseCount;
    this.#deleted.add(id, inBase ? this.base!.lengths.of(id) : this.delta.lengths.of(id - this.baseCount));
    for (const groups of this.#groups.values()) groups.deleted(id);
  }

  /** The index as it would be without more documents; it is valid until this one changes. */
  without(documents: Iterable<number>): LiveIndex {
    const other = new LiveIndex(this.base, this.delta);
    for (const id of this.#deleted.ascending()) other.delete(id);
    for (const id of documents) if (!other.isDeleted(id)) other.delete(id);
    return other;
  }

  /** One more than the highest document number; deleted ones are numbered too. */
  get capacity(): number {
    return this.baseCount + this.delta.documentCount;
  }

  get liveCount(): number {
    return this.capacity - this.#deleted.count;
  }

  /** Tokens of all live documents. */
  get tokenTotal(): number {
    return (this.base?.tokenTotal ?? 0) + this.delta.tokenTotal - this.#deleted.tokens;
  }

  /** How many documents, of those numbered, are deleted. */
  get deletedCount(): number {
    return this.#deleted.count;
  }

  isDeleted(id: number): boolean {
    return this.#deleted.has(id);
  }

  /** The deleted documents of a segment, by the numbers that they have there, ascending. */
  deletedIn({ first }: NumberedSegment): Uint32Array {
    const all = this.#deleted.ascending();
    const inBase = all.findIndex((id) => id >= this.baseCount);
    const split = inBase < 0 ? all.length : inBase;
    return first < this.baseCount ? all.slice(0, split) : all.subarray(split).map((id) => id - first);
  }

  /** Where the record of a document stands. */
  recordOf(id: number): RecordLocation {
    const inBase = id < this.baseCount;
    const segment = inBase ? this.base! : this.delta;
    const local = inBase ? id : id - this.baseCount;
    return {
      offset: segment.offsetOf(local),
      size: segment.sizeOf(local),
      isReplacement: segment.isReplacement(local),
    };
  }

  /** The origin of a document: the offset of the one that it descends from by edits. */
  originOf(id: number): number {
    return id < this.baseCount ? this.base!.originOf(id) : this.delta.originOf(id - this.baseCount);
  }

  /** The live or deleted document whose record begins at `offset`, or -1. */
  documentAt(offset: number): number {
    const inDelta = this.delta.documentAt(offset);
    if (inDelta >= 0) return this.baseCount + inDelta;
    return this.base?.documentAt(offset) ?? -1;
  }

  /** Negative when document `a` comes before `b` in the schema's order. */
  compare(a: number, b: number): number {
    const { ordering } = this.schema;
    if (ordering === null) return this.originOf(a) - this.originOf(b);
    this.#orderOf ??= this.#ordering(ordering.column);
    return ordering.compare(this.#orderOf(a), this.#orderOf(b)) || this.originOf(a) - this.originOf(b);
  }

  hasTerm(term: string): boolean {
    return (this.base !== null && this.base.findTerm(term) >= 0) || this.delta.findTerm(term) >= 0;
  }

  /** Whether there may be a term with this hash (FNV-1a); quicker than looking for one. */
  mayHaveTerm(hash: number): boolean {
    return this.base?.mayHaveTerm(hash) === true || this.delta.mayHaveTerm(hash);
  }

  /** In how many documents a term stands, deleted ones included. */
  documentFrequency(term: string): number {
    let frequency = 0;
    for (const { segment } of this.segments) {
      const ordinal = segment.findTerm(term);
      if (ordinal >= 0) frequency += segment.frequencyOf(ordinal);
    }
    return frequency;
  }

  /** What the segment writer merges: both segments, without the deleted documents. */
  mergeInputs(): MergeInput[] {
    const inputs: MergeInput[] = [];
    if (this.base) inputs.push({ segment: this.base, isDeleted: (id) => this.isDeleted(id) });
    inputs.push({ segment: this.delta, isDeleted: (id) => this.isDeleted(this.baseCount + id) });
    return inputs;
  }
}

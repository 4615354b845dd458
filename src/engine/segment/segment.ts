// The interfaces of a segment, a set of documents with their posting lists: the base (`base-segment.ts`, mapped from
// index.bin) or the delta (`delta-segment.ts`, in memory). Documents are numbered from 0 within their segment, in the
// order of the log. What else they have, a schema says (schema.ts).

import type { PostingBuffer } from "../postings/posting-buffer.ts";
import type { PostingList } from "../postings/posting-codec.ts";
import type { PostingCursor } from "../postings/posting-cursor.ts";
import type { GroupColumn, NameColumn, NumberColumn, SetColumn } from "./columns.ts";
import type { MovedOrigins } from "./moved-origins.ts";
import type { NameList } from "./name-table.ts";
import type { ColumnValue, Schema } from "./schema.ts";

/** Where the record of a document stands in the log. */
export interface RecordLocation {
  /** Offset and length in bytes. */
  readonly offset: number;
  readonly size: number;
  /** Whether the record counts only with the tombstone behind it. This decides which checksum it must have. */
  readonly isReplacement: boolean;
}

/**
 * A recovered version. The damaged stretch `[from, to)` of the log held an edit of the document at offset `entry`, which
 * stands in place of the lost version.
 */
export interface RecoveredVersion {
  readonly from: number;
  readonly to: number;
  readonly entry: number;
}

/** Read access to a segment; all methods are synchronous and bounded by the segment's size. */
export interface Segment {
  readonly schema: Schema;
  readonly documentCount: number;
  readonly tokenTotal: number;
  readonly terms: NameList;
  /** The term's ordinal, or -1. */
  findTerm(term: string): number;
  /** Whether there may be a term with this hash (FNV-1a). */
  mayHaveTerm(hash: number): boolean;
  /** How many documents hold the term, deleted ones included. */
  frequencyOf(ordinal: number): number;
  /** Appends the term's postings to `into`. */
  postings(ordinal: number, into: PostingBuffer): void;
  /** A cursor over the term's postings; null where there are none. */
  cursor(ordinal: number): PostingCursor | null;
  /**
   * Keeps those of the first `count` candidates, ascending documents, that hold the term; returns how many are kept.
   */
  retain(ordinal: number, candidates: Uint32Array, count: number): number;
  /** Ordinals of the terms that begin with `prefix`, at most `limit`. */
  termsWithPrefix(prefix: string, limit: number): number[];
  /** The document whose record begins at `offset`, or -1. */
  documentAt(offset: number): number;
  offsetOf(id: number): number;
  sizeOf(id: number): number;
  isReplacement(id: number): boolean;
  /** The offset of the document that this one descends from by edits. */
  originOf(id: number): number;
  /** The number of tokens, and of those in the leading field. */
  readonly lengths: NumberColumn;
  readonly leadingLengths: NumberColumn;
  /** The numbers of a column of any kind. Code that reads many documents takes a column once. */
  numbers(column: string): NumberColumn;
  /** A column of the kind `name`, `names` or `group`. */
  names(column: string): NameColumn;
  sets(column: string): SetColumn;
  groups(column: string): GroupColumn;
}

/** What the segment writer needs beyond a segment. */
export interface MergeableSegment extends Segment {
  /** Length of each record x 2, + 1 for a replacement. */
  readonly sizes: NumberColumn;
  readonly offsets: NumberColumn;
  /** Documents whose origin is not their own offset. */
  readonly moved: MovedOrigins;
  /** The encoded posting list of a term; null where the segment has none. */
  encodedPostings(ordinal: number): PostingList | null;
}

/** The parts of a document that are indexed. */
export interface AnalyzedDocument {
  readonly values: Readonly<Record<string, ColumnValue>>;
  /** The number of tokens, and of those in the leading field. */
  readonly length: number;
  readonly leadingLength: number;
  readonly leadingTerms: readonly string[];
  readonly otherTerms: readonly (readonly string[])[];
}

/** A document that is new in the log. */
export interface NewDocument extends RecordLocation, AnalyzedDocument {
  readonly origin: number;
}

/** A segment that takes in the documents behind the watermark. */
export interface GrowingSegment extends MergeableSegment {
  readonly postingTotal: number;
  /** Adds a document; returns its number. */
  add(document: NewDocument): number;
  /** Gives the newest document another origin: it turned out to replace an older one. */
  moveOrigin(id: number, origin: number): void;
}

/** A segment to be merged, and which of its documents are left out. */
export interface MergeInput {
  readonly segment: MergeableSegment;
  isDeleted(id: number): boolean;
}

/** A function that compares documents of a segment by the schema's order. */
export function comparing(segment: Pick<Segment, "schema" | "numbers" | "originOf">): (a: number, b: number) => number {
  const { ordering } = segment.schema;
  if (ordering === null) return (a, b) => segment.originOf(a) - segment.originOf(b);
  const numbers = segment.numbers(ordering.column);
  return (a, b) => ordering.compare(numbers.of(a), numbers.of(b)) || segment.originOf(a) - segment.originOf(b);
}

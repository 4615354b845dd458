// What the index knows of one entry, however it is stored, and the two views of a segment that everything above works with.
// A segment is a set of entries with their posting lists: the base (`base-segment.ts`, mapped from index.bin) or the delta
// (`delta-segment.ts`, in memory). Documents are numbered from 0 within their segment, in the order of the log.

import type { PostingBuffer } from "../format/posting-codec.ts";
import type { PostingCursor } from "../format/posting-cursor.ts";

/** Where the record of an entry stands in the log. */
export interface RecordPlace {
  /** Offset and length in bytes. */
  readonly offset: number;
  readonly size: number;
  /** Whether the record counts only with the tombstone behind it: says which checksum it must have. */
  readonly pair: boolean;
}

/** One entry as the index keeps it. */
export interface IndexedDocument extends RecordPlace {
  /** Its place among entries of the same minute: the offset of the entry that it descends from by edits. */
  readonly place: number;
  /** Time as the record stores it (see format/log-time.ts). */
  readonly stored: number;
  readonly topic: string;
  /** Tokens, and those of the first line. */
  readonly length: number;
  readonly firstLineLength: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly projects: readonly string[];
  /** The first two lines of content, cut. */
  readonly snippet: readonly [string, string];
}

/** A damaged stretch `[from, to)` of the log that held an edit of `entry` (an offset): that stands in for the lost version. */
export interface StandIn {
  readonly from: number;
  readonly to: number;
  readonly entry: number;
}

/** Read access to a segment; all methods are synchronous and bounded by the segment's size. */
export interface Segment {
  readonly documentCount: number;
  readonly tokenTotal: number;
  document(id: number): IndexedDocument;
  /** Two parts of it for those who need no more: they cost less than the whole. */
  recordOf(id: number): RecordPlace;
  sourceOf(id: number): string | null;
  /** The term's ordinal, or -1. */
  findTerm(term: string): number;
  /** How many documents hold the term, buried ones included. */
  frequencyOf(ordinal: number): number;
  /** Appends the term's postings to `into`. */
  postings(ordinal: number, into: PostingBuffer): void;
  /** Walks them; null where there are none. */
  cursor(ordinal: number): PostingCursor | null;
  /** Ordinals of the terms that begin with `prefix`, at most `limit`. */
  termsWithPrefix(prefix: string, limit: number): number[];
  /** The document whose record begins at `offset`, or -1. */
  documentAt(offset: number): number;
  readonly topicCount: number;
  topicName(ordinal: number): string;
  findTopic(name: string): number;
  /** How many documents the topic has, buried ones included. */
  topicSize(ordinal: number): number;
  /** The topic's documents in order of time, then place. */
  topicDocuments(ordinal: number): ArrayLike<number>;
  /** One of them, by its place in that order, without going through the others; a number behind all documents, or -1, in a damaged index. */
  topicDocument(ordinal: number, at: number): number;
  /** Columns that queries filter and score by. */
  topicOf(id: number): number;
  lengthOf(id: number): number;
  storedOf(id: number): number;
  sizeOf(id: number): number;
  placeOf(id: number): number;
  confidenceOf(id: number): number;
  tagsOf(id: number): readonly string[];
  /** The set of documents with the tag, source or project, as a predicate; null when no document has it. */
  withTag(tag: string): ((id: number) => boolean) | null;
  withSource(matches: (source: string) => boolean, needle: string): ((id: number) => boolean) | null;
  withProject(matches: (keys: readonly string[]) => boolean): (id: number) => boolean;
  /**
   * What a pass over all documents needs, as arrays, so that a process that has just begun goes through many of them in a millisecond.
   * `tags` are told apart by their places from 1 on; `classify` says of a project's keys what class it is.
   */
  survey(tags: readonly string[], classify: (keys: readonly string[]) => number): SegmentSurvey;
}

/** Columns of a segment, by document, and what the numbers in two of them stand for. */
export interface SegmentSurvey {
  readonly topics: ArrayLike<number>;
  readonly tagSets: ArrayLike<number>;
  readonly projects: ArrayLike<number>;
  /** By number of a tag set: the place of the first tag that is in it; 0 for none. */
  readonly tagOfSet: ArrayLike<number>;
  /** By number in `projects`: its class. */
  readonly classOfProject: ArrayLike<number>;
}

/** What the segment writer needs beyond that: every term, in ascending order. */
export interface MergeSource extends Segment {
  readonly termCount: number;
  /** Ordinals of all terms in ascending order of their names. */
  sortedTerms(): ArrayLike<number>;
  termName(ordinal: number): string;
}

/** An entry that is new in the log. */
export type NewEntry = Pick<IndexedDocument, "offset" | "size" | "pair" | "place" | "stored" | "topic"> & {
  readonly body: string;
};

/** A segment that takes in the entries behind the watermark. */
export interface GrowingSegment extends MergeSource {
  readonly postingTotal: number;
  /** Adds an entry; returns its document number. */
  add(entry: NewEntry): number;
  /** Gives the newest document another place: it turned out to replace an older entry. */
  movePlace(id: number, place: number): void;
}

/** A segment to be merged, and which of its documents are buried. */
export interface MergeInput {
  readonly segment: MergeSource;
  isBuried(id: number): boolean;
}

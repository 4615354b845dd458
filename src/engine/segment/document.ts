// What the index knows of one entry, however it is stored, and the views of a segment that everything above works with.
// A segment is a set of entries with their posting lists: the base (`base-segment.ts`, mapped from index.bin) or the
// delta (`delta-segment.ts`, in memory). Documents are numbered from 0 within their segment, in the order of the log.

import type { EntryRecord } from "../log/log-record.ts";
import type { PostingBuffer } from "../postings/posting-buffer.ts";
import type { PostingList } from "../postings/posting-codec.ts";
import type { PostingCursor } from "../postings/posting-cursor.ts";
import type { MovedOrigins } from "./moved-origins.ts";

/** Where the record of an entry stands in the log. */
export interface RecordLocation {
  /** Offset and length in bytes. */
  readonly offset: number;
  readonly size: number;
  /** Whether the record counts only with the tombstone behind it: says which checksum it must have. */
  readonly isReplacement: boolean;
}

/** Reads the first two lines of content, cut, of the entry of `topic` at a place in the log. */
export type SnippetReader = (location: RecordLocation, topic: string) => readonly [string, string];

/** One entry. What is not asked for is not looked up; the snippet is read from the log. */
export interface IndexedDocument extends RecordLocation {
  /** Its place among entries of the same minute: the offset of the entry that it descends from by edits. */
  readonly origin: number;
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
  /**
   * The first two lines of content, cut; of a damaged record one that says so. Valid as long as the view that it comes
   * from.
   */
  readonly snippet: readonly [string, string];
}

/**
 * A damaged stretch `[from, to)` of the log that held an edit of `entry` (an offset): that stands in for the lost
 * version.
 */
export interface RecoveredVersion {
  readonly from: number;
  readonly to: number;
  readonly entry: number;
}

/** Read access to a segment; all methods are synchronous and bounded by the segment's size. */
export interface Segment {
  readonly documentCount: number;
  readonly tokenTotal: number;
  readonly terms: NameList;
  /** The term's ordinal, or -1. */
  findTerm(term: string): number;
  /** Whether there may be a term of this hash (FNV-1a). */
  mayHaveTerm(hash: number): boolean;
  /** How many documents hold the term, deleted ones included. */
  frequencyOf(ordinal: number): number;
  /** Appends the term's postings to `into`. */
  postings(ordinal: number, into: PostingBuffer): void;
  /** Walks them; null where there are none. */
  cursor(ordinal: number): PostingCursor | null;
  /**
   * Keeps those of the first `count` candidates, ascending documents, that hold the term; returns how many they are.
   */
  retain(ordinal: number, candidates: Uint32Array, count: number): number;
  /** Ordinals of the terms that begin with `prefix`, at most `limit`. */
  termsWithPrefix(prefix: string, limit: number): number[];
  /** The document whose record begins at `offset`, or -1. */
  documentAt(offset: number): number;
  readonly topicCount: number;
  topicName(ordinal: number): string;
  findTopic(name: string): number;
  /** How many documents the topic has, deleted ones included. */
  topicSize(ordinal: number): number;
  /** The topic's documents in order of time, then place. */
  topicDocuments(ordinal: number): ArrayLike<number>;
  /**
   * One of them, by its place in that order, without going through the others; a number behind all documents, or -1, in
   * a damaged index.
   */
  topicDocument(ordinal: number, at: number): number;
  /** What is known of each document; see `IndexedDocument`. The topic is an ordinal. */
  offsetOf(id: number): number;
  sizeOf(id: number): number;
  isReplacement(id: number): boolean;
  originOf(id: number): number;
  storedOf(id: number): number;
  topicOf(id: number): number;
  lengthOf(id: number): number;
  firstLineLengthOf(id: number): number;
  confidenceOf(id: number): number;
  tagsOf(id: number): readonly string[];
  /** A number that documents with the same tags share, and that keeps its meaning. */
  tagSetOf(id: number): number;
  sourceOf(id: number): string | null;
  projectsOf(id: number): readonly string[];
  /** The set of documents with the tag, source or project, as a predicate; null when no document has it. */
  withTag(tag: string): ((id: number) => boolean) | null;
  withSource(matches: (source: string) => boolean, needle: string): ((id: number) => boolean) | null;
  withProject(matches: (keys: readonly string[]) => boolean): (id: number) => boolean;
  /**
   * What a pass over all documents needs, as arrays, so that a process that has just begun goes through many of them in
   * a millisecond. `tags` are told apart by their places from 1 on; `classify` says of a project's keys what class it
   * is.
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

/** Names by ordinal. */
export interface NameList {
  readonly count: number;
  name(ordinal: number): string;
  /** The ordinal of the name that comes at `rank` in ascending order. */
  ordinalAt(rank: number): number;
}

/** Columns by document as index.bin has them, with the ordinals of the segment's own names. */
export interface MergeColumns {
  readonly offset: ArrayLike<number>;
  /** Length of the record x 2, + 1 for a replacement. */
  readonly size: ArrayLike<number>;
  readonly stored: ArrayLike<number>;
  readonly topic: ArrayLike<number>;
  readonly length: ArrayLike<number>;
  readonly firstLength: ArrayLike<number>;
  readonly confidence: ArrayLike<number>;
  readonly tagSet: ArrayLike<number>;
  /** Ordinal + 1; 0 for none. */
  readonly source: ArrayLike<number>;
  readonly project: ArrayLike<number>;
}

/** What the segment writer needs beyond that: columns, every name, and every term. */
export interface MergeSource extends Segment {
  readonly columns: MergeColumns;
  /** Documents whose place is not their offset. */
  readonly moved: MovedOrigins;
  readonly topics: NameList;
  readonly tags: NameList;
  readonly sources: NameList;
  /** The keys of a project, joined by a comma and a space. */
  readonly projects: NameList;
  /** How many tag sets there are, and the ordinals of the tags of one. */
  readonly tagSetCount: number;
  tagsOfSet(set: number): ArrayLike<number>;
  /** The encoded posting list of a term, where the segment has it so. */
  encodedPostings(ordinal: number): PostingList | null;
}

/** An entry that is new in the log. */
export type NewEntry = Pick<IndexedDocument, "offset" | "size" | "isReplacement" | "origin" | "stored" | "topic"> & {
  /** As it stands in the log, its bytes looked at only during the call, and whether with a checksum. */
  readonly record: Pick<EntryRecord, "body" | "checksummed">;
};

/** A segment that takes in the entries behind the watermark. */
export interface GrowingSegment extends MergeSource {
  readonly postingTotal: number;
  /** Adds an entry; returns its document number. */
  add(entry: NewEntry): number;
  /** Gives the newest document another place: it turned out to replace an older entry. */
  moveOrigin(id: number, origin: number): void;
}

/** A segment to be merged, and which of its documents are left out. */
export interface MergeInput {
  readonly segment: MergeSource;
  isDeleted(id: number): boolean;
}

/** What of an entry is indexed. */
export interface AnalyzedEntry {
  readonly facts: Pick<IndexedDocument, "length" | "firstLineLength" | "confidence" | "tags" | "source" | "projects">;
  readonly firstLineTerms: readonly string[];
  readonly otherTerms: readonly (readonly string[])[];
}

/** Says what of an entry is indexed. */
export type Analyze = (topic: string, record: NewEntry["record"]) => AnalyzedEntry;

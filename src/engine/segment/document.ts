// What the index knows of one entry, however it is stored, and the interfaces of a segment that everything above works
// with. A segment is a set of entries with their posting lists: the base (`base-segment.ts`, mapped from index.bin) or
// the delta (`delta-segment.ts`, in memory). Documents are numbered from 0 within their segment, in the order of the
// log.

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
  /** Whether the record counts only with the tombstone behind it. This decides which checksum it must have. */
  readonly isReplacement: boolean;
}

/** Reads the first two lines of content, cut, of the entry of `topic` at a location in the log. */
export type SnippetReader = (location: RecordLocation, topic: string) => readonly [string, string];

/** One entry. A property is looked up only when it is read; the snippet is read from the log. */
export interface IndexedDocument extends RecordLocation {
  /** Orders entries of the same minute: the offset of the entry that this one descends from by edits. */
  readonly origin: number;
  /** Time as the record stores it (see log/log-time.ts). */
  readonly stored: number;
  readonly topic: string;
  /** Number of tokens, and of those in the first line. */
  readonly length: number;
  readonly firstLineLength: number;
  /** The bits of its id, written or derived: 25 above, 25 below. */
  readonly keyHigh: number;
  readonly keyLow: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly projects: readonly string[];
  /**
   * The first two lines of content, cut; for a damaged record, a line that says so. Valid as long as the view that it
   * comes from.
   */
  readonly snippet: readonly [string, string];
}

/**
 * A recovered version. The damaged stretch `[from, to)` of the log held an edit of the entry at offset `entry`, which
 * stands in place of the lost version.
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
  readonly topicCount: number;
  topicName(ordinal: number): string;
  findTopic(name: string): number;
  /** How many documents the topic has, deleted ones included. */
  topicSize(ordinal: number): number;
  /** The topic's documents in order of time, then origin. */
  topicDocuments(ordinal: number): ArrayLike<number>;
  /**
   * The document at place `at` of that order, without going through the others. In a damaged index this may be -1, or a
   * number behind all documents.
   */
  topicDocument(ordinal: number, at: number): number;
  /** The properties of each document; see `IndexedDocument`. The topic is an ordinal. */
  offsetOf(id: number): number;
  sizeOf(id: number): number;
  isReplacement(id: number): boolean;
  originOf(id: number): number;
  storedOf(id: number): number;
  topicOf(id: number): number;
  lengthOf(id: number): number;
  firstLineLengthOf(id: number): number;
  confidenceOf(id: number): number;
  keyHighOf(id: number): number;
  keyLowOf(id: number): number;
  /** The documents whose id has these bits, deleted ones included, ascending. Goes through one column. */
  documentsWithKey(high: number, low: number): number[];
  tagsOf(id: number): readonly string[];
  /** A number that documents with the same tags share. It keeps its meaning. */
  tagSetOf(id: number): number;
  sourceOf(id: number): string | null;
  projectsOf(id: number): readonly string[];
  /** A predicate for the documents with the tag, source or project. Null when no document has the tag or source. */
  withTag(tag: string): ((id: number) => boolean) | null;
  withSource(matches: (source: string) => boolean, needle: string): ((id: number) => boolean) | null;
  withProject(matches: (keys: readonly string[]) => boolean): (id: number) => boolean;
  /**
   * Arrays for a pass over all documents, so that a process that has just begun goes through many of them in a
   * millisecond. The places of `tags` count from 1; `classify` gives the class of a project by its keys.
   */
  survey(tags: readonly string[], classify: (keys: readonly string[]) => number): SegmentSurvey;
}

/** Columns of a segment by document, and what the numbers in two of them stand for. */
export interface SegmentSurvey {
  readonly topics: ArrayLike<number>;
  readonly tagSets: ArrayLike<number>;
  readonly projects: ArrayLike<number>;
  /** By number of a tag set: the place of the first tag that is in it; 0 for none. */
  readonly tagOfSet: ArrayLike<number>;
  /** By number in `projects`: the class of the project. */
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
  readonly keyHigh: ArrayLike<number>;
  readonly keyLow: ArrayLike<number>;
  readonly tagSet: ArrayLike<number>;
  /** Ordinal + 1; 0 for none. */
  readonly source: ArrayLike<number>;
  readonly project: ArrayLike<number>;
}

/** What the segment writer needs beyond a segment: columns, every name and every term. */
export interface MergeSource extends Segment {
  readonly columns: MergeColumns;
  /** Documents whose origin is not their own offset. */
  readonly moved: MovedOrigins;
  readonly topics: NameList;
  readonly tags: NameList;
  readonly sources: NameList;
  /** The keys of a project, joined by a comma and a space. */
  readonly projects: NameList;
  /** How many tag sets there are, and the ordinals of the tags of one. */
  readonly tagSetCount: number;
  tagsOfSet(set: number): ArrayLike<number>;
  /** The encoded posting list of a term; null where the segment has none. */
  encodedPostings(ordinal: number): PostingList | null;
}

/** An entry that is new in the log. */
export type NewEntry = Pick<IndexedDocument, "offset" | "size" | "isReplacement" | "origin" | "stored" | "topic"> & {
  /** The record as it stands in the log, and whether it has a checksum. Its bytes are valid only during the call. */
  readonly record: Pick<EntryRecord, "body" | "checksummed">;
};

/** A segment that takes in the entries behind the watermark. */
export interface GrowingSegment extends MergeSource {
  readonly postingTotal: number;
  /** Adds an entry; returns its document number. */
  add(entry: NewEntry): number;
  /** Gives the newest document another origin: it turned out to replace an older entry. */
  moveOrigin(id: number, origin: number): void;
}

/** A segment to be merged, and which of its documents are left out. */
export interface MergeInput {
  readonly segment: MergeSource;
  isDeleted(id: number): boolean;
}

/** The parts of an entry that are indexed. */
export interface AnalyzedEntry {
  readonly facts: Pick<
    IndexedDocument,
    "keyHigh" | "keyLow" | "length" | "firstLineLength" | "confidence" | "tags" | "source" | "projects"
  >;
  readonly firstLineTerms: readonly string[];
  readonly otherTerms: readonly (readonly string[])[];
}

/** Says which parts of an entry are indexed. */
export type Analyze = (entry: Pick<NewEntry, "topic" | "stored" | "record">) => AnalyzedEntry;

// The layout of `index.bin` (AMRN version 9): a header, then sections. Each section begins on a multiple of eight
// bytes, so that a reader can lay typed arrays over a mapping. Nothing in the file is truth: a reader that cannot use
// it rebuilds it from the log. DO NOT CHANGE a persisted number without raising INDEX_VERSION.

import { structure } from "../../base/structure.ts";

/** "AMRN" */
export const INDEX_MAGIC: readonly number[] = [0x41, 0x4d, 0x52, 0x4e];
export const INDEX_VERSION = 11;
export const SECTION_ALIGNMENT = 8;

export const INDEX_HEADER = structure({
  /** the letters "AMRN" */
  magic: "bytes",
  /** 9 */
  version: "u32",
  /** length of the whole file in bytes; a file of another length is not used */
  fileSize: "u32",
  /** CRC-32 of everything after the section table */
  bodyChecksum: "u32",
  /** how many bytes of the log are in this index */
  watermark: "u32",
  /** CRC-32 of the first and the last 4,096 bytes below the watermark: tells which log it is */
  fingerprint: "u32",
  /** base in which the log goes on: 0 UTC from 2024, 1 local time from 1970 */
  timeBase: "u32",
  /** entries in this index, all live when it was written */
  documentCount: "u32",
  /** terms in the term dictionary */
  termCount: "u32",
  /** topics with at least one entry */
  topicCount: "u32",
  /** tokens of all entries: average length = this / documentCount */
  tokenTotal: "f64",
  /** tokens of all first lines */
  firstLineTotal: "f64",
  /** postings of all lists */
  postingTotal: "f64",
  /** damaged regions of the log below the watermark */
  damageCount: "u32",
  /** bytes in those regions */
  damageBytes: "u32",
});

/** Each section's place in the file. */
export const SECTION_ENTRY = structure({
  /** from the start of the file, a multiple of 8 */
  offset: "u32",
  /** in bytes */
  length: "u32",
});

/**
 * Element types: how a reader views a section. A "narrow" section has one number for each entry, in one, two or four
 * bytes: as few as the greatest number takes. The length of the section divided by the number of entries says how many.
 */
export type SectionType = "u32" | "i32" | "narrow" | "bytes";

/**
 * All sections in file order. A "name table" is two sections: n + 1 offsets, and the pool of UTF-8 that the offsets cut
 * into names.
 */
export const SECTIONS = {
  /** per entry: offset of its record in the log; ascending, so it is searched by bisection */
  documentOffset: "u32",
  /** per entry: length of its record x 2, + 1 for a replacement */
  documentSize: "narrow",
  /** per entry: the record's minutes as stored */
  documentStored: "i32",
  /** per entry: topic ordinal */
  documentTopic: "narrow",
  /** per entry: tokens */
  documentLength: "narrow",
  /** per entry: tokens of its first line */
  documentFirstLength: "narrow",
  /** per entry: confidence x 10,000 */
  documentConfidence: "narrow",
  /** per entry: tag set ordinal */
  documentTagSet: "narrow",
  /** per entry: source ordinal + 1, 0 = none */
  documentSource: "narrow",
  /** per entry: project ordinal + 1, 0 = none */
  documentProject: "narrow",
  /** per entry: the upper 25 bits of its id, written or derived */
  documentKeyHigh: "u32",
  /** per entry: the lower 25 bits of it */
  documentKeyLow: "u32",
  /** the entries whose place in the log's order is not their own offset, ascending */
  movedDocuments: "u32",
  /** per moved entry: its place, the offset of the entry it descends from */
  movedOrigins: "u32",
  /** name table of the topics, ascending */
  topicNameOffsets: "u32",
  /** the topics as stored */
  topicNames: "bytes",
  /** n + 1 offsets (in elements) into topicDocuments */
  topicDocumentOffsets: "u32",
  /** per topic: its entries in order of time, then place */
  topicDocuments: "u32",
  /** name table of the tags, ascending */
  tagNameOffsets: "u32",
  /** the tags */
  tagNames: "bytes",
  /** n + 1 offsets (in elements) into tagSetTags */
  tagSetOffsets: "u32",
  /** per tag set: tag ordinals */
  tagSetTags: "u32",
  /** name table of the sources, ascending */
  sourceNameOffsets: "u32",
  /** the sources as stored, line numbers included */
  sourceNames: "bytes",
  /** name table of the projects, ascending */
  projectNameOffsets: "u32",
  /** the keys of one project, joined by a comma and a space */
  projectNames: "bytes",
  /** posting lists (see Postings) */
  postings: "bytes",
  /** open-addressing hash table by FNV-1a of the term: ordinal + 1 and bits of the hash; 0 = free */
  termSlots: "u32",
  /** name table of the terms, in ascending order of their UTF-16 code units */
  termNameOffsets: "u32",
  /** terms; a first byte below 32 is a namespace: 2 links to entries, 3 files cited, 4 projects, 5 merged entries' ids */
  termNames: "bytes",
  /** per term: where its list begins in postings, or the one posting that it has (see Postings) */
  termPostings: "u32",
  /** cross-references, three numbers each: topic, topic that it mentions, in how many entries */
  edges: "u32",
  /** damaged edits, three numbers each: offset of the damage, offset behind it, offset of the recovered version */
  recoveredVersions: "u32",
} as const satisfies Record<string, SectionType>;

export type SectionName = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** Length of header, section table and the CRC-32 of both, which stands behind them. */
export const INDEX_PREFIX_BYTES = INDEX_HEADER.size + SECTION_NAMES.length * SECTION_ENTRY.size + 4;

/** Rounds a file offset up to where a section may begin. */
export function alignSection(offset: number): number {
  return Math.ceil(offset / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}

/** Confidence 0..1 as the index stores it. */
export const CONFIDENCE_SCALE = 10_000;

// The layout of `index.bin` (AMRN version 8): a header, then sections, each beginning on a multiple of eight bytes, so that a
// reader can lay typed arrays over a mapping. Nothing in the file is truth: a reader that does not like it rebuilds it.
// DO NOT CHANGE a persisted number without raising INDEX_VERSION.

import { number, structure } from "./structure.ts";

/** "AMRN" */
export const INDEX_MAGIC: readonly number[] = [0x41, 0x4d, 0x52, 0x4e];
export const INDEX_VERSION = 8;
export const SECTION_ALIGNMENT = 8;

export const INDEX_HEADER = structure("index header", {
  magic: { type: "bytes", size: 4, meaning: 'the letters "AMRN"' },
  version: number("u32", "8"),
  fileSize: number("u32", "length of the whole file in bytes; a file of another length is not used"),
  bodyChecksum: number("u32", "CRC-32 of everything after the section table"),
  watermark: number("u32", "how many bytes of the log are in this index"),
  fingerprint: number("u32", "CRC-32 of the first and the last 4,096 bytes below the watermark: says which log"),
  timeBase: number("u32", "base that the log goes on in: 0 UTC from 2024, 1 local time from 1970"),
  documentCount: number("u32", "entries in this index, all live when it was written"),
  termCount: number("u32", "terms in the term dictionary"),
  topicCount: number("u32", "topics with at least one entry"),
  tokenTotal: number("f64", "tokens of all entries: average length = this / documentCount"),
  firstLineTotal: number("f64", "tokens of all first lines"),
  postingTotal: number("f64", "postings of all lists"),
  damageCount: number("u32", "damaged regions of the log below the watermark"),
  damageBytes: number("u32", "bytes in those regions"),
});

/** Each section's place in the file. */
export const SECTION_ENTRY = structure("section table entry", {
  offset: number("u32", "from the start of the file, a multiple of 8"),
  length: number("u32", "in bytes"),
});

/**
 * Element types: how a reader views a section. "narrow" has one number for each entry, in one, two or four bytes: in as few as the
 * greatest of them takes, so that the section's length divided by the number of entries says which.
 */
export type SectionType = "u32" | "i32" | "narrow" | "bytes";

interface SectionDeclaration {
  readonly type: SectionType;
  readonly meaning: string;
}

function section(type: SectionType, meaning: string): SectionDeclaration {
  return { type, meaning };
}

/** All sections in file order. A "name table" is two sections: n + 1 offsets, and the pool of UTF-8 that they cut up. */
export const SECTIONS = {
  documentOffset: section(
    "u32",
    "per entry: offset of its record in the log; ascending, so it is searched by bisection",
  ),
  documentSize: section("narrow", "per entry: length of its record x 2, + 1 for one of a pair"),
  documentStored: section("i32", "per entry: the record's minutes as stored"),
  documentTopic: section("narrow", "per entry: topic ordinal"),
  documentLength: section("narrow", "per entry: tokens"),
  documentFirstLength: section("narrow", "per entry: tokens of its first line"),
  documentConfidence: section("narrow", "per entry: confidence x 10,000"),
  documentTagSet: section("narrow", "per entry: tag set ordinal"),
  documentSource: section("narrow", "per entry: source ordinal + 1, 0 = none"),
  documentProject: section("narrow", "per entry: project ordinal + 1, 0 = none"),
  movedDocuments: section("u32", "the entries whose place in the log's order is not their own offset, ascending"),
  movedPlaces: section("u32", "per moved entry: its place, the offset of the entry it descends from"),
  topicNameOffsets: section("u32", "name table of the topics, ascending"),
  topicNames: section("bytes", "the topics as stored"),
  topicDocumentOffsets: section("u32", "n + 1 offsets (in elements) into topicDocuments"),
  topicDocuments: section("u32", "per topic: its entries in order of time, then place"),
  tagNameOffsets: section("u32", "name table of the tags, ascending"),
  tagNames: section("bytes", "the tags"),
  tagSetOffsets: section("u32", "n + 1 offsets (in elements) into tagSetTags"),
  tagSetTags: section("u32", "per tag set: tag ordinals"),
  sourceNameOffsets: section("u32", "name table of the sources, ascending"),
  sourceNames: section("bytes", "the sources as stored, line numbers included"),
  projectNameOffsets: section("u32", "name table of the projects, ascending"),
  projectNames: section("bytes", "the keys of one project, joined by a comma and a space"),
  postings: section("bytes", "posting lists (see Postings)"),
  termSlots: section(
    "u32",
    "open-addressing hash table by FNV-1a of the term: ordinal + 1 and bits of the hash; 0 = free",
  ),
  termNameOffsets: section("u32", "name table of the terms, in ascending order of their UTF-16 code units"),
  termNames: section(
    "bytes",
    "the terms; a first byte below 32 is a namespace (1 is kept for stems, 2 links to other entries, 3 files cited, 4 projects)",
  ),
  termPostings: section(
    "u32",
    "per term: where its list begins in postings, or the one posting that it has (see Postings)",
  ),
  edges: section("u32", "cross-references, three numbers each: topic, topic that it mentions, in how many entries"),
  standIns: section(
    "u32",
    "damaged edits, three numbers each: first offset of the damage, offset behind it, offset of the entry that stands in",
  ),
} as const satisfies Record<string, SectionDeclaration>;

export type SectionName = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** Length of header, section table and the CRC-32 of both, which stands behind them. */
export const INDEX_PREFIX_BYTES = INDEX_HEADER.size + SECTION_NAMES.length * SECTION_ENTRY.size + 4;

/** How many bytes at each end of the covered log go into the fingerprint. */
export const FINGERPRINT_BYTES = 4096;

/** Rounds a file offset up to where a section may begin. */
export function alignSection(offset: number): number {
  return Math.ceil(offset / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}

/** Confidence 0..1 as the index stores it. */
export const CONFIDENCE_SCALE = 10_000;

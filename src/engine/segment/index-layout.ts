// The layout of `index.bin` (AMRN): a header, then sections. Each section begins on a multiple of eight bytes, so that a
// reader can lay typed arrays over a mapping. Which sections there are, the schema says (schema.ts), by the tables here.
// Nothing in the file is truth: a reader that cannot use it rebuilds it from the log. DO NOT CHANGE a persisted number
// without raising INDEX_VERSION.

import { structure } from "../../base/structure.ts";

/** "AMRN" */
export const INDEX_MAGIC: readonly number[] = [0x41, 0x4d, 0x52, 0x4e];
export const INDEX_VERSION = 12;
export const SECTION_ALIGNMENT = 8;

export const INDEX_HEADER = structure({
  /** the letters "AMRN" */
  magic: "bytes",
  /** 12 */
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
  /** documents in this index, all live when it was written */
  documentCount: "u32",
  /** terms in the term dictionary */
  termCount: "u32",
  /** CRC-32 of the schema as JSON: columns, ordering column, derived sections, version of the terms unless 0; a file of another is not used */
  schema: "u32",
  /** tokens of all documents: average length = this / documentCount */
  tokenTotal: "f64",
  /** tokens of all leading fields */
  leadingTotal: "f64",
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
 * Element types: how a reader views a section. A "narrow" section has one number for each document, in one, two or four
 * bytes: as few as the greatest number takes. The length of the section divided by the number of documents says how
 * many.
 */
export type SectionType = "u32" | "i32" | "narrow" | "bytes";

/**
 * The sections that every schema has. A "name table" is two sections: n + 1 offsets, and the pool of UTF-8 that the
 * offsets cut into names.
 */
export const SECTIONS = {
  /** per document: offset of its record in the log; ascending, so it is searched by bisection */
  documentOffset: "u32",
  /** per document: length of its record x 2, + 1 for a replacement */
  documentSize: "narrow",
  /** per document: tokens */
  documentLength: "narrow",
  /** per document: tokens of its leading field */
  documentLeadingLength: "narrow",
  /** the documents whose place in the log's order is not their own offset, ascending */
  movedDocuments: "u32",
  /** per moved document: its place, the offset of the document it descends from */
  movedOrigins: "u32",
  /** posting lists (see Postings) */
  postings: "bytes",
  /** open-addressing hash table by FNV-1a of the term: ordinal + 1 and bits of the hash; 0 = free */
  "term.slots": "u32",
  /** name table of the terms, in ascending order of their UTF-16 code units */
  "term.nameOffsets": "u32",
  /** terms; a first byte below 32 is a namespace */
  "term.names": "bytes",
  /** per term: where its list begins in postings, or the one posting that it has (see Postings) */
  "term.postings": "u32",
  /** damaged edits, three numbers each: offset of the damage, offset behind it, offset of the recovered version */
  recoveredVersions: "u32",
} as const satisfies Record<string, SectionType>;

/** The sections of a column by its kind, as what follows the column's name. */
export const COLUMN_SECTIONS = {
  /** per document: a number, in as few bytes as the greatest takes */
  number: { "": "narrow" },
  /** per document: a number in four bytes */
  u32: { "": "u32" },
  /** per document: a signed number in four bytes */
  i32: { "": "i32" },
  /** per document: ordinal + 1 in an ascending name table, 0 = none */
  name: { "": "narrow", ".nameOffsets": "u32", ".names": "bytes" },
  /** per document: the number of a set; per set: ordinals in an ascending name table, cut by n + 1 offsets */
  names: { "": "narrow", ".nameOffsets": "u32", ".names": "bytes", ".setOffsets": "u32", ".sets": "u32" },
  /** per document: ordinal in an ascending name table; per name: its documents in order, cut by n + 1 offsets */
  group: { "": "narrow", ".nameOffsets": "u32", ".names": "bytes", ".documentOffsets": "u32", ".documents": "u32" },
} as const satisfies Record<string, Readonly<Record<string, SectionType>>>;

/** Rounds a file offset up to where a section may begin. */
export function alignSection(offset: number): number {
  return Math.ceil(offset / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}

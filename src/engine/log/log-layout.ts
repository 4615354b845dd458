// The layout of `data.log` (AMRL version 1): magic, versions, record types, sizes and limits, and nothing else.
// Invariants: every number is little-endian; the bytes are those of the original program; what helix adds (checksums,
// the change byte of a tombstone) stands in bytes which the original wrote as zero and ignores. DO NOT CHANGE persisted
// values.

import { structure } from "../../base/structure.ts";

/** "AMRL" */
export const LOG_MAGIC: readonly number[] = [0x41, 0x4d, 0x52, 0x4c];
export const LOG_VERSION = 1;

export const LOG_HEADER = structure({
  /** the letters "AMRL" */
  magic: "bytes",
  /** 1 */
  version: "u32",
});

export const RECORD_TYPE_ENTRY = 1;
export const RECORD_TYPE_TOMBSTONE = 2;

export const ENTRY_HEADER = structure({
  /** 1 */
  type: "u8",
  /** length of the topic in bytes, 1 to 255 */
  topicLength: "u8",
  /** length of the body in bytes */
  bodyLength: "u32",
  /** time in minutes; which base is told by the value itself (see Time) */
  minutes: "i32",
  /** CRC-16 of the record without these two bytes; 0: written without one */
  checksum: "u16",
});

export const TOMBSTONE = structure({
  /** 2 */
  type: "u8",
  /** CRC-16 of the record without these two bytes; 0: written without one */
  checksum: "u16",
  /** what happened to the target (below); 4 and above: no tombstone but a mark */
  change: "u8",
  /** offset of the entry that this tombstone deletes; of a restored entry its place; of a mark: see below */
  target: "u32",
});

/** What a tombstone says of its target. Persisted: DO NOT CHANGE. */
export const CHANGE_DELETED = 0;
export const CHANGE_REPLACED = 1;
export const CHANGE_MOVED = 2;
/** Deletes nothing: the entry just before brings back a deleted one, and takes the place that stands as target. */
export const CHANGE_RESTORED = 3;

/**
 * Marks have the shape of a tombstone for an offset where no record can begin, so that a reader who does not know them
 * passes them over. They enclose the records of one transaction. MARK_TRANSACTION ends one; its target is one more than
 * the offset where the transaction begins. Persisted: DO NOT CHANGE.
 */
export const MARK_TRANSACTION = 4;
/** As `MARK_TRANSACTION`, of a transaction that takes back the last one before it that is not taken back yet. */
export const MARK_UNDO = 5;
/** Nothing before this can be taken back: the log was rewritten. */
export const MARK_REWRITTEN = 6;
/**
 * Begins a transaction of several changes; its target is one less than the offset where the transaction ends. Short of
 * that it has not happened.
 */
export const MARK_BEGIN = 7;

/** First value of the CRC-16 of an ordinary record (CRC-16/CCITT-FALSE). */
export const CHECKSUM_SEED = 0xffff;
/** First value of the CRC-16 of an entry that counts only together with the tombstone that follows it. */
export const CHECKSUM_SEED_REPLACEMENT = 0x1d0f;

/** Longest topic in bytes of UTF-8: its length is one byte. */
export const TOPIC_BYTES_MAX = 255;
/**
 * Longest body in bytes of UTF-8, metadata lines included, that helix makes of a text it is given; longer ones that are
 * there stay.
 */
export const BODY_BYTES_MAX = 1024 * 1024;
/**
 * A reader takes no length at or above this for a body. Below it one of the four length bytes is zero, so text without
 * NUL bytes can never hold the bytes of a record header.
 */
export const BODY_BYTES_PLAUSIBLE_END = 0x0100_0000;
/** No record is this long. */
export const RECORD_BYTES_END = ENTRY_HEADER.size + TOPIC_BYTES_MAX + BODY_BYTES_PLAUSIBLE_END;
/** Tombstones hold 32-bit offsets: no record may begin at or beyond this. */
export const LOG_BYTES_MAX = 0xffff_0000;

/** How many bytes at each end of the covered log go into the fingerprint that an index has of it. */
export const FINGERPRINT_BYTES = 4096;

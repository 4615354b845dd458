// The layout of `data.log` (AMRL version 1): magic, versions, record types, sizes and limits, and nothing else.
// Invariants:
// - Every number is little-endian.
// - The bytes are those of the original program. What helix adds (checksums, the change byte of a tombstone) stands in
//   bytes that the original writes as zero and ignores.
// - DO NOT CHANGE persisted values.

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
  /** time in minutes; the value itself tells its base (see Time) */
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
  /** offset of the entry that this tombstone deletes; for a restored entry its place; for a mark see below */
  target: "u32",
});

/** What a tombstone says about its target. Persisted: DO NOT CHANGE. */
export const CHANGE_DELETED = 0;
export const CHANGE_REPLACED = 1;
export const CHANGE_MOVED = 2;
/** Deletes nothing. The entry right before it brings back a deleted one; the target is the origin of that entry. */
export const CHANGE_RESTORED = 3;

/**
 * Marks enclose the records of one transaction. A mark has the shape of a tombstone for an offset where no record can
 * begin, so a reader that does not know marks passes over it. MARK_TRANSACTION ends a transaction; its target is one
 * more than the offset where the transaction begins. Persisted: DO NOT CHANGE.
 */
export const MARK_TRANSACTION = 4;
/** As `MARK_TRANSACTION`, for a transaction that takes back the last one before it that is not taken back yet. */
export const MARK_UNDO = 5;
/** Nothing before this mark can be taken back, because the log was rewritten. */
export const MARK_REWRITTEN = 6;
/**
 * Begins a transaction of several changes; its target is one less than the offset where the transaction ends. If the
 * log ends before that offset, the transaction has not happened.
 */
export const MARK_BEGIN = 7;
/**
 * Stands behind `MARK_BEGIN` and names the transaction that this one takes back or makes again. The target is one more
 * than the offset where that one begins. An undo without it takes back the last one that is not taken back.
 */
export const MARK_OF = 8;
/** As `MARK_UNDO`, for a transaction that makes again what an undo took back. */
export const MARK_REDO = 9;

/** First value of the CRC-16 of an ordinary record (CRC-16/CCITT-FALSE). */
export const CHECKSUM_SEED = 0xffff;
/** First value of the CRC-16 of an entry that counts only together with the tombstone that follows it. */
export const CHECKSUM_SEED_REPLACEMENT = 0x1d0f;

/** Longest topic in bytes of UTF-8: its length is one byte. */
export const TOPIC_BYTES_MAX = 255;
/**
 * Longest body in bytes of UTF-8, metadata lines included, that helix makes of a text it is given. Longer bodies that
 * are already in the log stay.
 */
export const BODY_BYTES_MAX = 1024 * 1024;
/**
 * Readers refuse a body length at or above this number. Below it one of the four length bytes is zero, so text without
 * NUL bytes can never hold the bytes of a record header.
 */
export const BODY_BYTES_PLAUSIBLE_END = 0x0100_0000;
/** No record is this long. */
export const RECORD_BYTES_END = ENTRY_HEADER.size + TOPIC_BYTES_MAX + BODY_BYTES_PLAUSIBLE_END;
/** Tombstones hold 32-bit offsets: no record may begin at or beyond this. */
export const LOG_BYTES_MAX = 0xffff_0000;

/** How many bytes at each end of the covered part of the log go into the fingerprint that an index stores. */
export const FINGERPRINT_BYTES = 4096;

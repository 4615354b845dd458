// Decodes one record of `data.log`; log-encoding.ts encodes. Pure: bytes in, values out.
// Invariants:
// - A record that helix wrote carries a checksum. It counts only if the checksum is right and its text holds no NUL.
// - A record without a checksum counts only if its text is UTF-8 and a plausible header or the end follows.
// - A record without a checksum that holds a NUL, or has no topic, is `odd`. The original program writes such records,
//   but damaged lengths make them, too, since every header holds a zero. The bytes around it decide (log-window.ts).
// - The bytes behind an entry tell which seed its checksum must have. Two seeds allowed at once would be two codes, and
//   a flipped byte can turn a word of one into a word of the other. Right before the tombstone of an edit only the pair
//   seed counts. Elsewhere the log reader takes the pair seed only where that tombstone was damaged.

import { crc16 } from "../../base/crc16.ts";
import { isPlainText, isUtf8 } from "../../base/utf8.ts";
import {
  BODY_BYTES_PLAUSIBLE_END,
  CHANGE_DELETED,
  CHECKSUM_SEED,
  CHECKSUM_SEED_REPLACEMENT,
  ENTRY_HEADER,
  LOG_HEADER,
  LOG_MAGIC,
  LOG_VERSION,
  MARK_BEGIN,
  MARK_REDO,
  MARK_TRANSACTION,
  RECORD_TYPE_ENTRY,
  RECORD_TYPE_TOMBSTONE,
  TOMBSTONE,
} from "./log-layout.ts";

const AT = ENTRY_HEADER.at;

/** A decoded entry record; `topic` and `body` are views into the bytes that it was decoded from. */
export interface EntryRecord {
  readonly kind: "entry";
  readonly size: number;
  readonly stored: number;
  readonly topic: Uint8Array;
  readonly body: Uint8Array;
  readonly checksummed: boolean;
  /** Whether the entry counts only together with the tombstone of an edit right behind it. */
  readonly isReplacement: boolean;
  /** Whether it is half an edit whose tombstone does not stand behind it, within these bytes. */
  readonly alone: boolean;
  /** Whether it has no checksum, and a NUL in its body or no topic. It is a record only where one is expected. */
  readonly odd: boolean;
}

/** A decoded tombstone record. */
export interface TombstoneRecord {
  readonly kind: "tombstone";
  readonly size: number;
  readonly change: number;
  readonly target: number;
  readonly checksummed: boolean;
}

/**
 * A decoded mark. `mark` is one of the MARK_ values. `otherEnd` is the other end of its transaction: the end for
 * MARK_BEGIN, else the beginning.
 */
export interface MarkRecord {
  readonly kind: "mark";
  readonly size: number;
  readonly mark: number;
  readonly otherEnd: number;
}

export type LogRecord = EntryRecord | TombstoneRecord | MarkRecord;

/**
 * `invalid`: no record stands here. `incomplete`: a record may stand here, but the bytes end too early; `needed` is how
 * many bytes it takes to decide, if known.
 */
export type DecodeFailure = { readonly kind: "invalid" } | { readonly kind: "incomplete"; readonly needed: number };

const INVALID: DecodeFailure = { kind: "invalid" };

function u16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

function u32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

/** The checksum of a record with its two checksum bytes at `hole` left out; a computed 0 is stored as 1. */
export function checksumAround(bytes: Uint8Array, from: number, hole: number, to: number, seed: number): number {
  const value = crc16(crc16(seed, bytes, from, hole), bytes, hole + 2, to);
  return value === 0 ? 1 : value;
}

/** The eight bytes that a log begins with. */
export function encodeLogHeader(): Uint8Array {
  const bytes = new Uint8Array(LOG_HEADER.size);
  bytes.set(LOG_MAGIC, LOG_HEADER.at.magic);
  // The other three bytes are zero.
  bytes[LOG_HEADER.at.version] = LOG_VERSION;
  return bytes;
}

/** Whether the first bytes of a file are the magic of a log, and which version they name. */
export function readLogHeader(bytes: Uint8Array): { magic: boolean; version: number } {
  const magic = LOG_MAGIC.every((value, index) => bytes[index] === value);
  return { magic, version: bytes.length >= LOG_HEADER.size ? u32(bytes, LOG_HEADER.at.version) : 0 };
}

/**
 * Whether a record could begin at `at`, judged by its header alone. True at the end of the data. Of a header that is
 * cut short only the type counts. One byte of the header may be damaged, so that the record before it is not lost with
 * it: text, the alternative, is wrong in at least two.
 */
function isPlausibleStart(bytes: Uint8Array, at: number): boolean {
  if (at >= bytes.length) return true;
  const isEntry = bytes[at] === RECORD_TYPE_ENTRY;
  const isTombstone = bytes[at] === RECORD_TYPE_TOMBSTONE;
  if (at + TOMBSTONE.size > bytes.length) return isEntry || isTombstone;
  const hasTopic = bytes[at + AT.topicLength]! > 0;
  const hasBody = u32(bytes, at + AT.bodyLength) < BODY_BYTES_PLAUSIBLE_END;
  const hasChange = bytes[at + TOMBSTONE.at.change]! <= MARK_BEGIN;
  return Number(isEntry) + Number(hasTopic) + Number(hasBody) >= 2 || isTombstone || hasChange;
}

function decodeTombstone(bytes: Uint8Array, at: number): LogRecord | DecodeFailure {
  const end = at + TOMBSTONE.size;
  if (end > bytes.length) return { kind: "incomplete", needed: TOMBSTONE.size };
  const change = bytes[at + TOMBSTONE.at.change]!;
  const target = u32(bytes, at + TOMBSTONE.at.target);
  const checksum = u16(bytes, at + TOMBSTONE.at.checksum);
  if (change > MARK_REDO || target < LOG_HEADER.size) return INVALID;
  if (checksum === 0) {
    if (change !== CHANGE_DELETED) return INVALID;
  } else if (checksum !== checksumAround(bytes, at, at + TOMBSTONE.at.checksum, end, CHECKSUM_SEED)) {
    return INVALID;
  }
  if (change < MARK_TRANSACTION)
    return { kind: "tombstone", size: TOMBSTONE.size, change, target, checksummed: checksum !== 0 };
  if (target <= LOG_HEADER.size) return INVALID;
  return {
    kind: "mark",
    size: TOMBSTONE.size,
    mark: change,
    otherEnd: change === MARK_BEGIN ? target + 1 : target - 1,
  };
}

/** Whether the tombstone of an edit stands at `at`. */
function isEditTombstone(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== RECORD_TYPE_TOMBSTONE) return false;
  const record = decodeTombstone(bytes, at);
  return record.kind === "tombstone" && record.change !== CHANGE_DELETED;
}

/**
 * Decodes the record at `at`. The data end with `bytes`, unless the reader passes `more`: then the file goes on, and
 * the bytes of a header behind an entry are needed, too, to judge the entry. An odd entry is invalid unless `takesOdd`.
 */
export function decodeRecord(bytes: Uint8Array, at: number, more = false, takesOdd = false): LogRecord | DecodeFailure {
  if (bytes[at] === RECORD_TYPE_TOMBSTONE) return decodeTombstone(bytes, at);
  if (at >= bytes.length) return { kind: "incomplete", needed: 0 };
  if (bytes[at] !== RECORD_TYPE_ENTRY) return INVALID;
  if (at + ENTRY_HEADER.size > bytes.length) return { kind: "incomplete", needed: ENTRY_HEADER.size };
  const topicLength = bytes[at + AT.topicLength]!;
  const bodyLength = u32(bytes, at + AT.bodyLength);
  if (bodyLength >= BODY_BYTES_PLAUSIBLE_END) return INVALID;
  const topicAt = at + ENTRY_HEADER.size;
  const bodyAt = topicAt + topicLength;
  const end = bodyAt + bodyLength;
  const size = end - at;
  if (end > bytes.length) return { kind: "incomplete", needed: size };
  if (more && end + ENTRY_HEADER.size > bytes.length) return { kind: "incomplete", needed: size + ENTRY_HEADER.size };
  const checksum = u16(bytes, at + AT.checksum);
  const topic = bytes.subarray(topicAt, bodyAt);
  const body = bytes.subarray(bodyAt, end);
  const stored = u32(bytes, at + AT.minutes) | 0;
  if (checksum === 0) {
    const odd = topicLength === 0 || body.includes(0);
    if ((odd && !takesOdd) || !isPlausibleStart(bytes, end)) return INVALID;
    if (!isPlainText(topic) || !isUtf8(body)) return INVALID;
    return { kind: "entry", size, stored, topic, body, checksummed: false, isReplacement: false, alone: false, odd };
  }
  const matches = (seed: number) => checksumAround(bytes, at, at + AT.checksum, end, seed) === checksum;
  const followed = isEditTombstone(bytes, end);
  const isReplacement = followed || !matches(CHECKSUM_SEED);
  // A flipped byte can make a length longer. The text then takes in the next header, which holds a zero.
  if ((isReplacement && !matches(CHECKSUM_SEED_REPLACEMENT)) || bytes.subarray(topicAt, end).includes(0))
    return INVALID;
  return {
    kind: "entry",
    size,
    stored,
    topic,
    body,
    checksummed: true,
    isReplacement,
    alone: isReplacement && !followed,
    odd: false,
  };
}

/** Decodes the record at the beginning of `bytes`. A record is known to begin there, so an odd one counts. */
export function decodeKnownRecord(bytes: Uint8Array): LogRecord | DecodeFailure {
  return decodeRecord(bytes, 0, false, true);
}

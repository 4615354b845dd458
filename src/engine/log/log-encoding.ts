// Encodes the records of `data.log`, each with its checksum. log-record.ts decodes them.

import {
  CHECKSUM_SEED,
  CHECKSUM_SEED_REPLACEMENT,
  ENTRY_HEADER,
  MARK_BEGIN,
  RECORD_TYPE_ENTRY,
  RECORD_TYPE_TOMBSTONE,
  TOMBSTONE,
} from "./log-layout.ts";
import { checksumAround } from "./log-record.ts";

const AT = ENTRY_HEADER.at;

/**
 * Encodes an entry. `stored` is the time as `log-time.ts` stores it. The caller has checked the lengths against the
 * limits of `log-layout.ts`. With `isReplacement` the entry counts only together with the tombstone written right after
 * it. Only the original program writes bodies with a NUL. Such a body gets no checksum, as in the original program:
 * readers take a checksum as a promise that there is no NUL.
 */
export function encodeEntry(topic: Uint8Array, body: Uint8Array, stored: number, isReplacement = false): Uint8Array {
  const bytes = new Uint8Array(ENTRY_HEADER.size + topic.length + body.length);
  bytes[AT.type] = RECORD_TYPE_ENTRY;
  bytes[AT.topicLength] = topic.length;
  putU32(bytes, AT.bodyLength, body.length);
  putU32(bytes, AT.minutes, stored);
  bytes.set(topic, ENTRY_HEADER.size);
  bytes.set(body, ENTRY_HEADER.size + topic.length);
  if (body.includes(0)) return bytes;
  const seed = isReplacement ? CHECKSUM_SEED_REPLACEMENT : CHECKSUM_SEED;
  putU16(bytes, AT.checksum, checksumAround(bytes, 0, AT.checksum, bytes.length, seed));
  return bytes;
}

/** Encodes a tombstone for the entry at offset `target`. */
export function encodeTombstone(change: number, target: number): Uint8Array {
  const bytes = new Uint8Array(TOMBSTONE.size);
  bytes[TOMBSTONE.at.type] = RECORD_TYPE_TOMBSTONE;
  bytes[TOMBSTONE.at.change] = change;
  putU32(bytes, TOMBSTONE.at.target, target);
  putU16(bytes, TOMBSTONE.at.checksum, checksumAround(bytes, 0, TOMBSTONE.at.checksum, bytes.length, CHECKSUM_SEED));
  return bytes;
}

/**
 * Encodes a mark; `otherEnd` as in `MarkRecord`. Its target is one byte beside the other end. No record begins there,
 * because every record has eight bytes or more.
 */
export function encodeMark(mark: number, otherEnd: number): Uint8Array {
  return encodeTombstone(mark, mark === MARK_BEGIN ? otherEnd - 1 : otherEnd + 1);
}

function putU16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
}

function putU32(bytes: Uint8Array, at: number, value: number): void {
  putU16(bytes, at, value);
  putU16(bytes, at + 2, value >>> 16);
}

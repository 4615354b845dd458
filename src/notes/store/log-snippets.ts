// Reads the snippets of entries from the log, which holds them anyway. Without snippets the index is half as long.
// Invariants:
// - Of a long entry only the beginning is read. The whole record is read if that is not enough for the snippet.
// - A record that is read whole must have its checksum. Of a longer record, the header and the topic must be those that
//   the index states. A damaged record says so in its snippet, as in its text.
// - A hook's process does not check checksums: code that has just been loaded takes 50 us for one record.

import { decodeUtf8 } from "../../base/utf8.ts";
import { ENTRY_HEADER, RECORD_BYTES_END, RECORD_TYPE_ENTRY } from "../../engine/log/log-layout.ts";
import { decodeKnownRecord } from "../../engine/log/log-record.ts";
import { bodyOf } from "../../engine/log/record-body.ts";
import type { RecordLocation } from "../../engine/segment/segment.ts";
import type { SnippetReader } from "../index/note-document.ts";
import { snippetOfBeginning, snippetOfBody } from "../text/snippet.ts";

/** The snippet of a record that was damaged since it was indexed. */
export const DAMAGED_TEXT = "[damaged record: see helix check]";

/** Most entries are shorter than this. Of longer ones it holds more than two lines. */
const BEGINNING_BYTES = 4096;

/** Reads bytes of the log from a position into memory; returns how many were read. */
export type LogRead = (target: Uint8Array, position: number) => number;

/**
 * Makes a reader of snippets. `onDamage` is called when a record turns out to have been damaged since it was indexed.
 * Without `verify`, only the header and the topic of a record are checked, not its checksum.
 */
export function snippetReader(read: LogRead, onDamage: () => void, verify = true): SnippetReader {
  let room: Uint8Array | undefined;
  return (location, topic) => {
    room ??= new Uint8Array(BEGINNING_BYTES);
    const beginning = room.subarray(0, location.size);
    const snippet =
      read(beginning, location.offset) < beginning.length
        ? null
        : snippetFrom(read, beginning, location, topic, verify);
    if (snippet !== null) return snippet;
    onDamage();
    return [DAMAGED_TEXT, ""];
  };
}

function snippetFrom(read: LogRead, beginning: Uint8Array, location: RecordLocation, topic: string, verify: boolean) {
  const isWhole = location.size === beginning.length;
  const snippet = isWhole && verify ? null : ofBeginning(beginning, location, topic);
  return snippet ?? ofWhole(read, beginning, location, topic);
}

function ofWhole(read: LogRead, beginning: Uint8Array, { offset, size, isReplacement }: RecordLocation, topic: string) {
  let bytes = beginning;
  if (size > RECORD_BYTES_END) return null;
  if (size > bytes.length) {
    bytes = new Uint8Array(size);
    if (read(bytes, offset) < size) return null;
  }
  const record = decodeKnownRecord(bytes);
  const isThis =
    record.kind === "entry" &&
    record.size === size &&
    record.isReplacement === isReplacement &&
    decodeUtf8(record.topic) === topic;
  return isThis ? snippetOfBody(bodyOf(record)) : null;
}

/**
 * The snippet from the beginning of a record, without its checksum; null if the beginning is not enough, or is not that
 * of this entry.
 */
function ofBeginning(bytes: Uint8Array, location: RecordLocation, topic: string): [string, string] | null {
  const body = bodyIn(bytes, location, topic);
  if (body === null) return null;
  return bytes.length === location.size ? snippetOfBody(body) : snippetOfBeginning(body);
}

/** The part of the body in the beginning of a record; null if that is not the beginning of this entry's record. */
export function bodyIn(bytes: Uint8Array, { size }: RecordLocation, topic: string): string | null {
  const { type, topicLength, bodyLength, checksum } = ENTRY_HEADER.at;
  const topicEnd = ENTRY_HEADER.size + bytes[topicLength]!;
  if (bytes.length < topicEnd || bytes[type] !== RECORD_TYPE_ENTRY) return null;
  const isLength = topicEnd + new DataView(bytes.buffer, bytes.byteOffset).getUint32(bodyLength, true) === size;
  if (!isLength || decodeUtf8(bytes.subarray(ENTRY_HEADER.size, topicEnd)) !== topic) return null;
  return bodyOf({ body: bytes.subarray(topicEnd), checksummed: bytes[checksum] !== 0 || bytes[checksum + 1] !== 0 });
}

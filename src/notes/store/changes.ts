// The changes that a write asks for, and how they become records. An edit is an entry that counts only with its
// tombstone, so that a crash between the two leaves the old version and nothing else.

import { HelixError } from "../../base/errors.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { encodeEntry, encodeMark, encodeTombstone } from "../../engine/log/log-encoding.ts";
import {
  BODY_BYTES_PLAUSIBLE_END,
  CHANGE_DELETED,
  CHANGE_MOVED,
  CHANGE_REPLACED,
  CHANGE_RESTORED,
  MARK_BEGIN,
  MARK_OF,
  TOMBSTONE,
  TOPIC_BYTES_MAX,
} from "../../engine/log/log-layout.ts";
import { MINUTES_2024, storedOfMinutes } from "../../engine/log/log-time.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { bodyWithId } from "../text/entry-format.ts";
import { guardedBody } from "../text/guarded-body.ts";
import { noteIdOf } from "../text/note-id.ts";

/**
 * The farthest time from 2024, in minutes: 4,000 years. In either time base that fits well in the 32 bits that a record
 * has.
 */
const MINUTES_SPAN_MAX = 4000 * 365 * 1440;

/** One change. `id` is a document of the index that the plan was made with. Times are UTC minutes since 1970. */
export type Change =
  /** `id`: what the note was known by elsewhere; left out, or null: a new one. */
  | {
      readonly kind: "add";
      readonly topic: string;
      readonly body: string;
      readonly minutes: number;
      readonly id?: string | null;
    }
  | { readonly kind: "delete"; readonly id: number }
  | { readonly kind: "replace"; readonly id: number; readonly body: string }
  | { readonly kind: "move"; readonly id: number; readonly topic: string; readonly body: string }
  /** Brings back an entry, with its time as the record stores it, and its place; null: where it stands now. */
  | {
      readonly kind: "restore";
      readonly topic: string;
      readonly body: string;
      readonly stored: number;
      readonly origin: number | null;
    };

/**
 * The mark that makes the records of a write one transaction: MARK_TRANSACTION, or MARK_UNDO or MARK_REDO for one that
 * takes back another or makes it again. Offsets are those of the log.
 */
export interface TransactionMark {
  readonly mark: number;
  /** Where the transaction begins that this one is about, if that has to be said. */
  readonly of: number | null;
  /** Where the transaction begins: where the records will stand, or earlier if they continue a transaction. */
  readonly start: number;
  /** Where the records will stand. */
  readonly at: number;
}

/** The records of a write. */
export interface EncodedChanges {
  readonly bytes: Uint8Array;
  /** Offsets of the entries within `bytes`, one for each change that is not a deletion. */
  readonly entries: readonly number[];
}

/** Makes the id of a new note; null: the note is written without one. */
export type NewId = () => string | null;

/**
 * The records of `changes`, in order, to be appended in one write. With `transaction` they stand between two marks.
 * Throws LIMIT for a topic or body that is too long, INVALID_ARGUMENT for a time or a text that a record cannot hold.
 */
export function encodeChanges(
  changes: readonly Change[],
  index: NoteIndex,
  transaction: TransactionMark | null = null,
  newId: NewId | null = null,
): EncodedChanges {
  const pieces: Uint8Array[] = [];
  const entries: number[] = [];
  let length = transaction === null ? 0 : TOMBSTONE.size;
  if (transaction !== null && transaction.of !== null) {
    pieces.push(encodeMark(MARK_OF, transaction.of));
    length += TOMBSTONE.size;
  }
  for (const change of changes) {
    if (change.kind !== "delete") entries.push(length);
    for (const record of recordsOf(withId(change, index, newId), index)) {
      pieces.push(record);
      length += record.length;
    }
  }
  if (transaction === null) return { bytes: Buffer.concat(pieces), entries };
  const begin = encodeMark(MARK_BEGIN, transaction.at + length + TOMBSTONE.size);
  return { bytes: Buffer.concat([begin, ...pieces, encodeMark(transaction.mark, transaction.start)]), entries };
}

/** The change with its note's id in the body: a new note gets one, and an edited one without the one that it has anyway. */
function withId(change: Change, index: NoteIndex, newId: NewId | null): Change {
  if (newId === null) return change;
  if (change.kind === "add") {
    const id = change.id ?? newId();
    return id === null ? change : { ...change, body: bodyWithId(change.body, id) };
  }
  if (change.kind !== "replace" && change.kind !== "move") return change;
  return { ...change, body: bodyWithId(change.body, noteIdOf(index.document(change.id))) };
}

function recordsOf(change: Change, index: NoteIndex): Uint8Array[] {
  if (change.kind === "add") {
    checkMinutes(change.minutes);
    return [entryRecord(change.topic, change.body, storedOfMinutes(change.minutes, index.timeBase), false)];
  }
  if (change.kind === "restore" && change.origin === null) {
    return [entryRecord(change.topic, change.body, change.stored, false)];
  }
  if (change.kind === "restore") {
    return [versionRecord(change.topic, change.body, change.stored), encodeTombstone(CHANGE_RESTORED, change.origin!)];
  }
  const target = index.document(change.id);
  if (change.kind === "delete") return [encodeTombstone(CHANGE_DELETED, target.offset)];
  if (change.kind === "replace") {
    return [versionRecord(target.topic, change.body, target.stored), encodeTombstone(CHANGE_REPLACED, target.offset)];
  }
  return [versionRecord(change.topic, change.body, target.stored), encodeTombstone(CHANGE_MOVED, target.offset)];
}

/**
 * The new version of a stored entry. The original program stores what a new record of helix may not hold: a NUL becomes
 * U+FFFD, as it is shown, and an empty topic stays empty.
 */
function versionRecord(topic: string, body: string, stored: number): Uint8Array {
  return entryRecord(topic, body.replaceAll("\0", "\uFFFD"), stored, true);
}

function checkMinutes(minutes: number): void {
  if (Number.isInteger(minutes) && Math.abs(minutes - MINUTES_2024) < MINUTES_SPAN_MAX) return;
  throw new HelixError(
    "INVALID_ARGUMENT",
    `time ${minutes} is not a whole number of minutes within 4,000 years of 2024: give minutes since 1970, e.g. 29527920`,
  );
}

function entryRecord(topic: string, body: string, stored: number, isReplacement: boolean): Uint8Array {
  const topicBytes = encodeUtf8(topic);
  const bodyBytes = encodeUtf8(guardedBody(body));
  if ((topicBytes.length === 0 && !isReplacement) || topicBytes.length > TOPIC_BYTES_MAX) {
    throw new HelixError(
      "LIMIT",
      (say) =>
        `${say.name("topic")} is ${topicBytes.length} bytes long, 1 to ${TOPIC_BYTES_MAX} are accepted: use a short name, e.g. ${say.option("topic", "build-gotchas")}`,
    );
  }
  // Given texts have a tighter limit at their gate. A stored text of another program may be longer than that.
  if (bodyBytes.length >= BODY_BYTES_PLAUSIBLE_END) {
    throw new HelixError(
      "LIMIT",
      (say) =>
        `${say.name("text")} is ${bodyBytes.length} bytes long with its metadata, at most ${BODY_BYTES_PLAUSIBLE_END - 1} are accepted: store the part that matters, e.g. a summary and ${say.option("source", "path:line")}`,
    );
  }
  if (topicBytes.includes(0) || bodyBytes.includes(0)) {
    // A text with a NUL could hold the bytes of a record, and pass for a record where the log is damaged.
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.name("text")} holds a NUL character, which no entry may: leave it out, e.g. ${say.option("text", "the linker wants arm64 only")}`,
    );
  }
  return encodeEntry(topicBytes, bodyBytes, stored, isReplacement);
}

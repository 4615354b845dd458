// What a write asks for, and how it becomes records. An edit is an entry that counts only with its tombstone, so that a crash
// between the two leaves the old version and nothing else.

import { HelixError } from "../errors.ts";
import {
  BODY_BYTES_MAX,
  CHANGE_DELETED,
  CHANGE_MOVED,
  CHANGE_REPLACED,
  TOPIC_BYTES_MAX,
} from "../format/log-layout.ts";
import { encodeEntry, encodeTombstone } from "../format/log-record.ts";
import { storedOfMinutes } from "../format/log-time.ts";
import { encodeUtf8 } from "../format/utf8.ts";
import type { LiveIndex } from "../index/live-index.ts";

/** One change; `id` is a document of the index that the plan was made with. Times are UTC minutes since 1970. */
export type Change =
  | { readonly kind: "add"; readonly topic: string; readonly body: string; readonly minutes: number }
  | { readonly kind: "delete"; readonly id: number }
  | { readonly kind: "replace"; readonly id: number; readonly body: string }
  | { readonly kind: "move"; readonly id: number; readonly topic: string; readonly body: string };

/** The records of `changes`, in order, to be appended in one write. Throws LIMIT for a topic or body that is too long. */
export function encodeChanges(changes: readonly Change[], index: LiveIndex): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (const change of changes) {
    if (change.kind === "add") {
      pieces.push(entryRecord(change.topic, change.body, storedOfMinutes(change.minutes, index.timeBase), false));
      continue;
    }
    const target = index.document(change.id);
    if (change.kind === "delete") {
      pieces.push(encodeTombstone(CHANGE_DELETED, target.offset));
    } else if (change.kind === "replace") {
      pieces.push(entryRecord(target.topic, change.body, target.stored, true));
      pieces.push(encodeTombstone(CHANGE_REPLACED, target.offset));
    } else {
      pieces.push(entryRecord(change.topic, change.body, target.stored, true));
      pieces.push(encodeTombstone(CHANGE_MOVED, target.offset));
    }
  }
  return Buffer.concat(pieces);
}

function entryRecord(topic: string, body: string, stored: number, pair: boolean): Uint8Array {
  const topicBytes = encodeUtf8(topic);
  const bodyBytes = encodeUtf8(body);
  if (topicBytes.length === 0 || topicBytes.length > TOPIC_BYTES_MAX) {
    throw new HelixError(
      "LIMIT",
      `topic is ${topicBytes.length} bytes long, 1 to ${TOPIC_BYTES_MAX} are accepted: use a short name, e.g. topic="build-gotchas"`,
    );
  }
  if (bodyBytes.length > BODY_BYTES_MAX) {
    throw new HelixError(
      "LIMIT",
      `text is ${bodyBytes.length} bytes long with its metadata, at most ${BODY_BYTES_MAX} are accepted: store the part that matters, e.g. a summary and source="path:line"`,
    );
  }
  return encodeEntry(topicBytes, bodyBytes, stored, pair);
}

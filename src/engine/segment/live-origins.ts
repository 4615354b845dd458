// The live documents as the log has them, whatever their topics and times: in the order of their places, an edited
// entry where it was written first. Typed arrays throughout: there may be a million of them.

import type { LiveIndex } from "./live-index.ts";

/** All live documents in the order of their places. */
export function documentsInPlaces(index: LiveIndex): Uint32Array {
  const origins = new Float64Array(index.capacity);
  for (const { segment, first } of index.segments) {
    for (let id = 0; id < segment.documentCount; id++) origins[first + id] = segment.originOf(id);
  }
  const ids = new Uint32Array(index.liveCount);
  let count = 0;
  let isInOrder = true;
  for (let id = 0; id < index.capacity; id++) {
    if (index.isDeleted(id)) continue;
    isInOrder &&= count === 0 || origins[ids[count - 1]!]! <= origins[id]!;
    ids[count++] = id;
  }
  // Documents are numbered by their offsets: without edits these are the places.
  return isInOrder ? ids : ids.sort((a, b) => origins[a]! - origins[b]!);
}

/** How many bytes the records of all live documents take in the log. */
export function liveBytes(index: LiveIndex): number {
  let bytes = 0;
  for (const { segment, first } of index.segments) {
    for (let id = 0; id < segment.documentCount; id++) if (!index.isDeleted(first + id)) bytes += segment.sizeOf(id);
  }
  return bytes;
}

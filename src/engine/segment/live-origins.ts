// The live documents in the order of their origins, whatever their groups and times: an edited document stands where it
// was written first. All arrays are typed, because there may be a million documents.

import type { LiveIndex } from "./live-index.ts";

/** All live documents in the order of their origins. */
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
  // Documents are numbered by their offsets. Without edits these are the origins.
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

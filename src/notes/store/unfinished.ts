// The notes in a torn tail: those of a write that was not finished. They do not count, and the next caller is told
// about them.

import type { DataLog } from "../../engine/log/data-log.ts";
import { salvageEntries } from "../../engine/log/salvage.ts";

/** How many topics are named. */
const TOPICS_NAMED_MAX = 5;
/** How much of a torn tail is examined, in bytes. A caller that waits for an answer does not wait for more. */
const LOOKED_AT_BYTES_MAX = 32 * 1024 * 1024;

/** The whole notes of an unfinished write. */
export interface Unfinished {
  readonly notes: number;
  /** The number of their topics, and the names of the first ones. */
  readonly topics: number;
  readonly named: readonly string[];
  /** Whether there may be more notes, because only a part was examined. */
  readonly isPart: boolean;
}

/** Counts the whole notes among `entries`; null when there are none. */
export function unfinishedOf(entries: Iterable<{ readonly topic: string }>, isPart = false): Unfinished | null {
  const topics = new Set<string>();
  let notes = 0;
  for (const { topic } of entries) {
    notes++;
    topics.add(topic);
  }
  return notes === 0 ? null : { notes, topics: topics.size, named: [...topics].slice(0, TOPICS_NAMED_MAX), isPart };
}

/** The whole notes in the torn tail `[end, size)` of the log; null when there are none. Throws errors of the system. */
export function unfinishedIn(log: DataLog, end: number, size: number): Unfinished | null {
  const file = { read: (target: Uint8Array, position: number) => log.readInto(target, position) };
  const until = Math.min(size, end + LOOKED_AT_BYTES_MAX);
  return unfinishedOf(salvageEntries(file, end, until), until < size);
}

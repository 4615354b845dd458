// How many outputs were shortened lately, by how much, and how often something of them was asked for again.

import type { EventLog } from "./event-log.ts";

/** How much of the log's end is looked through, in bytes. */
const LOOKED_THROUGH_BYTES = 8 * 1024 * 1024;

/** Outputs in bytes, as the client would have shown them, and as they were shown. */
export interface ShortenedLately {
  readonly outputs: number;
  readonly before: number;
  readonly after: number;
  /** How often an original was asked for, and how many bytes of it were shown. */
  readonly fetched: number;
  readonly fetchedBytes: number;
}

/** Adds up what happened since `since`, in milliseconds since 1970. Throws the system's errors. */
export function shortenedLately(log: EventLog, since: number): ShortenedLately {
  const sum = { outputs: 0, before: 0, after: 0, fetched: 0, fetchedBytes: 0 };
  let left = LOOKED_THROUGH_BYTES;
  for (const segment of log.segments().reverse()) {
    const from = Math.max(0, segment.size - left);
    log.readSegment(
      segment,
      {
        event(event) {
          if (event.at < since) return;
          if (event.type === "filter") {
            sum.outputs++;
            sum.before += event.before;
            sum.after += event.after;
          } else if (event.type === "fetched") {
            sum.fetched++;
            sum.fetchedBytes += event.bytes;
          }
        },
      },
      from,
    );
    left -= segment.size - from;
    if (left <= 0) break;
  }
  return sum;
}

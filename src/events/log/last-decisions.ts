// When each hook last left a decision in the event log. A hook that had nothing to look for leaves none.

import type { EventLog } from "./event-log.ts";

/** How much of the log's end is looked through, in bytes. */
const LOOKED_THROUGH_BYTES = 4 * 1024 * 1024;

/** The time of each hook's last decision, by the hook's name, in milliseconds since 1970. Throws the system's errors. */
export function lastDecisions(log: EventLog): Map<string, number> {
  const last = new Map<string, number>();
  let left = LOOKED_THROUGH_BYTES;
  for (const segment of log.segments().reverse()) {
    const from = Math.max(0, segment.size - left);
    log.readSegment(
      segment,
      {
        event(event) {
          if (event.type !== "shown" && event.type !== "withheld") return;
          last.set(event.hook, Math.max(event.at, last.get(event.hook) ?? 0));
        },
      },
      from,
    );
    left -= segment.size - from;
    if (left <= 0) break;
  }
  return last;
}

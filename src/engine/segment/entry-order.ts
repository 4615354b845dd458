// The order of entries within a topic, the same in every segment.

import { minutesOfStored } from "../log/log-time.ts";

/**
 * Compares entries by time; those of one minute come in the order of their places. Negative when the first comes first.
 */
export function compareTimes(storedA: number, storedB: number): number {
  return storedA === storedB ? 0 : minutesOfStored(storedA) - minutesOfStored(storedB);
}

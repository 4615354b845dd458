// The order of entries within a topic, the same in every segment.

import { minutesOfStored } from "../log/log-time.ts";

/** Compares entries by time. Negative when the first comes first, 0 for the same minute, where the origins decide. */
export function compareTimes(storedA: number, storedB: number): number {
  return storedA === storedB ? 0 : minutesOfStored(storedA) - minutesOfStored(storedB);
}

// The order of entries within a topic, the same in every segment.

import { minutesOfStored } from "../format/log-time.ts";

/** The order of entries within a topic: by time, then by place. Negative when the first comes first. */
export function compareOrder(storedA: number, placeA: number, storedB: number, placeB: number): number {
  if (storedA !== storedB) {
    const difference = minutesOfStored(storedA) - minutesOfStored(storedB);
    if (difference !== 0) return difference;
  }
  return placeA - placeB;
}

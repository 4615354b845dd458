// The span of time in which notes were stored. Notes of the future are left out of the span and counted.

import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";

/** Times in UTC minutes since 1970; null when there is no note with a possible time. */
export interface TimeSpan {
  readonly oldest: number | null;
  readonly newest: number | null;
  /** How many notes are of the future. */
  readonly ahead: number;
}

/** The span of all live notes, or of those that `isWanted` accepts; `now` in minutes since 1970. */
export function timeSpan(
  { index }: KnowledgeView,
  now: number,
  isWanted: (id: number) => boolean = () => true,
): TimeSpan {
  const end = impossibleFrom(now);
  let oldest = Number.POSITIVE_INFINITY;
  let newest = Number.NEGATIVE_INFINITY;
  let ahead = 0;
  for (let id = 0; id < index.capacity; id++) {
    if (index.isDeleted(id) || !isWanted(id)) continue;
    const minutes = index.minutesOf(id);
    if (minutes >= end) {
      ahead++;
      continue;
    }
    if (minutes < oldest) oldest = minutes;
    if (minutes > newest) newest = minutes;
  }
  return newest < oldest ? { oldest: null, newest: null, ahead } : { oldest, newest, ahead };
}

// Counts how common each tag is.

import type { LiveIndex } from "../../engine/segment/live-index.ts";

/** How many live entries have each tag. */
export function tagCounts(index: LiveIndex): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { segment, first } of index.segments) {
    for (let id = 0; id < segment.documentCount; id++) {
      if (index.isDeleted(first + id)) continue;
      for (const tag of segment.tagsOf(id)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
  }
  return counts;
}

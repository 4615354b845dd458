// First pass of the compression: notes with the same text become one.

import type { BriefEntry } from "./entry.ts";

/**
 * Keeps the first of all notes with the same text; in an order by relevance that is the most relevant one. The others
 * become its `copies`.
 */
export function mergeIdentical(entries: readonly BriefEntry[]): BriefEntry[] {
  const kept = new Map<string, BriefEntry>();
  return entries.filter((entry) => {
    const text = entry.text.trim();
    if (text === "") return true;
    const first = kept.get(text);
    if (first === undefined) kept.set(text, entry);
    else first.copies.push(entry);
    return first === undefined;
  });
}

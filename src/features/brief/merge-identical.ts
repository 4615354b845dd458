// First pass of the compression: entries of the same text become one.

import type { BriefEntry } from "./entry.ts";

/**
 * Keeps of all entries with the same text the first, which is the most relevant where they are in that order; the
 * others become its `copies`.
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

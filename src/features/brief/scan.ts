// detail=scan: one line for each category, with its number of notes and the first of them.

import type { Briefing } from "./briefing.ts";
import { categoryName } from "./categories.ts";
import { closingLine, type Narrowing } from "./closing.ts";
import type { EntryWords } from "./entry-words.ts";

/** The lines of the scan. */
export function scanLines(briefing: Briefing, words: EntryWords, narrowing: Narrowing): string[] {
  let shown = 0;
  const lines = briefing.parts.map(({ category, count, entries }) => {
    const first = entries[0];
    if (first !== undefined) shown++;
    return `${categoryName(category)} (${count})${first === undefined ? "" : `: ${words.preview(first)}`}`;
  });
  return [...lines, closingLine(briefing, shown, narrowing, words.say.option("detail", "full"))];
}

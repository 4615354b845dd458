// Whether the chunks of a text are all its lines, none twice, in order. Pure.

import type { ChunkedText } from "../../src/code/index/code-document.ts";

/** What is wrong with the chunks of a text; null: nothing. Lines end at line feeds, at nothing else. */
export function coverageFlaw(text: string, { lines, chunks }: ChunkedText): string | null {
  const count = lineCount(text);
  if (lines.length !== count) return `${lines.length} lines instead of ${count}`;
  if (lines.join("\n") !== (text.endsWith("\n") ? text.slice(0, -1) : text)) return "the lines are not the text";
  let next = 1;
  for (const { from, to, line } of chunks) {
    if (from > next) return `lines ${next}-${from - 1} are in no chunk`;
    if (from < next) return `a chunk begins at line ${from} behind line ${next - 1}`;
    if (to < from) return `the chunk at line ${from} is empty`;
    if (line < from || line > to) return `the chunk ${from}-${to} is declared at line ${line}`;
    next = to + 1;
  }
  return next === count + 1 ? null : `the last chunk ends at line ${next - 1} of ${count}`;
}

/** Counts them apart from what is judged. */
function lineCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === 10) count++;
  return text === "" || text.endsWith("\n") ? count : count + 1;
}

// The preview of an entry: its first two lines of content, cut to a width that a list can show. It reads the text only
// as far as it needs, so the beginning of a long entry is enough.

import { cutLine } from "../../engine/text/cut-line.ts";
import { splitBody } from "./entry-text.ts";

const FIRST_LENGTH_MAX = 120;
const SECOND_LENGTH_MAX = 80;

/** The first two lines that are not blank, trimmed, cut at 120 and 80 code units; "" for a line that is missing. */
export function snippetLines(text: string): [string, string] {
  const lines: [string, string] = ["", ""];
  let found = 0;
  for (let start = 0; start < text.length && found < 2; ) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak < 0 ? text.length : lineBreak;
    const line = text.slice(start, end).trim();
    if (line !== "") {
      lines[found] = cutLine(line, found === 0 ? FIRST_LENGTH_MAX : SECOND_LENGTH_MAX);
      found++;
    }
    start = end + 1;
  }
  return lines;
}

/** The snippet of an entry's stored body. */
export function snippetOfBody(body: string): [string, string] {
  return snippetLines(splitBody(body).text);
}

/**
 * The snippet of a body of which only this beginning is known. null if the rest of the body could change the snippet,
 * or if a line of the snippet would not end within the beginning.
 */
export function snippetOfBeginning(beginning: string): [string, string] | null {
  const { text } = splitBody(beginning);
  const [first, second] = snippetLines(text);
  // The line may be metadata: its end may be missing, or it may be the last line of the beginning.
  if (first === "" || first.startsWith("[") || second.startsWith("[")) return null;
  const [longerFirst, longerSecond] = snippetLines(`${text}..`);
  return longerFirst === first && longerSecond === second ? [first, second] : null;
}

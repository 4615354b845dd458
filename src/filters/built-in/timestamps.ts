// Leaves out the times at the beginning of log lines, if every line has one, and says once from when to when they are.
// Lines that have to stay keep theirs.

import { type Line, NOTE_SIGN, plainLine } from "./line.ts";

const LINES_MIN = 10;
const TIME =
  /^\[?((?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d)\]?:?[ \t]+/;

/** Leaves out the times of lines that all begin with one. Indented lines belong to the line above them. */
export function withoutTimes(lines: readonly Line[]): Line[] {
  let first = "";
  let last = "";
  let count = 0;
  for (const { text } of lines) {
    if (text === "" || /^\s/.test(text)) continue;
    const time = TIME.exec(text)?.[1];
    if (time === undefined) return [...lines];
    first ||= time;
    last = time;
    count++;
  }
  if (count < LINES_MIN) return [...lines];
  const note = `${NOTE_SIGN} times at the beginning of lines are left out: ${first} to ${last}`;
  const rest = lines.map((line) => (line.isKept ? line : { ...line, text: line.text.replace(TIME, "") }));
  return [plainLine(note, true), ...rest];
}

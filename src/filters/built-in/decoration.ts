// Takes out what only decorates: rules and frames without a word, pictures at the beginning of a line, white space at
// the ends of lines, blank lines beyond one. Nothing that somebody may ask for again is lost.

import type { Line } from "./line.ts";

/** Rules of one repeated sign, and the borders of boxes. Rulers of tables and conflict marks are none. */
const RULE =
  /^\s*(?:([=\-_*#─━═⎯▔▁╌┄])\1{7,}(?:\[[\d/]+\]\1*)?|[╭┌╔├][─━═]{4,}[╮┐╗┤]|[╰└╚├][─━═]{4,}[╯┘╝┤]|[│┃║]\s*[│┃║])\s*$/u;
/** Pictures of a later plane at the beginning of a line. Signs for failures and states stay. */
const PICTURE = /^(\s*)(?:(?![🛑💥🚨🔴🟢🟡🟠🔥])[\u{1f300}-\u{1faff}][\u{fe0e}\u{fe0f}\u{1f3fb}-\u{1f3ff}]? *)+(?=\S)/u;

/** A line without pictures at its beginning and without white space at its end. */
export function undecorated(line: string): string {
  const end = line.trimEnd();
  return end.charCodeAt(0) < 0x80 && !/^\s/.test(end) ? end : end.replace(PICTURE, "$1");
}

/** Leaves out rules, and blank lines beyond the first of a run and at both ends. */
export function withoutDecoration(lines: readonly Line[]): Line[] {
  const rest: Line[] = [];
  let isBlank = true;
  for (const line of lines) {
    const isEmpty = line.text === "";
    const isBare = line.notes.length === 0 && (isEmpty ? isBlank : !line.isKept && RULE.test(line.text));
    if (isBare) continue;
    rest.push(line);
    isBlank = isEmpty && line.notes.length === 0;
  }
  while (rest.length > 0 && rest.at(-1)!.text === "" && rest.at(-1)!.notes.length === 0) rest.pop();
  return rest;
}

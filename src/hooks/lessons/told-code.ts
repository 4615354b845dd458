// The commands and symbols that a note tells, as it writes them: between backticks, or behind a shell's prompt.

import { parseSource } from "../../notes/text/citation.ts";
import { saysNothing } from "../ambient/distinctive-words.ts";
import { mentions } from "../ambient/removed-names.ts";
import type { TouchedFile } from "../common/touched-file.ts";

/** More of a text is not looked at, in code units, and so many spans of it. */
const TEXT_LENGTH_MAX = 4000;
const SPANS_MAX = 16;
const COMMAND_LENGTH_MIN = 6;
const SYMBOL_LENGTH_MIN = 4;

const SPANS = /`([^`\n]{3,200})`/g;
const PROMPTED = /^[ \t]*[$%] (\S[^\n]{2,200})$/gm;
const COMMAND = /^[A-Za-z_./][\w./-]*(?: \S+)+$/;
const SYMBOL = /^(?:[\w$]+(?:\.|::|#))*([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)(?:\(\))?$/;
const SPACES = /\s+/g;

/** The commands of several words that a note tells. */
export function commandsIn(text: string): string[] {
  const start = text.slice(0, TEXT_LENGTH_MAX);
  return [...start.matchAll(SPANS), ...start.matchAll(PROMPTED)]
    .slice(0, SPANS_MAX)
    .map(([, span]) => span!.replace(SPACES, " ").trim())
    .filter((span) => span.length >= COMMAND_LENGTH_MIN && COMMAND.test(span));
}

/** Whether a command line holds a command, not as a piece of longer words. */
export function holdsCommand(line: string, command: string): boolean {
  const whole = ` ${line.replace(SPACES, " ")} `;
  for (let at = whole.indexOf(command); at >= 0; at = whole.indexOf(command, at + 1)) {
    if (/[\s;&|({]/.test(whole[at - 1] ?? " ") && /[\s;&|)}]/.test(whole[at + command.length] ?? " ")) return true;
  }
  return false;
}

/** The names of symbols that a note tells, and that of its source. */
export function symbolsIn(text: string, source: string | null): string[] {
  const spans = Array.from(text.slice(0, TEXT_LENGTH_MAX).matchAll(SPANS), ([, span]) => span!).slice(0, SPANS_MAX);
  const cited = source === null ? null : parseSource(source).symbol;
  return [...spans, ...(cited === null ? [] : [cited])]
    .map((span) => SYMBOL.exec(span)?.[1] ?? "")
    .filter((name) => name.length >= SYMBOL_LENGTH_MIN && !saysNothing(name));
}

/** Whether an edit writes a name that the text which it replaces does not hold. */
export function writesSymbol({ replacements, content }: TouchedFile, name: string): boolean {
  if (content !== null && mentions(content, name)) return true;
  return replacements.some(({ before, after }) => mentions(after, name) && !mentions(before, name));
}

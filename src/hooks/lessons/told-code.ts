// The symbols that a note tells, as it writes them: between backticks.

import { parseSource } from "../../notes/text/citation.ts";
import { saysNothing } from "../ambient/distinctive-words.ts";
import { mentions } from "../ambient/removed-names.ts";
import { quotedSpans } from "../common/told-commands.ts";
import type { TouchedFile } from "../common/touched-file.ts";

const SYMBOL_LENGTH_MIN = 4;

const SYMBOL = /^(?:[\w$]+(?:\.|::|#))*([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)(?:\(\))?$/;

/** The names of symbols that a note tells, and that of its source. */
export function symbolsIn(text: string, source: string | null): string[] {
  const spans = quotedSpans(text);
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

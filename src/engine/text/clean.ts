// Makes text from outside safe to store and to show. Stored text holds no control characters (but LF and tab), no
// terminal sequences and no lone surrogates. Characters that nobody sees are stored, because they can be honest;
// `sanitise` makes them visible.
// Invariants:
// All regular expressions here run in linear time on hostile input.

import { CONTROL_CHARACTER, CONTROL_CHARACTERS, REPLACEMENT, TERMINAL_SEQUENCES } from "./controls.ts";
import { sanitise } from "./sanitise.ts";

/** A text that may be stored, and the number of control characters and terminal sequences that were removed. */
export interface CleanedText {
  text: string;
  removed: number;
}

/** Blank lines, then byte order marks, which would hide the beginning of the first line. */
const LEADING_BLANK_LINES = /^(?:[^\S\n]*\n)*\uFEFF*/;
const LINE_BREAKS = /[\n\t\u2028\u2029]+/g;
const QUOTED_LENGTH_MAX = 60;

/**
 * Returns the text as it may be stored. Lines end in LF. Control characters other than LF and tab are removed, and lone
 * surrogates become U+FFFD. Blank lines before the text and white space after it are cut off. Cleaning twice changes
 * nothing.
 */
export function cleanText(raw: string): CleanedText {
  let removed = 0;
  const remove = () => {
    removed++;
    return "";
  };
  // Most texts hold no control character.
  const printable = CONTROL_CHARACTER.test(raw)
    ? raw.replace(/\r\n?/g, "\n").replace(TERMINAL_SEQUENCES, remove).replace(CONTROL_CHARACTERS, remove)
    : raw;
  return { text: printable.toWellFormed().replace(LEADING_BLANK_LINES, "").trimEnd(), removed };
}

/**
 * Cleans a value of one line, such as a source path. Line breaks and tabs become a space. Brackets stay as they are.
 */
export function cleanLine(raw: string): string {
  return cleanText(raw).text.replace(LINE_BREAKS, " ").trim();
}

/**
 * Returns stored text as it may be printed on a terminal. Terminal sequences are removed, every other control character
 * becomes U+FFFD, and the rest is sanitised.
 */
export function forTerminal(text: string): string {
  const harmless = text
    .replace(/\r\n/g, "\n")
    .replace(TERMINAL_SEQUENCES, "")
    .replace(CONTROL_CHARACTERS, REPLACEMENT)
    .toWellFormed();
  return sanitise(harmless);
}

/** Quotes a value for an error message: one line, harmless on a terminal, at most about 60 characters. */
export function quote(value: string): string {
  const line = forTerminal(value.slice(0, QUOTED_LENGTH_MAX + 1)).replace(LINE_BREAKS, " ");
  return line.length > QUOTED_LENGTH_MAX ? `"${line.slice(0, QUOTED_LENGTH_MAX - 1).toWellFormed()}…"` : `"${line}"`;
}

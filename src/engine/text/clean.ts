// Makes text from outside safe to keep and to show. What is stored holds no control characters, no terminal sequences
// and no lone surrogates; characters that nobody sees are kept there, since they can be honest, and shown for what they
// are by `sanitise`. All expressions run in linear time on hostile input.

import { sanitise } from "./sanitise.ts";

/** A text that may be stored, and how many control characters and terminal sequences it lost. */
export interface CleanedText {
  text: string;
  removed: number;
}

// Terminal sequences: strings with a terminator (titles, links), CSI (colours, cursor), and the short ones. A string
// without its terminator on the same line loses only its first two characters, so that it can not swallow the rest of
// the text.
const TERMINAL_SEQUENCES =
  /\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
/** One of those that the two expressions around this begin with: most texts hold none. */
const CONTROL_CHARACTER = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
const CONTROL_CHARACTERS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
/** Blank lines, then byte order marks, which would hide how the first line begins. */
const LEADING_BLANK_LINES = /^(?:[^\S\n]*\n)*\uFEFF*/;
const LINE_BREAKS = /[\n\t\u2028\u2029]+/g;
const REPLACEMENT = "\uFFFD";
const QUOTED_LENGTH_MAX = 60;

/**
 * The text as it may be stored: lines end in LF, control characters other than LF and tab are gone, lone surrogates are
 * U+FFFD, and blank lines before and white space after the text are cut off. Cleaning twice changes nothing.
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
 * A value of one line, such as a source path: cleaned, line breaks and tabs become a space. Brackets stay as they are.
 */
export function cleanLine(raw: string): string {
  return cleanText(raw).text.replace(LINE_BREAKS, " ").trim();
}

/**
 * Stored text as it may be printed. Logs of other programs hold what they like: terminal sequences are removed, every
 * other control character is shown as U+FFFD, and what is left is sanitised.
 */
export function forTerminal(text: string): string {
  const harmless = text
    .replace(/\r\n/g, "\n")
    .replace(TERMINAL_SEQUENCES, "")
    .replace(CONTROL_CHARACTERS, REPLACEMENT)
    .toWellFormed();
  return sanitise(harmless);
}

/**
 * Stored text for a reader that is no terminal, or not known to be one: terminal sequences as a whole, and every other
 * control character but line breaks and tabs, are shown as U+FFFD.
 */
export function showControls(text: string): string {
  if (!CONTROL_CHARACTER.test(text)) return text;
  return text.replace(/\r\n/g, "\n").replace(TERMINAL_SEQUENCES, REPLACEMENT).replace(CONTROL_CHARACTERS, REPLACEMENT);
}

/** A value in double quotes for an error message: one line, harmless on a terminal, at most about 60 characters. */
export function quote(value: string): string {
  const line = forTerminal(value.slice(0, QUOTED_LENGTH_MAX + 1)).replace(LINE_BREAKS, " ");
  return line.length > QUOTED_LENGTH_MAX ? `"${line.slice(0, QUOTED_LENGTH_MAX - 1).toWellFormed()}…"` : `"${line}"`;
}

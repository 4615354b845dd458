// Control characters and terminal sequences in text. Small, since every hook that speaks loads it.
// Invariants:
// All regular expressions here run in linear time on hostile input.

/**
 * Terminal sequences: strings with a terminator (titles, links), CSI (colours, cursor), and the short ones. A string
 * without a terminator on its line loses only its first two characters, so that it cannot swallow the rest of the text.
 */
export const TERMINAL_SEQUENCES =
  /\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
/** Any control character, including those that begin a terminal sequence. Most texts hold none. */
export const CONTROL_CHARACTER = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
export const CONTROL_CHARACTERS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
/** What stands for one that is shown. */
export const REPLACEMENT = "\uFFFD";

/**
 * Returns stored text for a reader that is no terminal, or may not be one. Each terminal sequence, and every other
 * control character but line breaks and tabs, becomes U+FFFD.
 */
export function showControls(text: string): string {
  if (!CONTROL_CHARACTER.test(text)) return text;
  return text.replace(/\r\n/g, "\n").replace(TERMINAL_SEQUENCES, REPLACEMENT).replace(CONTROL_CHARACTERS, REPLACEMENT);
}

/** Returns a text without its terminal sequences. All other characters stay as they are. */
export function withoutTerminalSequences(text: string): string {
  return CONTROL_CHARACTER.test(text) ? text.replace(TERMINAL_SEQUENCES, "") : text;
}

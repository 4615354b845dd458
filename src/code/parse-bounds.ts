// Decides which texts are kept from the parser because a quick look shows that they would take too long. The parser
// can be stopped only between steps, and one step may take a second in endless brackets or operators. Such a text
// goes to the line scanner, and the answer says so. Imports nothing heavy.

/**
 * The most steps to parse one text, and also the most steps to find in it what it says. A step is a hundred operations
 * of the parser. Code takes at most some 25 steps for a thousand characters, usually 7; 20,000 take about a second.
 */
export const STEPS_MAX = 20_000;
/**
 * The most processor time to parse one text, in milliseconds. Code of 500,000 characters takes 200 to 800, of Swift 8,800
 * (2026-11-28); what is no code in its language may take minutes in few steps.
 */
export const PARSED_MS_MAX = 10_000;
/** The most that one text may let the parser's memory grow, in bytes. Code of 500,000 characters took 15 MB at most. */
export const PARSED_BYTES_MAX = 192 * 1024 * 1024;
/** The longest text that is parsed, in code units. Real code of this length takes about a quarter of a second. */
const PARSED_LENGTH_MAX = 512_000;
/** How many brackets may be open at once. Code that people write has some dozens, and some more in its strings. */
const NESTING_MAX = 2000;
/** How often an operator may follow itself, with or without white space between. */
const RUN_MAX = 1000;

const OPENING = new Set([..."([{"].map((bracket) => bracket.charCodeAt(0)));
const CLOSING = new Set([...")]}"].map((bracket) => bracket.charCodeAt(0)));
/**
 * Characters of operators that can be repeated. Characters that draw long lines in comments are not among them: `-`,
 * `=`, `#`, `/`.
 */
const REPEATED = new Set([..."*!&~<+@^|?:$"].map((sign) => sign.charCodeAt(0)));
const SPACE = 32;
/** Each `a < b, c < d` may open a list of types, and the parser keeps all readings until the statement ends. */
const ANGLE = 0x3c;
const CLOSING_ANGLE = 0x3e;
const ENDS = new Set([...";{}"].map((sign) => sign.charCodeAt(0)));

/** Whether the parser may be given a text. Looks at each character once. */
export function isParsable(text: string): boolean {
  if (text.length > PARSED_LENGTH_MAX) return false;
  let depth = 0;
  let sign = -1;
  let run = 0;
  let angles = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth = Math.max(0, depth - 1);
    run = code === sign ? run + 1 : 0;
    sign = code;
    if (code === ANGLE) angles++;
    else if (code === CLOSING_ANGLE) angles = Math.max(0, angles - 1);
    else if (ENDS.has(code)) angles = 0;
    if (depth > NESTING_MAX || angles > NESTING_MAX || (run > RUN_MAX && REPEATED.has(code))) return false;
  }
  return true;
}

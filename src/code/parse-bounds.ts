// Which texts the parser is not given, because one look shows that they would keep it busy beyond its time: it looks at
// its clock only between steps, and in brackets or operators without an end one step may take a second. They go to the
// line scanner, and the answer says so. Imports nothing heavy.

/** The longest text that is parsed, in code units; real code of that length takes about a quarter of a second. */
const PARSED_LENGTH_MAX = 512_000;
/**
 * How many brackets may be open at once; code that people write has some dozens, and some more stand in its strings.
 */
const NESTING_MAX = 2000;
/** How often an operator may follow itself, or itself and white space. */
const RUN_MAX = 1000;

const OPENING = new Set([..."([{"].map((bracket) => bracket.charCodeAt(0)));
const CLOSING = new Set([...")]}"].map((bracket) => bracket.charCodeAt(0)));
/** What operators are made of that can be repeated; not what draws long lines in comments: `-`, `=`, `#`, `/`. */
const REPEATED = new Set([..."*!&~<+@^|?:$"].map((sign) => sign.charCodeAt(0)));
const SPACE = 32;

/** Whether the parser may be given a text. Looks at each character once. */
export function isParsable(text: string): boolean {
  if (text.length > PARSED_LENGTH_MAX) return false;
  let depth = 0;
  let sign = -1;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth = Math.max(0, depth - 1);
    run = code === sign ? run + 1 : 0;
    sign = code;
    if (depth > NESTING_MAX || (run > RUN_MAX && REPEATED.has(code))) return false;
  }
  return true;
}

// Cuts very long lines, such as base64 and minified code, and says how much is left out. The cut line is the beginning
// of the line; of one that has to stay the end, too.

import { type Line, NOTE_SIGN } from "./line.ts";
import { END_LENGTH } from "./priority-lines.ts";

/** A line longer than the first is cut to the second, in code units. A line that has to stay has more room. */
const LENGTH_MAX = 1000;
const CUT_LENGTH = 400;
const KEPT_LENGTH_MAX = 4000;
const KEPT_CUT_LENGTH = 2000;

/** Cuts each line that is too long. */
export function withShortLines(lines: readonly Line[]): Line[] {
  return lines.map((line) => {
    const { text, isKept } = line;
    if (text.length <= (isKept ? KEPT_LENGTH_MAX : LENGTH_MAX)) return line;
    const cut = text.slice(0, isKept ? KEPT_CUT_LENGTH : CUT_LENGTH).replace(/[\ud800-\udbff]$/, "");
    const end = isKept ? text.slice(-END_LENGTH).replace(/^[\udc00-\udfff]/, "") : "";
    const note = `${NOTE_SIGN} ${text.length - cut.length - end.length} characters of this line left out`;
    return { ...line, text: `${cut} ${note}${isKept ? ` ${NOTE_SIGN} ${end}` : ""}` };
  });
}

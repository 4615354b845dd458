// What comes of running a feature. A surface makes of it what it needs: a text for a reader, or data.
// Invariants:
// - `text` uses only what was read in `run`, however much has changed since: a server may serve another call in
//   between. `data` may still read the view of `run`: only a command asks for it, and a command runs nothing else.
// - Neither changes anything, nor waits for anything. Each is called once at most.

import type { Wording } from "./wording.ts";

/** The answer of a feature. */
export interface Answer {
  /** False: nothing was found (the command line then exits with 1). */
  readonly found: boolean;
  /** Whether the text is the part that was asked for; else it is the whole, and is cut into pages by its lines. */
  readonly isPaged?: boolean;
  /** How many tokens the text needs to be whole, where that is more than its tool's answers have; for a text of lines. */
  readonly budget?: number;
  /** What was changed, in a few words, for the session's record; left out when nothing was. */
  readonly operation?: string;
  /** For a reader: plain lines without colour. */
  text(wording: Wording): string;
  /** For `--json`. */
  data(): object | null;
  /** A remark for the reader beside a text that is data itself; left out or "": none. */
  remark?(wording: Wording): string;
}

/** The answer where nothing was found. */
export function nothingFound(text: string, data: object | null = null): Answer {
  return { found: false, text: () => text, data: () => data };
}

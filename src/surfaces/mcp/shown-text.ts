// Text as it leaves the server. All that a client may show or hand to a model passes through here: names of files,
// symbols and plans, texts of notes, words that were given.

import { showControls } from "../../engine/text/controls.ts";
import { sanitise } from "../../engine/text/sanitise.ts";

/** A text in which nothing is a command to a terminal, poses as a speaker, or is seen by nobody. */
export function shownText(text: string): string {
  return sanitise(showControls(text)).toWellFormed();
}

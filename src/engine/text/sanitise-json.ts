// JSON of which the strings are as sanitised as answers are (sanitise.ts), by escapes: the data stays exact. Not for
// hooks, which load neither.

import { exchangeHidden } from "./hidden.ts";
import { exchanged } from "./sanitise.ts";

const UNSAFE = /[\x7f-\x9f\u2028\u2029]/g;

/**
 * JSON that means the same and holds no tags of others, hidden characters, or control characters for a terminal to
 * obey.
 */
export function sanitiseJson(json: string): string {
  const shown = { angle: "\\u003c", square: "\\u005b", isPlain: false };
  return exchanged(json, shown, (text) => exchangeHidden(text, escaped)).replace(UNSAFE, escaped);
}

function escaped(characters: string): string {
  let units = "";
  for (let at = 0; at < characters.length; at++) {
    units += `\\u${characters.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }
  return units;
}

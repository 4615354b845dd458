// Sanitises the strings in JSON as sanitise.ts sanitises answers. Escapes replace the characters, so the data stays
// exact. Hooks do not load this module.

import { exchangeHidden } from "./hidden.ts";
import { exchanged } from "./sanitise.ts";

const UNSAFE = /[\x7f-\x9f\u2028\u2029]/g;

/**
 * Returns JSON of the same meaning without foreign tags, hidden characters, or control characters that a terminal
 * obeys.
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

// Finds the names in a search: the identifiers of a pattern (Grep), or the stem of the files that it matches (Glob).

import { type HookEvent, textOf } from "../common/hook-event.ts";
import { saysNothing } from "./distinctive-words.ts";
import { stemOf } from "./stem-notes.ts";

/** A longer pattern is cut, and only the first names are taken. */
const PATTERN_LENGTH_MAX = 1000;
const NAMES_MAX = 8;

/** The distinctive names of a search. */
export function searchedNames({ toolName, toolInput }: HookEvent): string[] {
  const pattern = textOf(toolInput, "pattern").slice(0, PATTERN_LENGTH_MAX);
  const names: string[] = [];
  if (toolName === "Glob") {
    const stem = stemOf(pattern.replace(/[*?[\]{}!]+/g, "")).word;
    if (stem !== "" && !saysNothing(stem)) names.push(stem);
  } else if (toolName === "Grep") {
    // `\b` and `\w` are no names, and the letter of an escape does not begin one.
    for (const name of pattern.replace(/\\[A-Za-z]/g, " ").match(/[\w$\u0080-\uffff]+/g) ?? []) {
      if (names.length < NAMES_MAX && !saysNothing(name) && !names.includes(name)) names.push(name);
    }
  }
  return names;
}

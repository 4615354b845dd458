// Forbidden idioms: what may not stand in new text. An entry between slashes is a regular expression in the syntax of
// RE2, which takes linear time; any other entry is text that is looked for as it stands. A sentence that describes
// something ("Store passwords in plain text") is no text of any program: it is told, and cannot be looked for.
// Invariants:
// - An entry that begins or ends with a letter is found as a whole word: `any` is not in `company`.

import { RE2JS } from "re2js";

const EXPRESSION = /^\/(.+)\/([ims]*)$/s;
/** Three words and more of nothing but letters are a sentence. */
const SENTENCE = /^\p{L}[\p{L}'’-]*(?:,? \p{L}[\p{L}'’-]*){2,}[.!]?$/u;
const WORD_AT_START = /^[\p{L}\p{N}_$]/u;
const WORD_AT_END = /[\p{L}\p{N}_$]$/u;
/** The most of a text that is looked through, in code units. */
const TEXT_MAX = 4 * 1024 * 1024;
const COUNTED_MAX = 10_000;

/** Whether an entry can be looked for. */
export function isCheckable(entry: string): boolean {
  return entry.trim() !== "" && !SENTENCE.test(entry.trim());
}

/** What is wrong with an entry between slashes; null: nothing is, or it is no expression. */
export function idiomFault(entry: string): string | null {
  const parts = EXPRESSION.exec(entry.trim());
  if (parts === null) return null;
  try {
    compiled(parts);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** How often an entry stands in a text. An entry that cannot be looked for does not. */
export function countOf(entry: string, text: string): number {
  if (!isCheckable(entry)) return 0;
  const searched = text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) : text;
  const parts = EXPRESSION.exec(entry.trim());
  if (parts === null) return countOfText(entry.trim(), searched);
  const matcher = compiled(parts).matcher(searched);
  let count = 0;
  while (count < COUNTED_MAX && matcher.find()) count++;
  return count;
}

/** The entries of which `after` holds more than `before`. */
export function forbiddenIn(entries: readonly string[], before: string, after: string): string[] {
  return entries.filter((entry) => {
    const count = countOf(entry, after);
    return count > 0 && count > countOf(entry, before);
  });
}

function compiled([, expression = "", flags = ""]: readonly string[]): RE2JS {
  let bits = 0;
  if (flags.includes("i")) bits |= RE2JS.CASE_INSENSITIVE;
  if (flags.includes("m")) bits |= RE2JS.MULTILINE;
  if (flags.includes("s")) bits |= RE2JS.DOTALL;
  return RE2JS.compile(expression, bits);
}

function countOfText(entry: string, text: string): number {
  const [isWordStart, isWordEnd] = [WORD_AT_START.test(entry), WORD_AT_END.test(entry)];
  let count = 0;
  for (let at = text.indexOf(entry); at >= 0 && count < COUNTED_MAX; at = text.indexOf(entry, at + 1)) {
    const behind = at + entry.length;
    if (isWordStart && WORD_AT_END.test(text.slice(Math.max(0, at - 2), at))) continue;
    if (isWordEnd && WORD_AT_START.test(text.slice(behind, behind + 2))) continue;
    count++;
  }
  return count;
}

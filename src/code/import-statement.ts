// Where a statement that imports ends in a text, for what knows only the line on which it begins.

import { lineMask } from "./code-mask.ts";
import type { Language } from "./languages.ts";

/** No statement is longer, in code units. */
const LENGTH_MAX = 20_000;
/** Languages whose statements end with a semicolon and not with a line. */
const BY_SEMICOLON: ReadonlySet<Language> = new Set(["cpp", "csharp", "dart", "java", "php", "rust", "zig"]);
/** Languages whose imports name their module in quotes, wherever lines break. */
const QUOTED: ReadonlySet<Language> = new Set(["javascript", "svelte", "tsx", "typescript", "vue"]);
/** What a line ends with whose statement goes on. */
const GOES_ON = /[,=.\\]\s*$/;

/**
 * The offset behind the statement that begins on the line at `start`: behind its semicolon, or at the end of the first
 * line on which all brackets are closed and that nothing continues. `isOfModule`: the statement names a module.
 * Offsets are in code units.
 */
export function importEnd(text: string, start: number, language: Language, isOfModule: boolean): number {
  const mask = lineMask(language);
  const last = Math.min(text.length, start + LENGTH_MAX);
  let isNamed = !isOfModule || !QUOTED.has(language);
  let depth = 0;
  for (let at = start; at < last; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const line = mask(text.slice(at, end));
    const semicolon = line.indexOf(";");
    if (semicolon >= 0) return at + semicolon + 1;
    depth += line.match(/[([{]/g)?.length ?? 0;
    depth -= line.match(/[)\]}]/g)?.length ?? 0;
    isNamed ||= /["']/.test(line) || text.slice(at, end).includes("`");
    if (depth <= 0 && isNamed && !BY_SEMICOLON.has(language) && !GOES_ON.test(line)) return end;
    at = end + 1;
  }
  return last;
}

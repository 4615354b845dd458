// The lines of a text that hold no uses: imports, and comments alone. Language servers count names in them, callers do
// not.

import type { Language } from "../../src/code/languages.ts";

const SCRIPT =
  /^[ \t]*(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\*(?:\s*as\s+[\w$]+)?\s*|\{[^}]*\}\s*)?from\s*["'][^"']*["']/gm;
const IMPORTS: Partial<Record<Language, RegExp>> = {
  typescript: SCRIPT,
  tsx: SCRIPT,
  javascript: SCRIPT,
  python: /^[ \t]*(?:from\s+[\w.]+\s+import\s*(?:\([^)]*\)|(?:[^\n\\]|\\\n)*)|import\s[^\n]*)/gm,
  rust: /^[ \t]*(?:pub(?:\([^)]*\))?\s+)?use\s[^;]*;/gm,
  java: /^import\s[^;]*;/gm,
};
/** Python has lists of what a module exports, too. */
const COMMENT: Partial<Record<Language, RegExp>> = { python: /^\s*(?:#|(["'])\w+\1,?\s*$)/ };
const COMMENT_ELSEWHERE = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$))/;

/** The numbers of those lines, from 1. */
export function unusedLines(text: string, language: Language): Set<number> {
  const lines = new Set<number>();
  const comment = COMMENT[language] ?? COMMENT_ELSEWHERE;
  for (const [at, line] of text.split("\n").entries()) if (comment.test(line)) lines.add(at + 1);
  const imports = IMPORTS[language];
  if (imports === undefined) return lines;
  for (const found of text.matchAll(imports)) {
    const first = text.slice(0, found.index).split("\n").length;
    const count = found[0].split("\n").length;
    for (let line = first; line < first + count; line++) lines.add(line);
  }
  return lines;
}

// Where the scan of lines and the parser say that a definition ends: a chunk ends where the scan says. Files that the
// parser does not understand whole are left out.

import type { Language } from "../../src/code/languages.ts";
import { scanLines } from "../../src/code/light-scanner.ts";
import { FileParser } from "../../src/code/parse/file-parser.ts";
import type { SymbolKind } from "../../src/code/symbol-scanner.ts";

/** Definitions that the parser finds, how many the scan finds on the same line, and how many of those end on the same. */
export interface ExtentSums {
  defined: number;
  found: number;
  ended: number;
}

/** Definitions with a body. */
const BODIED: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "class",
  "enum",
  "function",
  "interface",
  "method",
  "struct",
  "trait",
]);
/** Longer texts take the parser too long, in code units. */
const TEXT_MAX = 200_000;

/** Compares both, text by text. */
export class Extents {
  readonly #parsers = new Map<Language, FileParser>();

  /** The sums of a text; null where the parser does not read it. */
  async of(text: string, language: Language, lines: number): Promise<ExtentSums | null> {
    if (text.length > TEXT_MAX) return null;
    const parser = this.#parsers.get(language) ?? (await FileParser.load([language]));
    this.#parsers.set(language, parser);
    const parsed = parser.parseFile(text, language);
    if (parsed === null || parsed.brokenLines > 0) return null;
    const ends = new Map(scanLines(text, language, lines).symbols.map((each) => [`${each.line} ${each.name}`, each]));
    const sums: ExtentSums = { defined: 0, found: 0, ended: 0 };
    for (const { kind, line, name, endLine } of parsed.symbols) {
      if (!BODIED.has(kind)) continue;
      sums.defined++;
      const scanned = ends.get(`${line} ${name}`);
      if (scanned === undefined) continue;
      sums.found++;
      if (scanned.endLine === endLine) sums.ended++;
    }
    return sums;
  }
}

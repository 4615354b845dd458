// The symbols of code for notes that cite them. The parser is loaded when the first symbol is asked for.

import { type Language, languageOfText } from "../../code/languages.ts";
import type { CodeTrees } from "../../code/store/code-trees.ts";
import { type CodeSymbol, qualifiedName } from "../../code/symbol-scanner.ts";
import type { SymbolLines, SymbolReader, SymbolTree } from "../../notes/sources/symbol-reader.ts";

/** So many symbols of files are remembered. */
const REMEMBERED_MAX = 50_000;

export class CitedSymbols implements SymbolReader {
  readonly #trees: Pick<CodeTrees, "open">;
  /** By language and content, those used last at the end. */
  readonly #remembered = new Map<string, readonly SymbolLines[]>();
  #count = 0;

  constructor(trees: Pick<CodeTrees, "open">) {
    this.#trees = trees;
  }

  async symbolsOf(path: string, text: string): Promise<readonly SymbolLines[] | null> {
    const language = languageOfText(path, text);
    if (language === null) return null;
    const key = `${language} ${text.length} ${Bun.hash.xxHash3(text)}`;
    const found = this.#remembered.get(key) ?? (await symbolsIn(text, language));
    this.#remember(key, found);
    return found;
  }

  async quickSymbolsOf(path: string, text: string): Promise<readonly SymbolLines[] | null> {
    const language = languageOfText(path, text);
    return language === null ? null : linesOf(await scannedSymbols(text, language));
  }

  async treeAt(root: string): Promise<SymbolTree | null> {
    try {
      const tree = this.#trees.open(root, false);
      const first = tree.root === root ? await tree.source.glance() : null;
      if (first === null || first.live.count === 0) return null;
      const { filesDefining } = await import("../../code/search/symbol-files.ts");
      let view = first;
      let hasCommits = false;
      return {
        async nameNow(path) {
          // A glance reads no commits. Where all files are in, a whole view reads only those.
          if (view.nameNow(path) === null && view.pending === 0 && !hasCommits) {
            view = await tree.source.view().catch(() => view);
            hasCommits = true;
          }
          return view.nameNow(path);
        },
        get hasCommits() {
          return hasCommits && view !== first;
        },
        filesDefining: (name) => filesDefining(view.generations, name),
      };
    } catch {
      return null;
    }
  }

  #remember(key: string, symbols: readonly SymbolLines[]): void {
    if (this.#remembered.delete(key)) this.#count -= symbols.length + 1;
    this.#remembered.set(key, symbols);
    this.#count += symbols.length + 1;
    for (const [oldest, { length }] of this.#remembered) {
      if (this.#count <= REMEMBERED_MAX) break;
      this.#remembered.delete(oldest);
      this.#count -= length + 1;
    }
  }
}

async function symbolsIn(text: string, language: Language): Promise<SymbolLines[]> {
  return linesOf((await parsedSymbols(text, language)) ?? (await scannedSymbols(text, language)));
}

function linesOf(symbols: readonly CodeSymbol[]): SymbolLines[] {
  return symbols.map((symbol) => ({
    name: qualifiedName(symbol),
    first: symbol.line,
    last: Math.max(symbol.line, symbol.endLine),
  }));
}

async function parsedSymbols(text: string, language: Language): Promise<readonly CodeSymbol[] | null> {
  try {
    const { parserOf } = await import("../../code/store/parse-files.ts");
    return (await parserOf(language)).parseFile(text, language)?.symbols ?? null;
  } catch {
    return null;
  }
}

/** What the scanner by lines says, where a text cannot be parsed. */
async function scannedSymbols(text: string, language: Language): Promise<readonly CodeSymbol[]> {
  const { scanLines } = await import("../../code/light-scanner.ts");
  return scanLines(text, language, Number.POSITIVE_INFINITY).symbols;
}

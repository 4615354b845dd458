// The scanner with a parser. It finds symbols in the syntax tree of a text, and tells identifiers from words in
// comments and strings.
//
// Invariants:
// - Broken code is read as far as possible, and the lines that could not be understood are counted.
// - The caller that asked for a tree frees it (`free`), because the runtime does not collect the parser's memory.
// - A text that takes more than STEPS_MAX steps is given up, since a text can be made to slow the parser down. The
//   caller then uses the line scanner. Steps are counted and not the time, so a busy machine reads the same.
//
// Left to others: grammars (grammars.ts), what defines a symbol (definition-queries.ts), what is read of a definition
// (tree-definitions.ts), nesting (nesting.ts).

import type { Parser, Tree } from "web-tree-sitter";
import { hasEmbeddedCode } from "./embedded-script.ts";
import { type LoadedGrammar, loadGrammar, loadParser } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type FoundDefinition, nestSymbols } from "./nesting.ts";
import { parserText } from "./parser-text.ts";
import type { SymbolScanner, SymbolTable } from "./symbol-scanner.ts";
import { brokenLinesOf, definitionOf } from "./tree-definitions.ts";

/**
 * The most steps to parse one text, and also the most steps to find definitions in it. A step is a hundred operations
 * of the parser. Code takes at most some 25 steps for a thousand characters, usually 7; 20,000 take about a second.
 */
export const STEPS_MAX = 20_000;

/** Types of nodes that are names, in all grammars. */
const IDENTIFIER = /identifier(?:_pattern)?$|^(?:constant|name|word|variable_name|preproc_arg|instance_variable)$/;

/** A parsed text; the caller frees it. */
export interface CodeTree {
  symbols(): SymbolTable;
  /** Whether the word at `start` is a name: not part of a comment, a string or a longer name. */
  isIdentifier(start: number, end: number): boolean;
  free(): void;
}

/** Scans texts of the languages that were loaded. */
export class TreeScanner implements SymbolScanner {
  readonly #parser: Parser;
  readonly #grammars: ReadonlyMap<Language, LoadedGrammar>;

  private constructor(parser: Parser, grammars: ReadonlyMap<Language, LoadedGrammar>) {
    this.#parser = parser;
    this.#grammars = grammars;
  }

  /** A scanner for the given languages. Throws when the parser or a grammar cannot be loaded. */
  static async load(languages: Iterable<Language>): Promise<TreeScanner> {
    const grammars = new Map<Language, LoadedGrammar>();
    for (const language of languages) grammars.set(language, await loadGrammar(language));
    return new TreeScanner(await loadParser(), grammars);
  }

  /** The symbols of a text. Throws an Error when it takes too long, or the language was not loaded. */
  scan(text: string, language: Language): SymbolTable {
    const tree = this.tree(text, language);
    try {
      return tree.symbols();
    } finally {
      tree.free();
    }
  }

  /** Parses a text. It is given up, too, when `isLate`. Throws like `scan`. */
  tree(text: string, language: Language, isLate: () => boolean = () => false): CodeTree {
    const grammar = this.#grammars.get(language);
    if (grammar === undefined) throw new Error(`no grammar is loaded for ${language}`);
    const code = parserText(text, language);
    const tree = this.#parse(code, grammar, isLate);
    return {
      symbols: () => symbolsOf(tree, grammar, { text: hasEmbeddedCode(language) ? code : text, language, isLate }),
      isIdentifier: (start, end) => isIdentifier(tree, start, end),
      free: () => tree.delete(),
    };
  }

  #parse(text: string, { grammar }: LoadedGrammar, isLate: () => boolean): Tree {
    this.#parser.setLanguage(grammar);
    let steps = 0;
    const tree = this.#parser.parse(text, null, { progressCallback: () => ++steps > STEPS_MAX || isLate() });
    if (tree === null) {
      this.#parser.reset();
      throw new Error("it takes too long to parse");
    }
    return tree;
  }
}

function isIdentifier(tree: Tree, start: number, end: number): boolean {
  const node = tree.rootNode.namedDescendantForIndex(start, end);
  if (node === null || !IDENTIFIER.test(node.type)) return false;
  // The text of a macro is not parsed further.
  if (node.type === "preproc_arg") return true;
  // Some names include the sign in front: #entries, @path.
  return node.endIndex === end && (node.startIndex === start || node.startIndex === start - 1);
}

/** A text that is read. */
interface Reading {
  readonly text: string;
  readonly language: Language;
  readonly isLate: () => boolean;
}

function symbolsOf(tree: Tree, { definitions }: LoadedGrammar, { text, language, isLate }: Reading): SymbolTable {
  const found: FoundDefinition[] = [];
  let steps = 0;
  let isCut = false;
  const progressCallback = () => {
    isCut = ++steps > STEPS_MAX || isLate();
    return isCut;
  };
  const matches = definitions.matches(tree.rootNode, { progressCallback });
  if (isCut) throw new Error("it takes too long to find definitions");
  for (const match of matches) {
    const definition = definitionOf(match, text);
    if (definition !== null) found.push(definition);
  }
  return { symbols: nestSymbols(found, language, text), brokenLines: brokenLinesOf(tree), isLight: false };
}

// The scanner with a parser. It finds symbols in the syntax tree of a text, and tells identifiers from words in
// comments and strings.
//
// Invariants:
// - Broken code is read as far as possible, and the lines that could not be understood are counted.
// - The caller that asked for a tree frees it (`free`), because the runtime does not collect the parser's memory.
// - A text that takes more than STEPS_MAX steps is given up, since a text can be made to slow the parser down. The
//   caller then uses the line scanner. Steps are counted and not the time, so a busy machine reads the same.
//
// Left to others: grammars (grammars.ts), what defines a symbol (definition-queries.ts), nesting (nesting.ts).

import type { Node, Parser, QueryMatch, Tree } from "web-tree-sitter";
import { cleanText } from "../engine/text/clean.ts";
import { type LoadedGrammar, loadGrammar, loadParser } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type FoundDefinition, nestSymbols } from "./nesting.ts";
import { KEPT_LENGTH_MAX } from "./shown-code.ts";
import type { SymbolScanner, SymbolTable } from "./symbol-scanner.ts";

/**
 * The most steps to parse one text, and also the most steps to find definitions in it. A step is a hundred operations
 * of the parser. Code takes at most some 25 steps for a thousand characters, usually 7; 20,000 take about a second.
 */
const STEPS_MAX = 20_000;
/** How much source a signature may take before it is shortened, in code units. */
const SIGNATURE_SOURCE_MAX = 2000;
/** How much of a type's name is looked at, in code units. */
const TYPE_LENGTH_MAX = 160;
const HEADER_LENGTH_MAX = 1000;
const NAME_LENGTH_MAX = 200;
const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/;

/** Types of nodes that are names, in all grammars. */
const IDENTIFIER = /identifier(?:_pattern)?$|^(?:constant|name|word|variable_name|preproc_arg|instance_variable)$/;
const BODY = /^(?:block|.*_body|.*declaration_list|statement_block|compound_statement)$/;

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
    const tree = this.#parse(text, grammar, isLate);
    return {
      symbols: () => symbolsOf(tree, grammar, { text, language, isLate }),
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
  const broken = new Set<number>();
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
  if (tree.rootNode.hasError) noteBroken(tree.rootNode, broken);
  return { symbols: nestSymbols(found, language, text), brokenLines: broken.size, isLight: false };
}

/** How many nodes are searched for broken parts: enough for the upper part of any tree. */
const BROKEN_NODES_MAX = 20_000;

/** The lines of parts that could not be understood. */
function noteBroken(root: Node, lines: Set<number>): void {
  const waiting: Node[] = [root];
  for (let count = 0; waiting.length > 0 && count < BROKEN_NODES_MAX; count++) {
    const node = waiting.pop()!;
    if (node.isError) {
      for (let line = node.startPosition.row; line <= node.endPosition.row; line++) lines.add(line);
    } else if (node.hasError) waiting.push(...node.children);
  }
}

function definitionOf({ captures }: QueryMatch, text: string): FoundDefinition | null {
  let kind: string | null = null;
  let node: Node | null = null;
  let nameNode: Node | null = null;
  let receiver: string | null = null;
  for (const capture of captures) {
    if (capture.name === "name") nameNode = capture.node;
    else if (capture.name === "receiver") receiver = bareType(capture.node.text);
    else if (!capture.name.startsWith("modifier")) {
      kind = capture.name;
      node = capture.node;
    }
  }
  if (kind === "anonymous" && node !== null) nameNode = node;
  if (kind === null || node === null || nameNode === null) return null;
  // The variable of a loop is no symbol, even at the top.
  if (kind === "variable" && node.parent?.parent?.type.startsWith("for_")) return null;
  const { name, offset, qualifier } =
    kind === "anonymous" ? { name: kind, offset: node.startIndex, qualifier: null } : splitName(kind, nameNode);
  // A computed name may be any code. If it takes more than one line, or is too long, it is not taken for a name.
  if (name === "" || name.length > NAME_LENGTH_MAX || CONTROL.test(name)) return null;
  const lineStart = text.lastIndexOf("\n", node.startIndex - 1) + 1;
  return {
    kind: kind as FoundDefinition["kind"],
    name,
    nameOffset: offset,
    start: node.startIndex,
    end: node.endIndex,
    line: nameNode.startPosition.row + 1,
    endLine: node.endPosition.row + 1,
    signature: signatureOf(node, text, lineStart, offset),
    header: text.slice(Math.max(lineStart, offset - HEADER_LENGTH_MAX), kind === "scope" ? bodyStart(node) : offset),
    receiver: receiver ?? qualifier,
  };
}

/** The name itself: `add` of `Registry::add`, `Cache` of `Cache<T>`. */
function splitName(kind: string, node: Node): { name: string; offset: number; qualifier: string | null } {
  const { text, startIndex } = node;
  if (kind === "scope" || kind === "extension") return { name: bareType(text), offset: startIndex, qualifier: null };
  // Ruby's `:size` names the method. The name of C++'s `operator bool() const` is the text before its parameters.
  if (node.type === "simple_symbol") return { name: text.slice(1), offset: startIndex + 1, qualifier: null };
  if (node.type === "operator_cast") return { name: castName(text), offset: startIndex, qualifier: null };
  if (node.type !== "qualified_identifier") return { name: text, offset: startIndex, qualifier: null };
  const at = text.lastIndexOf("::");
  const qualifier = text
    .slice(0, at)
    .split("::")
    .map(bareType)
    .filter((part) => part !== "");
  return { name: text.slice(at + 2), offset: startIndex + at + 2, qualifier: qualifier.join(".") || null };
}

/** `operator bool` of `operator bool() const`. */
function castName(text: string): string {
  const at = text.indexOf("(");
  return (at < 0 ? text : text.slice(0, at)).trim();
}

/** `Cache` of `*Cache[K]`, `&mut Cache<T>` or `cache::Cache<T>`. */
function bareType(text: string): string {
  const plain = text.slice(0, TYPE_LENGTH_MAX).replace(/[<[(].*$/s, "");
  return /[\p{L}_][\p{L}\p{N}_]*(?=\W*$)/u.exec(plain)?.[0] ?? "";
}

/** The position where the body of a definition begins; the definition's end when it has no body. */
function bodyStart(node: Node): number {
  const value = node.childForFieldName("value");
  const body =
    node.childForFieldName("body") ??
    value?.childForFieldName("body") ??
    node.namedChildren.find((child) => BODY.test(child.type)) ??
    null;
  return body === null ? node.endIndex : body.startIndex;
}

function signatureOf(node: Node, text: string, lineStart: number, nameOffset: number): string {
  const before = text.slice(lineStart, node.startIndex);
  const start = /^[\w\s]*$/.test(before) ? lineStart : node.startIndex;
  const body = bodyStart(node);
  // C puts the name of a type behind the type's body.
  if (nameOffset > body) return oneLine(`${text.slice(start, body)} {…} ${text.slice(nameOffset, node.endIndex)}`);
  const source = text.slice(start, Math.min(body, start + SIGNATURE_SOURCE_MAX));
  // Without a body the rest is a value, of which the first line is enough.
  return oneLine(body === node.endIndex ? source.split("\n", 1)[0]! : source);
}

/** A declaration in one line, without comments and without the sign that opens its body. */
export function oneLine(source: string): string {
  return cleanText(source)
    .text.replace(/(^|\s)(?:\/\/|#\s)[^\n]*/g, "$1")
    .replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, " ")
    .replace(/\s+/g, " ")
    .replace(/\( /g, "(")
    .replace(/,? \)/g, ")")
    .trim()
    .replace(/\s*(?:[{:=;,]|=>)+$/, "")
    .slice(0, KEPT_LENGTH_MAX);
}

// Parses one text into what it defines, what it refers to and what it imports. Pure: no files, no store.
//
// Invariants:
// - A text that would take too long is given up, like in the scanner with a parser; so is one that cannot be parsed.
// - Trees are freed.
//
// Left to others: queries and rules (languages/), what captures mean (captures.ts), types of receivers
// (type-reader.ts), which symbol of the tree a reference means.

import { type Language as Grammar, type Parser, Query, type Tree } from "web-tree-sitter";
import { definitionQuery } from "../definition-queries.ts";
import { hasEmbeddedCode } from "../embedded-script.ts";
import { loadGrammar, loadParser, parserRuntime } from "../grammars.ts";
import { hasParser, type Language, type ParsedLanguage } from "../languages.ts";
import { LineIndex } from "../line-index.ts";
import { nestRegions } from "../nesting.ts";
import { isParsable, PARSED_BYTES_MAX, PARSED_MS_MAX, STEPS_MAX } from "../parse-bounds.ts";
import { parserText } from "../parser-text.ts";
import { visitMatches } from "../query-run.ts";
import { brokenLinesOf } from "../tree-definitions.ts";
import { type Findings, type FoundStatement, noFindings, takeMatch } from "./captures.ts";
import { parseRules } from "./languages/all.ts";
import type { ParseRules } from "./languages/parse-rules.ts";
import type { ParsedFile } from "./parsed-file.ts";
import { readReferences } from "./references.ts";

/** A language that is ready: one query for everything, whose patterns from `firstUse` on find uses. */
interface Loaded {
  readonly grammar: Grammar;
  readonly query: Query;
  readonly firstUse: number;
  readonly rules: ParseRules;
}

/** Parses texts of the languages that were loaded. */
export class FileParser {
  readonly #parser: Parser;
  readonly #loaded: ReadonlyMap<Language, Loaded>;

  private constructor(parser: Parser, loaded: ReadonlyMap<Language, Loaded>) {
    this.#parser = parser;
    this.#loaded = loaded;
  }

  /** A parser for those of the given languages that have one. Throws when the runtime of the parser or a grammar cannot be loaded. */
  static async load(languages: Iterable<Language>): Promise<FileParser> {
    const loaded = new Map<Language, Loaded>();
    for (const language of languages) {
      if (!hasParser(language)) continue;
      const grammar = await loadGrammar(language);
      loaded.set(language, loadQuery(grammar, language));
    }
    return new FileParser(await loadParser(), loaded);
  }

  /**
   * What a text says; null when it cannot be parsed in time, or there is no parser for the language. Throws an Error when
   * the language was not loaded.
   */
  parseFile(text: string, language: Language): ParsedFile | null {
    if (!hasParser(language)) return null;
    const loaded = this.#loaded.get(language);
    if (loaded === undefined) throw new Error(`no grammar is loaded for ${language}`);
    if (!isParsable(text)) return null;
    try {
      return this.#parse(text, language, loaded);
    } catch (error) {
      // The parser aborts when its memory is full.
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#parser.reset();
      return null;
    }
  }

  #parse(text: string, language: Language, loaded: Loaded): ParsedFile | null {
    const code = parserText(text, language);
    this.#parser.setLanguage(loaded.grammar);
    const tree = this.#parser.parse(code, null, { progressCallback: limitOfParsing() });
    if (tree === null) {
      this.#parser.reset();
      return null;
    }
    try {
      return read(tree, loaded, language, hasEmbeddedCode(language) ? code : text);
    } finally {
      tree.delete();
    }
  }
}

/** Whether parsing one text has taken too many steps, too much time of the processor or too much memory; asked at each step. */
function limitOfParsing(): () => boolean {
  const bytesMax = heapBytes() + PARSED_BYTES_MAX;
  const begin = performance.now();
  const spent = threadMs();
  let steps = 0;
  // A thread that had to wait has not worked: the time of the clock only says when it is worth looking.
  const isSlow = () => performance.now() - begin > PARSED_MS_MAX && threadMs() - spent > PARSED_MS_MAX;
  return () => ++steps > STEPS_MAX || isSlow() || heapBytes() > bytesMax;
}

function heapBytes(): number {
  return parserRuntime().HEAP32.buffer.byteLength;
}

/** The processor time of this thread, in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function loadQuery(grammar: Grammar, language: ParsedLanguage): Loaded {
  const rules = parseRules(language);
  const definitions = `${definitionQuery(language)}\n`;
  const query = new Query(grammar, definitions + rules.query);
  let firstUse = 0;
  while (firstUse < query.patternCount() && query.startIndexForPattern(firstUse) < definitions.length) firstUse++;
  return { grammar, query, firstUse, rules };
}

function read(tree: Tree, loaded: Loaded, language: Language, text: string): ParsedFile | null {
  const findings = boundedFindings(tree, loaded, text);
  if (findings === null) return null;
  const { rules } = loaded;
  const { symbols, regions } = nestRegions(findings.definitions, language, text);
  const lines = new LineIndex(text);
  const imports = outermost(findings.statements).flatMap(({ start, source }) =>
    rules.imports(source).map((found) => ({ line: lines.lineAt(start), ...found })),
  );
  const { references, types } = readReferences(findings, { symbols, regions, imports, rules, text, lines });
  const extents = new Map(regions.map((region) => [region.symbol, region]));
  return {
    symbols: symbols.map((symbol, index) => {
      const { start, end } = extents.get(index)!;
      return { ...symbol, column: lines.columnAt(symbol.nameOffset), start, end };
    }),
    references,
    imports,
    types,
    brokenLines: brokenLinesOf(tree),
  };
}

/** Those that stand in no statement that imports, in order. */
function outermost(statements: readonly FoundStatement[]): FoundStatement[] {
  let end = 0;
  return [...statements]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((statement) => {
      const isInner = statement.end <= end;
      if (!statement.isExport) end = Math.max(end, statement.end);
      return !isInner;
    });
}

/** What all matches say; null when there are too many steps to them. */
function boundedFindings(tree: Tree, { query, firstUse }: Loaded, text: string): Findings | null {
  let steps = 0;
  const findings = noFindings();
  const isWhole = visitMatches(
    tree,
    query,
    () => ++steps > STEPS_MAX,
    (match) => takeMatch(match, firstUse, text, findings),
  );
  return isWhole ? findings : null;
}

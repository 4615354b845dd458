// Symbols and identifiers of texts: with the parser where it can, line by line where it can not. Symbol tables are kept
// for the life of the process, since the same files are asked about again and again.

import { lineMask } from "./code-mask.ts";
import type { CodeText } from "./code-tree.ts";
import { countLines } from "./code-tree.ts";
import type { Language } from "./languages.ts";
import { lightScanner } from "./light-scanner.ts";
import { isParsable } from "./parse-bounds.ts";
import type { Survey } from "./survey.ts";
import type { SymbolTable } from "./symbol-scanner.ts";
import { type CodeTree, TreeScanner } from "./tree-scanner.ts";

/** How many tables are kept, and the longest that is, in symbols. */
const TABLES_MAX = 2000;
const TABLE_LENGTH_MAX = 500;

/** By path and content: a file that was changed has another key. */
const tables = new Map<string, SymbolTable>();

/** The scanners that were loaded, by language; null where loading failed. */
const scanners = new Map<Language, TreeScanner | null>();

/** The symbols of a text. */
export async function readSymbols(file: CodeText, survey: Survey): Promise<SymbolTable> {
  const key = `${file.language}:${file.path}:${Bun.hash(file.text)}`;
  const known = tables.get(key);
  if (known !== undefined) {
    note(file, known, survey);
    return known;
  }
  const code = await openCode(file);
  try {
    const table = code.symbols();
    note(file, table, survey);
    if (table.symbols.length <= TABLE_LENGTH_MAX) keep(key, table);
    return table;
  } finally {
    code.free();
  }
}

/** A text with its symbols and identifiers; to be freed. What is to be said of it is noted in the survey. */
export async function readCodeTree(file: CodeText, survey: Survey): Promise<CodeTree & { table: SymbolTable }> {
  const code = await openCode(file);
  const table = code.symbols();
  note(file, table, survey);
  return { ...code, table };
}

function keep(key: string, table: SymbolTable): void {
  if (tables.size >= TABLES_MAX) tables.delete(tables.keys().next().value!);
  tables.set(key, table);
}

function note({ path, text }: CodeText, table: SymbolTable, survey: Survey): void {
  if (table.brokenLines > 0) survey.noteBroken(path, table.brokenLines, countLines(text));
  if (table.isLight) survey.noteLight(path);
}

async function openCode(file: CodeText): Promise<CodeTree> {
  if (!isParsable(file.text)) return lightTree(file);
  try {
    const scanner = await scannerOf(file.language);
    if (scanner !== null) {
      return withSymbols(scanner.tree(file.text, file.language));
    }
  } catch {
    // A text that takes too long, or memory that is used up: the lines are still there.
  }
  return lightTree(file);
}

/** Reads the symbols at once, so that what fails then leads to the other scanner too. */
function withSymbols(tree: CodeTree): CodeTree {
  try {
    const table = tree.symbols();
    return { ...tree, symbols: () => table };
  } catch (error) {
    tree.free();
    throw error;
  }
}

async function scannerOf(language: Language): Promise<TreeScanner | null> {
  let scanner = scanners.get(language);
  if (scanner === undefined) {
    scanner = await TreeScanner.load([language]).catch(() => null);
    scanners.set(language, scanner);
  }
  return scanner;
}

/** What the line scanner knows: words outside of comments and strings pass for identifiers. */
function lightTree({ text, language }: CodeText): CodeTree {
  const mask = lineMask(language);
  let masked: string | null = null;
  return {
    symbols: () => lightScanner.scan(text, language),
    isIdentifier: (start) => {
      masked ??= text.split("\n").map(mask).join("\n");
      return masked[start] !== " ";
    },
    free: () => undefined,
  };
}

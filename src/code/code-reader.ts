// Reads symbols and identifiers of texts: with the parser where it can, line by line otherwise. Symbol tables are kept
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

/** How many tables are kept, and the length of the longest table that is kept, in symbols. */
const TABLES_MAX = 2000;
const TABLE_LENGTH_MAX = 500;

/** Tables by path and content: a changed file has another key. */
const tables = new Map<string, SymbolTable>();

/** The scanners by language, once they were loaded; null where loading failed. */
const scanners = new Map<Language, TreeScanner | null>();

/** The symbols of a text. Throws LIMIT when the survey's time is up. */
export async function readSymbols(file: CodeText, survey: Survey): Promise<SymbolTable> {
  const key = `${file.language}:${file.path}:${Bun.hash(file.text)}`;
  const known = tables.get(key);
  if (known !== undefined) {
    note(file, known, survey);
    return known;
  }
  const code = await openCode(file, survey);
  try {
    const table = code.symbols();
    note(file, table, survey);
    if (table.symbols.length <= TABLE_LENGTH_MAX) keep(key, table);
    return table;
  } finally {
    code.free();
  }
}

/**
 * Opens a text with its symbols and identifiers; the caller frees it. The survey notes what could not be understood.
 * Throws LIMIT when its time is up.
 */
export async function readCodeTree(file: CodeText, survey: Survey): Promise<CodeTree & { table: SymbolTable }> {
  const code = await openCode(file, survey);
  const table = code.symbols();
  note(file, table, survey);
  return { ...code, table };
}

function keep(key: string, table: SymbolTable): void {
  if (tables.size >= TABLES_MAX) tables.delete(tables.keys().next().value!);
  tables.set(key, table);
}

function note({ path, text }: CodeText, table: SymbolTable, survey: Survey): void {
  survey.noteParsed(text.length);
  if (table.brokenLines > 0) survey.noteBroken(path, table.brokenLines, countLines(text));
  if (table.isLight) survey.noteLight(path);
}

async function openCode(file: CodeText, survey: Survey): Promise<CodeTree> {
  if (!isParsable(file.text)) return lightTree(file);
  try {
    const scanner = await scannerOf(file.language);
    if (scanner !== null) {
      return withSymbols(scanner.tree(file.text, file.language, () => survey.isLate()));
    }
  } catch {
    // The text takes too many steps or memory is used up; the line scanner can still read it.
    survey.checkTime();
  }
  return lightTree(file);
}

/** Reads the symbols at once, so that an error in that also leads to the line scanner. */
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

/** The text as the line scanner reads it: every word outside of comments and strings counts as an identifier. */
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

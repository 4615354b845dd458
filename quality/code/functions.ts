// The functions of source files by the parser, which says what a changed function is, and which one a range of lines
// shows.

import type { Language } from "../../src/code/languages.ts";
import { languageOfText } from "../../src/code/languages.ts";
import { scanLines } from "../../src/code/light-scanner.ts";
import { FileParser } from "../../src/code/parse/file-parser.ts";
import { qualifiedName } from "../../src/code/symbol-scanner.ts";

/** A function in a file. Lines count from 1, both ends belong to it. */
export interface CodeFunction {
  /** Its full name; overloads share one. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly signature: string;
}

/** Reads functions. Grammars are loaded when they are first needed. */
export class FunctionReader {
  readonly #parsers = new Map<Language, FileParser>();

  /** The functions and methods of a text in order; none for texts that are no code. */
  async read(path: string, text: string): Promise<CodeFunction[]> {
    const language = languageOfText(path, text);
    if (language === null) return [];
    let parser = this.#parsers.get(language);
    if (parser === undefined) {
      parser = await FileParser.load([language]);
      this.#parsers.set(language, parser);
    }
    // A text that takes the parser too long is read line by line.
    const { symbols } = parser.parseFile(text, language) ?? scanLines(text, language);
    return symbols
      .filter(({ kind }) => kind === "function" || kind === "method")
      .map((symbol) => ({
        name: qualifiedName(symbol),
        from: symbol.line,
        to: Math.max(symbol.line, symbol.endLine),
        signature: symbol.signature,
      }));
  }
}

/** The innermost function around a line; null where there is none. */
export function functionAt(functions: readonly CodeFunction[], line: number): CodeFunction | null {
  return functionAround(functions, line, line);
}

/** The innermost function that holds both lines. */
export function functionAround(functions: readonly CodeFunction[], from: number, to: number): CodeFunction | null {
  let found: CodeFunction | null = null;
  for (const each of functions) {
    const isInner = found === null || each.from > found.from || (each.from === found.from && each.to < found.to);
    if (each.from <= from && to <= each.to && isInner) found = each;
  }
  return found;
}

/** What a range of lines shows: functions declared in it that lie in no other of them, each with those in it. */
export interface ShownFunction extends CodeFunction {
  readonly inner: readonly CodeFunction[];
}

/** The functions that lines `from` to `to` show: those declared there, else the one that the lines are a part of. */
export function functionsShown(functions: readonly CodeFunction[], from: number, to: number): ShownFunction[] {
  const shown: (CodeFunction & { inner: CodeFunction[] })[] = [];
  for (const each of functions) {
    if (each.from < from || each.from > to) continue;
    const last = shown.at(-1);
    if (last !== undefined && each.from <= last.to && each.to <= last.to) last.inner.push(each);
    else shown.push({ ...each, inner: [] });
  }
  if (shown.length > 0) return shown;
  const around = functionAt(functions, from);
  return around === null ? [] : [{ ...around, inner: [] }];
}

// A file as answers show it: read when the answer is made, and shown only if it is as the index has it.

import { linesOf } from "../../code/index/code-document.ts";
import { type Language, languageOfText } from "../../code/languages.ts";
import { declarationOn, scanLines } from "../../code/light-scanner.ts";
import { decodeParsed } from "../../code/parse/parsed-codec.ts";
import type { ParsedFile } from "../../code/parse/parsed-file.ts";
import { endsWith, namesOf } from "../../code/references/file-names.ts";
import { type Mask, SIGNATURE_LENGTH_MAX } from "../../code/shown-code.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { contentHash } from "../../code/store/read-file.ts";
import type { CodeSymbol } from "../../code/symbol-scanner.ts";
import { harmlessLines, shownLine } from "./shown-lines.ts";

/** A stretch of a file, as the index has it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly symbol: string | null;
  /** The line on which the symbol is declared. */
  readonly line: number;
}

/** So many lines around what is shown are looked at for credentials of several lines; a file with keys as a whole. */
const MASK_MARGIN = 60;
const KEY_SIGN = "-----BEGIN";
/** Parameters on lines of their own are told from so many lines, and in so many code units. */
const PARAMETER_LINES_MAX = 12;
const PARAMETERS_LENGTH_MAX = 70;
/** Lines of nothing but brackets say nothing. */
const BRACKETS = /^[\s{}()[\];,]*$/;
/** Comments, and what else may stand above what a stretch is about. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!include|define)|--|"""|'''|<!--|@)/;
const PREAMBLE =
  /^\s*(?:import\b|from\s+\S+\s+import\b|package\b|use\b|using\b|#include\b|#!|require\b|"use |export \* from)|copyright|licen[sc]e|spdx|^\W*$/i;

export class ShownFile {
  readonly path: string;
  readonly language: Language | null;
  readonly #text: string;
  /** What the parser says, perhaps encoded; undefined: it has not read the file. */
  #parsed: ParsedFile | Uint8Array | null | undefined;
  #encoded: Uint8Array | null = null;
  #lines: readonly string[] | null = null;
  #scanned: readonly CodeSymbol[] | null = null;
  #merged: readonly CodeSymbol[] | null = null;
  #masked: readonly string[] | null = null;
  #name: string | null = null;
  readonly #shownLines = new Map<number, string>();
  /** By the first line of their stretch. */
  readonly #signatures = new Map<number, string>();

  constructor(path: string, text: string) {
    this.path = path;
    this.#text = text;
    this.language = languageOfText(path, text);
  }

  get lines(): readonly string[] {
    this.#lines ??= linesOf(this.#text);
    return this.#lines;
  }

  /** What the parser says; null where it gave the text up; undefined where it has not read it. */
  get parsed(): ParsedFile | null | undefined {
    if (this.#parsed instanceof Uint8Array) this.#parsed = decodeParsed(this.#parsed, this.#text)?.parsed;
    return this.#parsed;
  }

  /** Whether it was told what the parser says. */
  get hasParsed(): boolean {
    return this.#parsed !== undefined;
  }

  /** Takes what the parser says, encoded or not. */
  take(parsed: ParsedFile | Uint8Array | null): void {
    this.#parsed = parsed;
    if (parsed instanceof Uint8Array) this.#encoded = parsed;
  }

  /** Gives memory back: what the parser says is decoded again when it is asked for. */
  letGo(): void {
    if (this.#encoded !== null) this.#parsed = this.#encoded;
    this.#merged = null;
  }

  /** Its symbols by the parser, else by a scan of its lines; by both where the parser did not understand all of it. */
  get symbols(): readonly CodeSymbol[] {
    const { parsed } = this;
    if (!parsed) return this.#scannedSymbols();
    if (parsed.brokenLines === 0) return parsed.symbols;
    this.#merged ??= withMissing(parsed.symbols, this.#scannedSymbols());
    return this.#merged;
  }

  /** Those of them whose own name is this, or ends with it behind a dot. The lines are scanned only if they may add some. */
  symbolsEnding(name: string): readonly CodeSymbol[] {
    const { parsed } = this;
    const known = parsed ? namesOf(parsed).ending(name) : [];
    if (parsed?.brokenLines === 0) return known;
    const isOrdered = known.every(({ line }, at) => at === 0 || known[at - 1]!.line <= line);
    if (isOrdered && known.some((each) => each.name === name) && !this.#text.includes(`.${name}`)) return known;
    return this.symbols.filter((symbol) => endsWith(symbol.name, name));
  }

  #scannedSymbols(): readonly CodeSymbol[] {
    this.#scanned ??= this.language === null ? [] : scanLines(this.#text, this.language, this.lines.length).symbols;
    return this.#scanned;
  }

  /** Whether some of its symbols come from a scan of its lines. */
  get isScanned(): boolean {
    return this.language !== null && (!this.parsed || this.symbols.length > this.parsed.symbols.length);
  }

  get text(): string {
    return this.#text;
  }

  /** How long its text is, in code units. */
  get length(): number {
    return this.#text.length;
  }

  /** Its path, fit to be shown. */
  name(mask: Mask): string {
    this.#name ??= shownLine(this.path, mask, Number.POSITIVE_INFINITY);
    return this.#name;
  }

  /** One line, from 1, cut and without credentials; kept, since many places may be on it. */
  shownLine(line: number, mask: Mask): string {
    let shown = this.#shownLines.get(line);
    if (shown === undefined) {
      shown = shownLine(this.lines[line - 1] ?? "", mask);
      this.#shownLines.set(line, shown);
    }
    return shown;
  }

  /** Lines without credentials, from 1, both ends included. */
  shown(from: number, to: number, mask: Mask): string[] {
    if (this.#text.includes(KEY_SIGN)) {
      this.#masked ??= harmlessLines(this.lines, mask);
      return this.#masked.slice(from - 1, to);
    }
    const first = Math.max(0, from - 1 - MASK_MARGIN);
    const masked = harmlessLines(this.lines.slice(first, to + MASK_MARGIN), mask);
    return masked.slice(from - 1 - first, to - first);
  }

  /** Whether nothing stands in a stretch. */
  isBlank({ from, to }: Stretch): boolean {
    return this.lines.slice(from - 1, to).every((line) => BRACKETS.test(line));
  }

  /** One line that says what a stretch is: the declaration, or the first line that says something. */
  signature(stretch: Stretch, mask: Mask): string {
    let signature = this.#signatures.get(stretch.from);
    if (signature === undefined) {
      signature = this.#signature(stretch, mask);
      this.#signatures.set(stretch.from, signature);
    }
    return signature;
  }

  #signature(stretch: Stretch, mask: Mask): string {
    const { from, symbol } = stretch;
    const declared = this.#declared(stretch);
    if (symbol !== null && declared !== null) {
      const container = symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")));
      const within = container === "" ? "" : `  (in ${shownLine(container, mask)})`;
      return `${shownLine(declared, mask, SIGNATURE_LENGTH_MAX)}${within}`;
    }
    return this.withinSymbol(stretch, this.firstSaying(stretch) ?? from, mask);
  }

  /** A line that stands for a stretch without a declaration, with the name of the symbol that it is in. */
  withinSymbol({ symbol }: Stretch, line: number, mask: Mask): string {
    const text = this.lines[line - 1] ?? "";
    const within = symbol === null || text.includes(symbol) ? "" : `  (in ${shownLine(symbol, mask)})`;
    // A line of a key is told by those around it.
    const own = this.#text.includes(KEY_SIGN) ? (this.shown(line, line, mask)[0] ?? "") : text;
    return `${shownLine(own, mask)}${within}`;
  }

  /** The first line of a stretch that says something; null where none is but blank. */
  firstSaying({ from, to, symbol }: Stretch): number | null {
    const own = this.lines.slice(from - 1, to);
    const says = (each: string) =>
      !PREAMBLE.test(each) && (symbol === null || this.language === null || !COMMENT.test(each));
    const saying = own.findIndex(says);
    const first = saying < 0 ? own.findIndex((each) => each.trim() !== "") : saying;
    return first < 0 ? null : from + first;
  }

  /** Whether the line that a stretch names declares its symbol, and so stands for it. */
  hasDeclaration(stretch: Stretch): boolean {
    return this.#declared(stretch) !== null;
  }

  #declared({ symbol, line }: Stretch): string | null {
    return symbol === null || this.language === null ? null : this.#declaration(symbol, line, this.language);
  }

  /** A declaration whose parameters stand on lines of their own, with as many of them as fit. */
  #withParameters(declared: string, line: number, language: Language): string {
    let text = declared;
    for (let next = line + 1; next <= line + PARAMETER_LINES_MAX; next++) {
      const part = declarationOn(this.lines[next - 1] ?? "", language);
      const isEnd = part.startsWith(")");
      text += isEnd ? part : `${text.endsWith("(") ? "" : part === "" ? "" : ", "}${part}`;
      if (isEnd) return text;
      if (text.length > PARAMETERS_LENGTH_MAX) return `${text.slice(0, text.lastIndexOf(","))}, …`;
    }
    return text;
  }

  /** The declaration on a line; null where the line does not name the symbol, as in the middle of a long body. */
  #declaration(symbol: string, line: number, language: Language): string | null {
    const declared = declarationOn(this.lines[line - 1] ?? "", language);
    if (!declared.includes(symbol.slice(symbol.lastIndexOf(".") + 1))) return null;
    return declared.endsWith("(") ? this.#withParameters(declared, line, language) : declared;
  }
}

/** Symbols with those of another list whose names are not among them, in the order of lines. */
function withMissing(symbols: readonly CodeSymbol[], others: readonly CodeSymbol[]): readonly CodeSymbol[] {
  const known = new Set(symbols.map(({ name }) => name));
  const missing = others.filter(({ name }) => !known.has(name));
  return missing.length === 0 ? symbols : [...symbols, ...missing].sort((a, b) => a.line - b.line);
}

/** The files of a view, each read once. Those that turn out to be other than the view has them are named in `changed`. */
export class ShownFiles {
  readonly changed = new Set<string>();
  readonly #view: CodeView;
  readonly #files = new Map<string, ShownFile | null>();

  constructor(view: CodeView) {
    this.#view = view;
  }

  /** A file as it is now, and as the index has it; null where it changed. Of a file without text: no lines. */
  get(path: string): ShownFile | null {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = this.#read(path);
    if (file === null) this.changed.add(path);
    else if (!file.hasParsed) {
      const stored = this.#view.parsed.get(path);
      if (stored !== null) file.take(stored);
    }
    this.#files.set(path, file);
    return file;
  }

  /** Forgets a file that the answer needs no more, so that reading many takes little memory. */
  drop(path: string): void {
    this.#files.delete(path);
  }

  #read(path: string): ShownFile | null {
    const { tree, live } = this.#view;
    const stamp = live.stamp(path);
    if (stamp === null) return null;
    const kept = keptFiles(tree);
    const known = kept.get(path, stamp.content);
    if (known !== null && this.#view.isCurrent(path)) return known;
    const content = tree.read(path);
    if ("unread" in content) {
      return stamp.content === 0n && content.unread !== "gone" ? new ShownFile(path, "") : null;
    }
    if (contentHash(content.text) !== stamp.content) return null;
    const file = new ShownFile(path, content.text);
    kept.put(file, stamp.content);
    return file;
  }
}

/** So much text of files that were shown is kept for the next answers, in code units, and so many files. */
const KEPT_TEXT_MAX = 12_000_000;
const KEPT_FILES_MAX = 1000;

/** Files that were shown lately, by path; a tree has its own. Whoever takes one looks at the file on the disk first. */
class KeptFiles {
  readonly #files = new Map<string, { readonly file: ShownFile; readonly content: bigint }>();
  #length = 0;

  get(path: string, content: bigint): ShownFile | null {
    const known = this.#files.get(path);
    if (known === undefined) return null;
    this.#drop(path);
    if (known.content !== content) return null;
    this.put(known.file, content);
    return known.file;
  }

  put(file: ShownFile, content: bigint): void {
    this.#drop(file.path);
    this.#files.set(file.path, { file, content });
    this.#length += file.length;
    for (const path of this.#files.keys()) {
      if (this.#length <= KEPT_TEXT_MAX && this.#files.size <= KEPT_FILES_MAX) break;
      this.#drop(path);
    }
  }

  #drop(path: string): void {
    this.#length -= this.#files.get(path)?.file.length ?? 0;
    this.#files.delete(path);
  }
}

const keptOf = new WeakMap<object, KeptFiles>();

function keptFiles(tree: object): KeptFiles {
  let kept = keptOf.get(tree);
  if (kept === undefined) {
    kept = new KeptFiles();
    keptOf.set(tree, kept);
  }
  return kept;
}

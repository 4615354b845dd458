// Lists the symbols of a file, or of a tree file by file, as an outline.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { languageName, languageNames, languageOf } from "../../code/languages.ts";
import { type Mask, SIGNATURE_LENGTH_MAX, shownCode } from "../../code/shown-code.ts";
import { type CodeSymbol, qualifiedName } from "../../code/symbol-scanner.ts";
import { quote } from "../../engine/text/clean.ts";
import { type CodeText, readAsked } from "./asked-file.ts";
import type { OutlineData } from "./data.ts";
import { TraceNotes } from "./notes.ts";
import { TraceAnswer, type TraceRequest } from "./request.ts";
import { withCode } from "./traced-code.ts";

interface Outline {
  readonly path: string;
  readonly language: string;
  readonly lines: number;
  readonly symbols: readonly CodeSymbol[];
}

/**
 * Kinds that say little about a file. When symbols are too many, these parts of types are left out first, then symbols
 * that other files cannot use.
 */
const DETAILS: ReadonlySet<string> = new Set(["field", "member"]);

/** Lists the symbols of the folder's files. Throws NOT_FOUND when there is no code. */
export function listSymbols(request: TraceRequest): Promise<Answer> {
  return withCode(
    request,
    async ({ code }) => {
      const outlines: Outline[] = [];
      for await (const file of code.read(code.files.code)) outlines.push(outlineOf(file));
      if (outlines.length === 0) throw nothing(request, code.notes);
      return present(request, outlines, code.notes.lines());
    },
    null,
  );
}

/**
 * Lists the symbols of the file that is asked for; no other one is looked at. Throws INVALID_ARGUMENT for a file of no
 * known language, NOT_FOUND for one without a text.
 */
export async function listFileSymbols(request: TraceRequest): Promise<Answer> {
  const { target, bounds } = request;
  const notes = new TraceNotes(bounds);
  const file = await readAsked(request);
  if (file === null || ("failed" in file && languageOf(target.path) === null)) throw unknownLanguage(target.path);
  if ("failed" in file) {
    notes.noteLeftOut(file.failed);
    throw nothing(request, notes);
  }
  notes.noteRead(file.path, file, file.lines);
  return present(request, [outlineOf(file)], notes.lines());
}

function outlineOf({ path, language, lines, symbols }: CodeText): Outline {
  return { path, language: languageName(language), lines, symbols };
}

function present(request: TraceRequest, outlines: readonly Outline[], notes: readonly string[]): Answer {
  const { target, limit, dataLimit, mask } = request;
  const all = outlines.flatMap((outline) => outline.symbols);
  return {
    found: all.length > 0,
    isPaged: true,
    text() {
      const shown = choose(outlines, limit);
      const signatures = signaturesOf([...shown], mask);
      const answer = new TraceAnswer(request, { left: all.length - shown.size, what: ["symbol", "symbols"], notes });
      if (!target.isFile) {
        answer.head(
          `${target.path === "" ? "." : target.path}: ${counted(outlines.length, "file", "files")}, ${counted(all.length, "symbol", "symbols")}`,
        );
      }
      for (const { path, language, lines, symbols } of outlines) {
        const chosen = symbols.filter((symbol) => shown.has(symbol));
        if (chosen.length === 0 && !target.isFile) continue;
        answer.section(
          `${path}: ${language}, ${counted(lines, "line", "lines")}, ${counted(symbols.length, "symbol", "symbols")}`,
        );
        for (const symbol of chosen) answer.add(outlineLine(symbol, signatures.get(symbol)!));
      }
      return answer.text();
    },
    data(): OutlineData {
      const shown = choose(outlines, dataLimit);
      const signatures = signaturesOf([...shown], mask);
      const listed = outlines.map(({ symbols, ...outline }) => ({
        ...outline,
        symbols: symbols
          .filter((symbol) => shown.has(symbol))
          .map((symbol) => symbolData(symbol, signatures.get(symbol)!)),
      }));
      const left = all.length - shown.size;
      return {
        files: left === 0 ? listed : listed.filter(({ symbols }) => symbols.length > 0),
        left,
        notes: [...notes],
      };
    },
  };
}

/** A symbol as data. */
export function symbolData(
  { name, kind, line, endLine, container, exported }: CodeSymbol,
  signature: string,
): OutlineData["files"][number]["symbols"][number] {
  return { name, kind, line, endLine, signature, container, exported };
}

function signaturesOf(symbols: readonly CodeSymbol[], mask: Mask): ReadonlyMap<CodeSymbol, string> {
  const all = symbols.map(({ signature }) => signature);
  const shown = shownCode(all, SIGNATURE_LENGTH_MAX, mask);
  return new Map(symbols.map((symbol, at) => [symbol, shown[at]!]));
}

/** The error for a file of a language that is not read. */
export function unknownLanguage(path: string): HelixError {
  return new HelixError(
    "INVALID_ARGUMENT",
    `${quote(path)} is of no language that trace reads; it reads ${languageNames().join(", ")}`,
  );
}

function nothing({ target, filter }: TraceRequest, notes: TraceNotes): HelixError {
  const where = target.path === "" ? "the project" : target.path;
  const filtered = filter === null ? "" : ` that fits filter=${quote(filter)}`;
  return new HelixError("NOT_FOUND", `there is no code in ${where}${filtered}${notes.limits()}`);
}

/** The symbols to show, at most `limit`. When there are more, those that say least about their file are left out. */
function choose(outlines: readonly Outline[], limit: number): ReadonlySet<CodeSymbol> {
  const all = outlines.flatMap(({ symbols }) => symbols);
  if (all.length <= limit) return new Set(all);
  const rank = (symbol: CodeSymbol) =>
    (DETAILS.has(symbol.kind) ? 4 : 0) + (symbol.container === null ? 0 : 2) + (symbol.exported ? 0 : 1);
  const ranked = all.map((symbol, at) => ({ symbol, at, rank: rank(symbol) }));
  ranked.sort((a, b) => a.rank - b.rank || a.at - b.at);
  return new Set(ranked.slice(0, limit).map(({ symbol }) => symbol));
}

/** One line of the outline, e.g. `  21-45  class  export class Cache`. Nested symbols are indented further. */
function outlineLine(symbol: CodeSymbol, signature: string): string {
  const { kind, line, endLine, container, name } = symbol;
  const indent = "  ".repeat(1 + (container === null ? 0 : container.split(".").length));
  const lines = endLine > line ? `${line}-${endLine}` : `${line}`;
  // If the signature does not contain the name, the full name is put in front of it.
  const what = signature.includes(name) ? signature : `${qualifiedName(symbol)} ${signature}`;
  return `${indent}${lines}  ${kind}  ${what}`;
}

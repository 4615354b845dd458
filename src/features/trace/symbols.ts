// Lists the symbols of a file, or of a tree file by file, as an outline.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { readSymbols } from "../../code/code-reader.ts";
import { countLines } from "../../code/code-tree.ts";
import { languageName, languageNames, languageOf } from "../../code/languages.ts";
import { type Mask, SIGNATURE_LENGTH_MAX, shownCode } from "../../code/shown-code.ts";
import { type CodeSymbol, qualifiedName } from "../../code/symbol-scanner.ts";
import { quote } from "../../engine/text/clean.ts";
import type { OutlineData } from "./data.ts";
import { listFiles, readInTurn, TraceAnswer, type TraceRequest } from "./request.ts";

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

/** Lists symbols. Throws NOT_FOUND when there is no code, INVALID_ARGUMENT for a file of no known language. */
export async function listSymbols(request: TraceRequest): Promise<Answer> {
  const { target, limit, mask, survey } = request;
  const outlines: Outline[] = [];
  const language = languageOf(target.path);
  if (target.isFile && language === null) throw unknownLanguage(target.path);
  const files = target.isFile ? [{ path: target.path, language: language! }] : (await listFiles(request)).code;
  for await (const file of readInTurn(request, files)) {
    const { symbols } = await readSymbols(file, survey);
    outlines.push({ path: file.path, language: languageName(file.language), lines: countLines(file.text), symbols });
  }
  const all = outlines.flatMap((outline) => outline.symbols);
  if (outlines.length === 0) throw nothing(request);
  const shown = choose(outlines, limit);
  return {
    found: all.length > 0,
    isPaged: true,
    text() {
      const signatures = signaturesOf([...shown], mask);
      const answer = new TraceAnswer(request, { left: all.length - shown.size, what: "symbols" });
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
      const signatures = signaturesOf(all, mask);
      return {
        files: outlines.map(({ symbols, ...outline }) => ({
          ...outline,
          symbols: symbols.map((symbol) => ({ ...symbol, signature: signatures.get(symbol)!, nameOffset: undefined })),
        })),
        notes: survey.notes(),
      };
    },
  };
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

function nothing({ target, filter, survey }: TraceRequest): HelixError {
  const where = target.path === "" ? "the project" : target.path;
  const filtered = filter === null ? "" : ` that fits filter=${quote(filter)}`;
  return new HelixError("NOT_FOUND", `there is no code in ${where}${filtered}${survey.limits()}`);
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

// code action=symbols: where a name is defined. `read` answers so, too, where a symbol has several definitions.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import { hasParser, languageName } from "../../code/languages.ts";
import { isInModules, modulePartsOf } from "../../code/module-names.ts";
import { endsWith } from "../../code/references/file-names.ts";
import { filesHolding } from "../../code/search/symbol-files.ts";
import { type Mask, SIGNATURE_LENGTH_MAX } from "../../code/shown-code.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import { quote } from "../../engine/text/clean.ts";
import { PagedText } from "../common/paged-text.ts";
import type { CodeSymbolsData } from "./data.ts";
import {
  type FoundSymbol,
  type FoundSymbols,
  filesOfSymbol,
  findSymbols,
  lastPartOf,
  nearSymbols,
} from "./find-symbol.ts";
import type { CodePorts } from "./ports.ts";
import { changingRemark, fileOf, type Reading, settledReading } from "./reading.ts";
import type { ShownFile } from "./shown-file.ts";
import { rangeOf, shownLine } from "./shown-lines.ts";

export interface CodeSymbolsValues {
  readonly symbol: string;
  readonly path?: string | undefined;
}

/** So many files that may define a name are parsed if they were not. */
const PARSED_MAX = 50;
/** What is said where not all files were looked at that may define a name. */
export const NOT_ALL = "not all files that may define it were looked at: give its full name, or a path";

/** Lists definitions. Throws NOT_FOUND with near names. */
export function symbolsAnswer(ports: CodePorts, { symbol, path }: CodeSymbolsValues): Promise<Answer> {
  return settledReading(ports, async (reading) =>
    definitionsAnswer(reading, symbol, await definitionsOf(reading, symbol, path, true)),
  );
}

const CITED = /^([^#]+)#(.+)$/;
const ACCESSOR = /\w=$/;
const WRITER = /^attr_(?:accessor|writer)\b/;

/**
 * The definitions of a name, at least one, as the parser says them. `isOfAll`: see SymbolSearch. Throws NOT_FOUND with
 * near names.
 */
export async function definitionsOf(
  reading: Reading,
  symbol: string,
  path: string | undefined,
  isOfAll = false,
): Promise<FoundSymbols> {
  const only = path === undefined ? null : fileOf(reading, path).path;
  let found = await lookUp(reading, symbol, only, isOfAll);
  if (found.symbols.length === 0 && ACCESSOR.test(symbol)) {
    // What Ruby's `attr_writer :width` makes is one symbol, which is named without the sign.
    const plain = await lookUp(reading, symbol.slice(0, -1), only, isOfAll);
    const symbols = plain.symbols.filter((each) => WRITER.test(each.symbol.signature));
    if (!plain.isPart) found = { ...plain, symbols };
  }
  if (found.symbols.length > 0) return found;
  // As notes name their sources: `src/cache.ts#Cache.get`.
  const [, cited, inside] = (path === undefined && CITED.exec(symbol)) || [];
  if (cited !== undefined && reading.files.get(cited) !== null) return definitionsOf(reading, inside!, cited, isOfAll);
  const outer = path === undefined ? await withinModules(reading, symbol, isOfAll) : null;
  if (outer !== null) return outer;
  const near = nearSymbols(reading.view, symbol);
  const hint = near.length > 0 ? `; did you mean ${near.join(" or ")}?` : "";
  const where = only === null ? "" : ` in ${quote(only)}`;
  throw new HelixError("NOT_FOUND", `there is no symbol ${quote(symbol)}${where}${hint}`);
}

/**
 * What a name means that begins with modules or packages, as in a stack trace: `com.google.gson.Gson.toJson`,
 * `cobra.(*Command).Execute`, `Twig\\Environment::addExtension`. Null where none of the tree is in such modules.
 */
async function withinModules(reading: Reading, symbol: string, isOfAll: boolean): Promise<FoundSymbols | null> {
  const parts = modulePartsOf(symbol);
  for (let outer = 1; outer < parts.length; outer++) {
    const inner = parts.slice(outer).join(".");
    const found = await lookUp(reading, inner, null, isOfAll);
    if (found.isPart) continue;
    const modules = parts.slice(0, outer);
    const symbols = found.symbols.filter(
      (each) => endsWith(qualifiedName(each.symbol), inner) && isInModules(each.file.path, each.file.lines, modules),
    );
    if (symbols.length > 0) return { ...found, symbols };
  }
  return null;
}

async function lookUp(reading: Reading, symbol: string, only: string | null, isOfAll: boolean): Promise<FoundSymbols> {
  const { view, files, parsed } = reading;
  for (const each of filesOfSymbol(view, symbol, only).slice(0, PARSED_MAX)) await parsed.parse(each);
  const found = findSymbols(view, files, symbol, only, { isOfAll });
  if (found.symbols.length > 0 || only !== null) return found;
  // The parser may know of a definition that a scan of lines did not find.
  const holding = filesHolding(view.generations, lastPartOf(symbol)).slice(0, PARSED_MAX);
  for (const each of holding) await parsed.parse(each);
  return findSymbols(view, files, symbol, only, { candidates: holding, isOfAll });
}

/** Where the definitions are, code before tests and examples. */
export function definitionsAnswer(reading: Reading, name: string, { symbols, isCut }: FoundSymbols): Answer {
  const { ports, mask } = reading;
  const factor = ({ file }: FoundSymbol) => CLASS_FACTORS[pathClassOf(file.path)];
  const ordered = symbols.toSorted((a, b) => factor(b) - factor(a));
  const rows = ordered.map(({ file, symbol }) => ({
    path: shownLine(file.path, mask, Number.POSITIVE_INFINITY),
    ...symbolData(symbol, mask),
  }));
  return {
    found: true,
    isPaged: true,
    text(say) {
      const hint = `read one: ${say.either("helix code read PATH --lines 10-40", "path and lines, or symbol with its full name and path")}`;
      const scanned = scannedRemark(symbols.map(({ file }) => file));
      const answer = new PagedText(ports, [
        ...changingRemark(reading.files),
        ...(isCut ? [NOT_ALL] : []),
        ...scanned,
        hint,
      ]);
      answer.section(`${quote(name)}: ${counted(symbols.length, "definition", "definitions")}`);
      answer.addEach(rows, ({ path, name, kind, from, to, signature }) => {
        const at = name.lastIndexOf(".");
        return [`  ${path}:${rangeOf(from, to)}  ${kind}  ${signature}${at < 0 ? "" : `  (in ${name.slice(0, at)})`}`];
      });
      return answer.text(rows.length, (left) => counted(left, "more definition", "more definitions"));
    },
    data: (): CodeSymbolsData => ({ symbols: rows }),
  };
}

/** What is said where symbols come from a scan of lines. */
export function scannedRemark(files: readonly ShownFile[]): string[] {
  const scanned = files.filter(({ isScanned }) => isScanned);
  const count = countOf(scanned);
  if (count === 0) return [];
  const which = count === countOf(files) ? "" : `in ${counted(count, "file", "files")} `;
  const unparsed = scanned.find(({ language }) => language !== null && !hasParser(language))?.language ?? null;
  const hasOthers = scanned.some(({ language }) => language !== unparsed);
  const why =
    unparsed === null || hasOthers
      ? "the parser has not read it, or not all of it"
      : `there is no parser for ${languageName(unparsed)}`;
  return [`${which}found by a scan of its lines, which is less exact: ${why}`];
}

/** The same where uses are asked for: of the files of which no uses are known. */
export function unparsedRemark(symbols: readonly FoundSymbol[]): string[] {
  return scannedRemark(symbols.map(({ file }) => file).filter(({ parsed }) => !parsed));
}

function countOf(files: readonly ShownFile[]): number {
  return new Set(files.map(({ path }) => path)).size;
}

/** A definition as data. */
export function symbolData(symbol: FoundSymbol["symbol"], mask: Mask) {
  return {
    name: shownLine(qualifiedName(symbol), mask),
    kind: symbol.kind,
    from: symbol.line,
    to: Math.max(symbol.line, symbol.endLine),
    signature: shownLine(symbol.signature, mask, SIGNATURE_LENGTH_MAX),
  };
}

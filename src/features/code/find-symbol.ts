// Finds the definitions of a symbol: by its full name, else by its own name, in any case, else by a part of it.

import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import { endsWith } from "../../code/references/file-names.ts";
import { filesDefining, symbolsNamed } from "../../code/search/symbol-files.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { type CodeSymbol, qualifiedName } from "../../code/symbol-scanner.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import type { ShownFile, ShownFiles } from "./shown-file.ts";

/** A definition, and the file that holds it. */
export interface FoundSymbol {
  readonly file: ShownFile;
  readonly symbol: CodeSymbol;
}

/** The definitions of a name. */
export interface FoundSymbols {
  readonly symbols: readonly FoundSymbol[];
  /** Whether files that may define it were not looked at. */
  readonly isCut: boolean;
  /** Whether the name is only a part of theirs. */
  readonly isPart: boolean;
}

/** Files that are looked into for one name, and names that are compared with an unknown one. */
const FILES_MAX = 300;
const NAMES_MAX = 50_000;
const NEAREST_SHOWN = 3;
/** `#` begins the name of a private member where none is in front of it. */
const SEPARATORS = /::|(?<=[\p{L}\p{N}_$)])#|\.|->/u;

/** The files that may define a name. `path`: only this one. */
export function filesOfSymbol(view: CodeView, name: string, path: string | null): readonly string[] {
  const last = lastPartOf(name);
  if (last === "") return [];
  return path === null ? filesDefining(view.generations, last) : [path];
}

/** `get` of `Cache.get()`. */
export function lastPartOf(name: string): string {
  return partsOf(name).at(-1) ?? "";
}

function partsOf(name: string): string[] {
  return name
    .trim()
    .replace(/\(\)$/, "")
    .split(SEPARATORS)
    .filter((part) => part !== "");
}

export interface SymbolSearch {
  /** The files that are looked into first. */
  readonly candidates?: readonly string[];
  /** Whether members of that name count as much as what stands alone under it. */
  readonly isOfAll?: boolean;
}

/**
 * The definitions of a name; those of the first way that gives any. What only tests and the like have alone under the
 * name does not hide members of that name. `path`: only in this file.
 */
export function findSymbols(
  view: CodeView,
  files: ShownFiles,
  name: string,
  path: string | null,
  { candidates = filesOfSymbol(view, name, path), isOfAll = false }: SymbolSearch = {},
): FoundSymbols {
  const wanted = partsOf(name);
  if (wanted.length === 0) return { symbols: [], isCut: false, isPart: false };
  const looked = candidates.slice(0, FILES_MAX).flatMap((path) => files.get(path) ?? []);
  const named = ofFiles(looked, (file) => file.symbolsEnding(wanted.at(-1)!));
  const full = wanted.join(".");
  const part = full.toLowerCase();
  const ways: readonly ((found: FoundSymbol, name: string) => boolean)[] = [
    ({ file }, each) => !isOfAll && each === full && CLASS_FACTORS[pathClassOf(file.path)] === 1,
    (_, each) => endsWith(each, full),
  ];
  const isCut = candidates.length > FILES_MAX;
  for (const accepts of ways) {
    const found = named.filter((each) => accepts(each, qualifiedName(each.symbol)));
    if (found.length > 0) return { symbols: found, isCut, isPart: false };
  }
  const found = ofFiles(looked, (file) => file.symbols).filter(({ symbol }) =>
    endsWith(qualifiedName(symbol).toLowerCase(), part),
  );
  if (found.length > 0) return { symbols: found, isCut, isPart: false };
  if (!wanted.at(-1)!.startsWith("#")) {
    // A private member, by its name alone.
    const hidden = findSymbols(view, files, [...wanted.slice(0, -1), `#${wanted.at(-1)}`].join("."), path, { isOfAll });
    if (!hidden.isPart && hidden.symbols.length > 0) return hidden;
  }
  const holds = (symbol: string) => symbol.toLowerCase().includes(part);
  const paths = path === null ? symbolsNamed(view.generations, holds, FILES_MAX).map((each) => each.path) : [path];
  const all = [...new Set([...candidates, ...paths])];
  const read = all.slice(0, FILES_MAX).flatMap((path) => files.get(path) ?? []);
  const partly = ofFiles(read, (file) => file.symbols).filter(({ symbol }) => holds(qualifiedName(symbol)));
  return { symbols: partly, isCut: paths.length === FILES_MAX || all.length > FILES_MAX, isPart: true };
}

/** Names near one that nothing has. */
export function nearSymbols(view: CodeView, name: string): string[] {
  const known = symbolsNamed(view.generations, () => true, NAMES_MAX);
  const last = name.split(SEPARATORS).at(-1)!;
  const names = new Map(known.map(({ symbol }) => [symbol.slice(symbol.lastIndexOf(".") + 1), symbol]));
  return nearestNames(last, names.keys(), NEAREST_SHOWN).map((each) => names.get(each)!);
}

function ofFiles(files: readonly ShownFile[], symbolsOf: (file: ShownFile) => readonly CodeSymbol[]): FoundSymbol[] {
  return files.flatMap((file) => symbolsOf(file).map((symbol) => ({ file, symbol })));
}

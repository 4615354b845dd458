// Where a file uses by another name what an import may bring from a place that no rule finds. Whoever asks knows that no
// use is certain; such a place may be one.

import type { ImportResolver } from "../imports/import-resolver.ts";
import { type Language, shareSymbols } from "../languages.ts";
import { type ImportedName, OWN_NAMES, WHOLE_MODULE } from "../parse/languages/parse-rules.ts";
import type { Import, ParsedFile, Reference } from "../parse/parsed-file.ts";
import { referencesOf } from "../parse/reference-list.ts";
import { CONTAINER_KINDS, type CodeSymbol, qualifiedName } from "../symbol-scanner.ts";
import { handedOnBy } from "./import-reach.ts";
import { IMPORTED_NAMES, type JudgedFile } from "./judge-ports.ts";
import { bareName, wordOffsets } from "./uses.ts";

/** So many other names are followed in one file. */
const NAMES_MAX = 20;
/** In so many lines from the beginning of an import its name is looked for. */
const IMPORT_LINES_MAX = 400;
/** Of the files that an import means, so many are asked whether they hand the name on. */
const FILES_ASKED_MAX = 8;
const PARTS = /[./\\:]+/;
const NAME_WITH_PARTS = /^[\p{L}\p{N}_$]+(?:(?:\.|::|\\)[\p{L}\p{N}_$]+)+$/u;
/** In these languages a namespace lies in files of any path, which say it. */
const NAMESPACED: ReadonlySet<Language> = new Set<Language>(["csharp", "php"]);
/** In these languages an import can name a function that is called like a member. */
const EXTENDING: ReadonlySet<Language> = new Set<Language>(["kotlin", "scala"]);
const NAMESPACE = /^[ \t\uFEFF]*(?:<\?php[ \t]+)?namespace[ \t]+([\w.\\]+)/gm;
const NAMESPACES_MAX = 50;

/** A file with its text. */
export interface RenamingFile {
  readonly path: string;
  readonly language: Language | null;
  readonly lines: readonly string[];
  readonly parsed: ParsedFile | null | undefined;
}

/** A file that defines the name. */
export interface DefiningFile {
  readonly path: string;
  readonly language: Language | null;
  readonly text: string;
  readonly symbols: readonly CodeSymbol[];
}

/** What asking needs of a tree. */
export interface RenamingPorts {
  readonly definers: readonly DefiningFile[];
  readonly resolver: ImportResolver;
  readonly parse: (path: string) => Promise<JudgedFile | null> | JudgedFile | null;
}

/** The last part of a name with parts, as modules of Elixir have: `Cart` of `Shop.Cart`. It stands in all that uses it. */
export function shortName(name: string): string {
  return NAME_WITH_PARTS.test(name) ? name.split(PARTS).at(-1)! : name;
}

/**
 * The references to what a file may import of a name and calls otherwise; where none has the other name, the line of the
 * import, which may hand it on. In the order of imports.
 */
export async function otherNamesIn(file: RenamingFile, name: string, ports: RenamingPorts): Promise<Reference[]> {
  const { path, parsed, language } = file;
  if (!parsed || language === null) return [];
  const found: Reference[] = [];
  let names = 0;
  for (const imported of parsed.imports) {
    if (imported.module === OWN_NAMES) continue;
    for (const each of imported.names) {
      const local = localName(imported, each, name, language);
      if (local === null || names >= NAMES_MAX) continue;
      const brings = await mayBring({ path, language, parsed }, imported, each, name, ports);
      if (!brings) continue;
      names++;
      const used = referencesOf(parsed)
        .named([local, lastPart(local)])
        .filter((reference) => isNamed(reference, local) || (EXTENDING.has(language) && reference.name === local));
      if (used.length > 0) found.push(...used);
      else if (brings === "unknown" || maySee(language, imported)) {
        found.push(...inStatement(file, imported, shortName(name)));
      }
    }
  }
  return found;
}

/** Whether other files may see what an import brings, and are not asked for it elsewhere. */
function maySee(language: Language, { isReexport }: Import): boolean {
  // `global using` counts in all files.
  return language === "csharp" || (isReexport && !IMPORTED_NAMES.has(language));
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Whether a reference is written as a name that may have parts. */
function isNamed({ name, receiver }: Reference, wanted: string): boolean {
  return (receiver === null ? name : `${receiver.text}.${name}`) === wanted;
}

/** By what name a file has it that an import brings of this name; null: it brings another, or by this name. */
function localName(
  { module }: Import,
  { name, local }: ImportedName,
  wanted: string,
  language: Language,
): string | null {
  if (local === "*") return null;
  const isWhole = name === "*";
  if (NAME_WITH_PARTS.test(wanted)) {
    const own = module.split(PARTS);
    const parts = isWhole || own.join(".") === name ? own : [...own, name];
    const all = wanted.split(PARTS);
    return parts.every((part, at) => part === all[at]) ? [local, ...all.slice(parts.length)].join(".") : null;
  }
  // `using K = A.B.C` names a type as it names a namespace.
  const taken = isWhole && language === "csharp" ? module.replace(/<.*$/, "").split(PARTS).at(-1) : name;
  return taken === wanted && local !== wanted ? local : null;
}

/** Whether an import brings the name that the definers define; `unknown`: it may. A name with parts was met whole. */
async function mayBring(
  { path, language }: JudgedFile,
  { module }: Import,
  { name }: ImportedName,
  wanted: string,
  { definers, resolver, parse }: RenamingPorts,
): Promise<boolean | "unknown"> {
  const isOfFamily = definers.some((each) => each.language !== null && shareSymbols(each.language, language));
  if (NAME_WITH_PARTS.test(wanted)) return isOfFamily;
  const part = name === "*" ? undefined : name;
  const meant = resolver.resolve(language, path, module, part);
  const own = new Set(definers.map((each) => each.path));
  if (meant.some((each) => own.has(each))) return true;
  for (const each of meant.slice(0, FILES_ASKED_MAX)) {
    const between = await parse(each);
    if (between !== null && mayHandOn(between, name, resolver)) return "unknown";
  }
  if (meant.length > 0) return false;
  const related = definers.filter((each) => each.symbols.some((symbol) => isImportable(symbol, name, each, language)));
  if (related.length === 0) return false;
  if (module === "" || resolver.mayMean(language, path, module, part)) return "unknown";
  const [first = ""] = module.split(PARTS).filter((each) => each !== "" && each !== "global");
  const isNear = NAMESPACED.has(language) && related.some(({ text }) => namespaceRoots(text).has(first));
  return isNear && "unknown";
}

/** Whether a file hands on what it imports of a name from a place that no rule finds. */
function mayHandOn(file: JudgedFile, name: string, resolver: ImportResolver): boolean {
  const { language, path } = file;
  return handedOnBy(file).some(
    ({ module, names }) =>
      names.some(({ local }) => local === "*" || local === name) &&
      resolver.resolve(language, path, module).length === 0 &&
      resolver.mayMean(language, path, module),
  );
}

/** Whether a file of a language may import a symbol of this name: one that is no member of a type, in some languages. */
export function isImportable(
  symbol: CodeSymbol,
  name: string,
  { language, symbols }: Pick<DefiningFile, "language" | "symbols">,
  by: Language,
): boolean {
  if (language === null || !shareSymbols(language, by)) return false;
  const isTaken = name === "*" || name === "default" || name === WHOLE_MODULE || bareName(symbol.name) === name;
  if (!isTaken || symbol.container === null || !IMPORTED_NAMES.has(by) || by === "rust") return isTaken;
  return !symbols.some((each) => CONTAINER_KINDS.has(each.kind) && qualifiedName(each) === symbol.container);
}

/** The first parts of the namespaces that a text declares. */
function namespaceRoots(text: string): Set<string> {
  const roots = new Set<string>();
  for (const [, namespace] of text.matchAll(NAMESPACE)) {
    if (roots.size >= NAMESPACES_MAX) break;
    roots.add(namespace!.split(PARTS)[0]!);
  }
  return roots;
}

/** The first place of a name in the statement of an import. */
function inStatement({ lines }: RenamingFile, { line: first }: Import, name: string): Reference[] {
  for (let line = first; line < first + IMPORT_LINES_MAX && line <= lines.length; line++) {
    const [column] = wordOffsets(lines[line - 1]!, name, 1);
    if (column !== undefined) return [{ name, line, column, within: -1, kind: "value", receiver: null }];
  }
  return [];
}

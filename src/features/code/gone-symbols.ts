// Symbols that are gone, and the places that still mean them. A place that means another symbol of the tree breaks not.

import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import { type Language, languageOfText } from "../../code/languages.ts";
import type { ParsedSymbol } from "../../code/parse/parsed-file.ts";
import { isCertain } from "../../code/references/reference.ts";
import { wordOffsets } from "../../code/references/uses.ts";
import { filesHolding } from "../../code/search/symbol-files.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import type { Place, Relations, SymbolNode } from "./relations.ts";
import type { ShownFile } from "./shown-file.ts";

export interface GoneSymbol {
  /** The file as it was. */
  readonly file: ShownFile;
  /** At least one. */
  readonly symbols: readonly ParsedSymbol[];
  /** What it seems to be called, or where it is; null where that cannot be told. */
  readonly now: string | null;
  /** Whether it is there as it was, in a file that has another path. */
  readonly isMoved: boolean;
}

export interface Break {
  readonly gone: GoneSymbol;
  readonly node: SymbolNode;
  readonly places: readonly Place[];
}

/** So many files that define the name now are looked at. */
const DEFINING_MAX = 20;
/** An import statement has no more lines. */
const IMPORT_LINES_MAX = 200;
/** In these languages a bare name of another file has to be imported. */
const WITH_IMPORTS: ReadonlySet<Language> = new Set<Language>(
  "javascript python rust tsx typescript".split(" ") as Language[],
);

/** Finds the places that break. Throws CANCELLED. */
export async function usesOfGone(relations: Relations, gone: GoneSymbol): Promise<Break> {
  const { file, symbols } = gone;
  const { name } = symbols[0]!;
  const node: SymbolNode = {
    id: `gone ${file.path} ${qualifiedName(symbols[0]!)}`,
    file,
    name,
    fullName: qualifiedName(symbols[0]!),
    definitions: symbols.map((symbol) => ({ file, symbol })),
  };
  const judge = relations.judgeOf(node, relations.countOf(name));
  const none = { gone, node, places: [] };
  const own = await relations.parse(file.path);
  // The file hands on what has its definition elsewhere now.
  if (own?.parsed.imports.some(({ names }) => names.some(({ local }) => local === name))) return none;
  const certain = (await relations.placesOf(node, judge)).filter(
    (place) => isCertain(place) && isTold(place, file.path),
  );
  certain.push(...(await importsOf(relations, gone, new Set(certain.map(({ path }) => path)))));
  if (certain.length === 0) return none;
  const kept = await placesOfOthers(relations, name, languageOfText(file.path, file.text));
  const broken = certain.filter((place) => !kept.has(keyOf(place)));
  const factor = ({ path }: Place) => CLASS_FACTORS[pathClassOf(path)];
  return { gone, node, places: broken.sort((a, b) => factor(b) - factor(a)) };
}

/** The imports of what is gone in files that use it nowhere else, as those that hand it on. */
async function importsOf(relations: Relations, { file, symbols }: GoneSymbol, but: ReadonlySet<string>) {
  const { name, container } = symbols[0]!;
  const places: Place[] = [];
  if (container !== null) return places;
  for (const path of filesHolding(relations.reading.view.generations, name)) {
    const source = but.has(path) || path === file.path ? null : await relations.parse(path);
    const imported = source?.parsed.imports.find(
      ({ module, names }) =>
        names.some((each) => each.name === name) &&
        relations.resolver.resolve(source.language, path, module, name).includes(file.path),
    );
    if (source === null || imported === undefined) continue;
    const line = lineOfWord(source.file, name, imported.line);
    const reference = { name, line, column: 0, within: -1, kind: "value", receiver: null } as const;
    places.push({ path, reference, within: null, certainty: "import", file: source.file });
  }
  return places;
}

/** The first line from `from` on with a word; `from` where there is none. */
function lineOfWord({ lines }: ShownFile, word: string, from: number): number {
  const end = Math.min(lines.length, from + IMPORT_LINES_MAX);
  for (let line = from; line <= end; line++) if (wordOffsets(lines[line - 1]!, word).length > 0) return line;
  return from;
}

/** Whether more speaks for a place than that nothing else in the tree has the name: it may come from outside. */
function isTold({ certainty, path, reference, file }: Place, own: string): boolean {
  if (certainty !== "only" || path === own || reference.receiver !== null) return true;
  const language = languageOfText(path, file.text);
  return language === null || !WITH_IMPORTS.has(language);
}

/** The places that mean symbols of this name that are there. */
async function placesOfOthers(relations: Relations, name: string, language: Language | null): Promise<Set<string>> {
  const kept = new Set<string>();
  if (language === null) return kept;
  for (const path of relations.filesDefining(name).slice(0, DEFINING_MAX)) {
    for (const other of await relations.nodesNamed(name, path, language)) {
      const places = await relations.placesOf(other);
      for (const place of places) if (isCertain(place) && isTold(place, path)) kept.add(keyOf(place));
    }
  }
  return kept;
}

function keyOf({ path, reference }: Place): string {
  return `${path}:${reference.line}:${reference.column}`;
}

// Symbols that are gone, and the places that still mean them. A place that means another symbol of the tree breaks not.

import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import { type Language, languageOfText } from "../../code/languages.ts";
import type { ParsedSymbol } from "../../code/parse/parsed-file.ts";
import { isCertain } from "../../code/references/reference.ts";
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
  const certain = (await relations.placesOf(node, judge)).filter(
    (place) => isCertain(place) && isTold(place, file.path),
  );
  if (certain.length === 0) return { gone, node, places: [] };
  const kept = await placesOfOthers(relations, name, languageOfText(file.path, file.text));
  const broken = certain.filter((place) => !kept.has(keyOf(place)));
  const factor = ({ path }: Place) => CLASS_FACTORS[pathClassOf(path)];
  return { gone, node, places: broken.sort((a, b) => factor(b) - factor(a)) };
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

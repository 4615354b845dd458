// The names by which a file may mean symbols of other files, for figures.

import { lineMask } from "../code-mask.ts";
import type { Language } from "../languages.ts";
import type { ParsedFile } from "../parse/parsed-file.ts";
import type { ReadCode } from "./uses.ts";

/** Shorter names say too little. */
const LENGTH_MIN = 3;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** In these languages a file names in its imports what it takes from others. */
const NAMING_IMPORTS: ReadonlySet<Language> = new Set<Language>([
  "javascript",
  "python",
  "svelte",
  "tsx",
  "typescript",
  "vue",
]);

/**
 * The names by which a file may mean symbols of other files. In a language whose imports name these, they are the
 * imported names and what is taken from imported modules, in any other language all references. Of a text without a
 * parser: all words of its code.
 */
export function mentionedNames({ language, text, parsed }: ReadCode): Set<string> {
  if (!parsed) return longOnes(text.split("\n").map(lineMask(language)).join("\n").match(WORD) ?? []);
  const named = parsed.imports.flatMap(({ names }) => names.map(({ name }) => name));
  return longOnes([...named, ...namesReferred(parsed, NAMING_IMPORTS.has(language))]);
}

function namesReferred({ references, imports }: ParsedFile, isImported: boolean): string[] {
  const modules = new Set(imports.flatMap(({ names }) => names.map(({ local }) => local)));
  const meant = isImported
    ? references.filter(({ receiver }) => receiver !== null && modules.has(receiver.text))
    : references;
  return meant.map(({ name }) => name);
}

function longOnes(names: readonly string[]): Set<string> {
  return new Set(names.filter((name) => name.length >= LENGTH_MIN));
}

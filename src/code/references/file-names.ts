// What a parsed file defines and uses, by name. It is made once for each parsed file, so that a file in which a name has
// no use is passed over without a look at its references.

import type { ParsedFile, ParsedSymbol } from "../parse/parsed-file.ts";
import { qualifiedName } from "../symbol-scanner.ts";

export interface FileNames {
  /** The symbols with this own name, in the order of the text. */
  named(name: string): readonly ParsedSymbol[];
  /** The symbols with this full name: overloads, declarations under conditions. */
  called(fullName: string): readonly ParsedSymbol[];
  /** Whether some reference may mean a symbol of this own name that lies in `outer`, or is it: by name, or as imported. */
  mayUse(name: string, outer: ReadonlySet<string>): boolean;
}

const made = new WeakMap<ParsedFile, FileNames>();

/** The names of a parsed file. */
export function namesOf(parsed: ParsedFile): FileNames {
  let names = made.get(parsed);
  if (names === undefined) {
    names = readNames(parsed);
    made.set(parsed, names);
  }
  return names;
}

function readNames({ symbols, references, imports }: ParsedFile): FileNames {
  // Most files are only asked whether they may use a name.
  let byName: Map<string, ParsedSymbol[]> | null = null;
  let byFullName: Map<string, ParsedSymbol[]> | null = null;
  const used = new Set<string>();
  for (const { name } of references) used.add(name);
  const renamed = imports
    .flatMap(({ names }) => names)
    .filter(({ name, local }) => name !== local && name !== "*" && used.has(local));
  return {
    named(name) {
      byName ??= Map.groupBy(symbols, (symbol) => symbol.name);
      return byName.get(name) ?? [];
    },
    called(fullName) {
      byFullName ??= Map.groupBy(symbols, qualifiedName);
      return byFullName.get(fullName) ?? [];
    },
    mayUse: (name, outer) =>
      used.has(name) || renamed.some((each) => each.name === "default" || each.name === name || outer.has(each.name)),
  };
}

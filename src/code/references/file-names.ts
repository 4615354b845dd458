// What a parsed file defines and uses, by name. It is made once for each list of symbols, when somebody asks.

import type { ParsedFile, ParsedSymbol } from "../parse/parsed-file.ts";
import { referencesOf } from "../parse/reference-list.ts";
import { qualifiedName } from "../symbol-scanner.ts";

export interface FileNames {
  /** The symbols with this own name, in the order of the text. */
  named(name: string): readonly ParsedSymbol[];
  /** The symbols with this full name: overloads, declarations under conditions. */
  called(fullName: string): readonly ParsedSymbol[];
  /** The symbols whose own name is this, or ends with it behind a dot, in the order of the text. */
  ending(name: string): readonly ParsedSymbol[];
}

const made = new WeakMap<readonly ParsedSymbol[], FileNames>();

/** The names of the symbols of a file. */
export function namesOf({ symbols }: Pick<ParsedFile, "symbols">): FileNames {
  let names = made.get(symbols);
  if (names === undefined) {
    names = readNames(symbols);
    made.set(symbols, names);
  }
  return names;
}

/**
 * Whether some reference may mean a symbol of this own name that lies in `outer`, or is it: by name, as imported, or by
 * one of the `others` that files give it.
 */
export function mayUse(
  parsed: ParsedFile,
  name: string,
  outer: ReadonlySet<string>,
  others: ReadonlySet<string>,
): boolean {
  const references = referencesOf(parsed);
  if (references.has(name)) return true;
  for (const other of others) if (references.has(other)) return true;
  return parsed.imports.some(({ names }) =>
    names.some(
      (each) =>
        each.name !== each.local &&
        each.name !== "*" &&
        (each.name === "default" || each.name === name || outer.has(each.name) || others.has(each.name)) &&
        references.has(each.local),
    ),
  );
}

/** Whether a name is another one, or ends with it behind a dot. */
export function endsWith(name: string, end: string): boolean {
  return name === end || (name.length > end.length && name.endsWith(end) && name.at(-1 - end.length) === ".");
}

function readNames(symbols: readonly ParsedSymbol[]): FileNames {
  let byName: Map<string, ParsedSymbol[]> | null = null;
  let byFullName: Map<string, ParsedSymbol[]> | null = null;
  let byEnd: Map<string, ParsedSymbol[]> | null = null;
  const lastPart = (name: string) => name.slice(name.lastIndexOf(".") + 1);
  return {
    named(name) {
      byName ??= Map.groupBy(symbols, (symbol) => symbol.name);
      return byName.get(name) ?? [];
    },
    called(fullName) {
      byFullName ??= Map.groupBy(symbols, qualifiedName);
      return byFullName.get(fullName) ?? [];
    },
    ending(name) {
      byEnd ??= Map.groupBy(symbols, (symbol) => lastPart(symbol.name));
      return (byEnd.get(lastPart(name)) ?? []).filter((symbol) => endsWith(symbol.name, name));
    },
  };
}

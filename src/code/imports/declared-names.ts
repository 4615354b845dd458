// What files say of themselves near their top: their package or namespaces, and the names at their left edge. Found by
// expressions, not by a parser.

import type { TreeNames } from "./tree-names.ts";

/** At most this many files of a language are read for their namespaces. */
const FILES_MAX = 30_000;
const NAMES_MAX = 5000;

/** The first group of every match, bounded. */
function groups(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.push(match[1]!) >= NAMES_MAX) break;
  }
  return found;
}

/** A function from a file to the first groups of all matches in its text; each file is read once. */
export function declaredBy(names: TreeNames, pattern: RegExp): (path: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const declared = new Set(groups(names.glance(path) ?? "", pattern));
    known.set(path, declared);
    return declared;
  };
}

/** The files by what they declare; files are read at the first question. */
export function filesByDeclared(
  names: TreeNames,
  fileName: RegExp,
  declared: (path: string) => Iterable<string>,
): (name: string) => readonly string[] {
  let known: Map<string, string[]> | null = null;
  return (name) => {
    if (known === null) {
      known = new Map();
      for (const path of names.matching(fileName).slice(0, FILES_MAX)) {
        for (const each of declared(path)) {
          const paths = known.get(each);
          if (paths === undefined) known.set(each, [path]);
          else paths.push(path);
        }
      }
    }
    return known.get(name) ?? [];
  };
}

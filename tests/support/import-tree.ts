// A work tree in memory for the resolver of imports.

import { type ImportResolver, importResolver } from "../../src/code/imports/import-resolver.ts";
import type { ImportTree } from "../../src/code/imports/tree-names.ts";

/** Files by path; those in the list have no text of interest. */
export function importTree(files: Readonly<Record<string, string>>, empty: readonly string[] = []): ImportTree {
  const texts = new Map([...empty.map((path) => [path, ""] as const), ...Object.entries(files)]);
  return { paths: () => texts.keys(), has: (path) => texts.has(path), read: (path) => texts.get(path) ?? null };
}

/** A resolver over files in memory. */
export function resolverOf(files: Readonly<Record<string, string>>, empty: readonly string[] = []): ImportResolver {
  return importResolver(importTree(files, empty));
}

// What a type of the tree is.

import type { ParsedSymbol } from "../parse/parsed-file.ts";
import { CONTAINER_KINDS } from "../symbol-scanner.ts";
import type { JudgedFile } from "./judge-ports.ts";

/** A type of the tree: the file that declares it, and its full name there. */
export interface TreeType {
  readonly file: JudgedFile;
  readonly name: string;
  readonly symbol: ParsedSymbol;
}

/** Of which type something is: one of the tree, one from outside, or unknown. */
export type FoundType = TreeType | "outside" | null;

/** Kinds of symbols that are types, modules included. */
export const TYPE_KINDS: ReadonlySet<string> = new Set([...CONTAINER_KINDS, "type"]);

/** Whether a symbol is a module or a namespace. */
export function isModule({ kind }: ParsedSymbol): boolean {
  return kind === "module" || kind === "namespace";
}

/** Whether a symbol is a type, and no module. */
export function isType(symbol: ParsedSymbol): boolean {
  return TYPE_KINDS.has(symbol.kind) && !isModule(symbol);
}

/** Whether a type is one of the tree. */
export function isTreeType(type: FoundType): type is TreeType {
  return type !== null && type !== "outside";
}

/** Whether two are one type. */
export function isSameType(a: TreeType, b: Pick<TreeType, "name"> & { readonly file: { readonly path: string } }) {
  return a.file.path === b.file.path && a.name === b.name;
}

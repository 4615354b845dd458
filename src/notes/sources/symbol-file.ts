// A file as it is now, with its symbols, for those who look for the symbol that a note cites.

import { pathBelow } from "../../base/path-names.ts";
import type { StampedFiles } from "../../platform/small-files.ts";
import type { Fingerprint } from "../text/citation.ts";
import { type HashedLines, hashLines } from "../text/citation-lines.ts";
import { fingerprintOf } from "../text/citation-match.ts";
import { lastName } from "../text/symbol-names.ts";
import { bodyHashes, sharedBody } from "../text/symbol-text.ts";
import { FILE_BYTES_MAX } from "./hashed-files.ts";
import { locate, type SourceRoot } from "./source-root.ts";
import type { SymbolLines, SymbolReader } from "./symbol-reader.ts";

/** A file with the symbols that it has. `path` is below the root, `real` absolute. */
export interface SymbolFile {
  readonly path: string;
  readonly real: string;
  readonly version: string;
  readonly lines: readonly string[];
  readonly hashed: HashedLines;
  readonly symbols: readonly SymbolLines[];
}

/**
 * Reads the file at a path that begins in `folder`; null where there is none with code in it, or it is too large.
 * `isQuick`: without a parser.
 */
export async function symbolFile(
  { root, files, reader }: { root: SourceRoot; files: StampedFiles; reader: SymbolReader },
  folder: string,
  path: string,
  isQuick = false,
): Promise<SymbolFile | null> {
  const located = locate(root, folder, path, files);
  if (located.kind !== "file" || located.stamp.size > FILE_BYTES_MAX) return null;
  const text = files.readText(located.path, FILE_BYTES_MAX, root.path);
  const hashed = text === null ? null : hashLines(text);
  if (text === null || hashed === null) return null;
  const below = pathBelow(root.path, located.path);
  const symbols = await (isQuick ? reader.quickSymbolsOf(below, text) : reader.symbolsOf(below, text));
  if (symbols === null) return null;
  // What a scanner says of a text has to be within it.
  const inside = symbols.filter(({ first, last }) => first >= 1 && first <= last && last <= hashed.count);
  return {
    path: below,
    real: located.path,
    version: located.stamp.version,
    lines: text.split("\n"),
    hashed,
    symbols: inside,
  };
}

/** The lines of a symbol. */
export function linesOf({ lines }: SymbolFile, { first, last }: SymbolLines): readonly string[] {
  return lines.slice(first - 1, last);
}

/** What is kept of a symbol, without the directory that its path begins in. */
export function symbolFingerprint(file: SymbolFile, symbol: SymbolLines, nameHash: number) {
  const taken = fingerprintOf(file.hashed, symbol)!;
  const body = bodyHashes(linesOf(file, symbol), lastName(symbol.name));
  return { ...taken, symbol: { name: nameHash, body } };
}

/** Whether a symbol reads as the cited one did. */
export function isSameText(fingerprint: Fingerprint, file: SymbolFile, symbol: SymbolLines): boolean {
  return fingerprintOf(file.hashed, symbol)?.hash === fingerprint.hash;
}

/** How much of the cited symbol, without its name, is in this one; from 0 to 1. */
export function sharedText(fingerprint: Fingerprint, file: SymbolFile, symbol: SymbolLines): number {
  return sharedBody(fingerprint.symbol?.body ?? [], linesOf(file, symbol), lastName(symbol.name));
}

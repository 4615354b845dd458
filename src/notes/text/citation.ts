// The source that an entry cites, and its fingerprint. A source is a path with a line, lines or nothing behind it
// (`src/a.ts:42`, `src/a.ts:42-60`, `src/a.ts:42:7`, `src/a.ts`), or with a symbol (`src/a.ts#Cache.get`). The
// fingerprint is the value of the entry's `[cited: ...]` line:
//   1 42 9f3a1c0b22ee 1 8a1f02bc77d0/19aa0031c4c1 @5d41402a in packages/app
//   |  |       |      |        |           |           |        where the path begins below the root, or left out
//   |  |       |      |        |           |           the directory it was taken in; only for entries of no project
//   |  |       |      |        neighbours above and below, the nearest first, each in four digits
//   |  |       |      how many places of the file read like the cited lines
//   |  |       hash of the cited lines
//   |  the line, or `42-60`; `file`, and neither count nor neighbours, for a whole file
//   For a symbol, its hashes stand behind the neighbours: `#` and four digits each (see `SymbolHashes`).
//   version of this form
// Invariants:
// - parse(format(fingerprint)) = fingerprint.
// - Anything else in that line is no fingerprint, and never an error.

import { hashText } from "./citation-lines.ts";

/** Lines from `first` to `last`, both counted from 1 and included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The parts of a source. `lines` and `symbol` null: the whole file. */
export interface CitedSource {
  readonly path: string;
  readonly lines: LineRange | null;
  /** The name of a symbol, as it was written. */
  readonly symbol: string | null;
}

/** What a fingerprint keeps of a symbol, so that the symbol is known again under another name. */
export interface SymbolHashes {
  /** Short hash of the full name. */
  readonly name: number;
  /** Short hashes of its first lines that say something, its own name left out (see symbol-text.ts). */
  readonly body: readonly number[];
}

/** A description of the cited text when it was cited. Hashes are lower-case hexadecimal digits. */
export interface Fingerprint {
  readonly lines: LineRange | null;
  /** The hash of the cited lines, 12 digits. */
  readonly hash: string;
  /** How many places of the file had this hash, at most `OCCURRENCES_MAX`; 1 for a whole file. */
  readonly occurrences: number;
  /** Hashes of the neighbouring lines, at most `NEIGHBOURS_MAX` each way, the nearest first. */
  readonly above: readonly number[];
  readonly below: readonly number[];
  /** Null where no symbol is cited. */
  readonly symbol: SymbolHashes | null;
  /** Hash of the directory that the path was resolved in, 8 digits; null for an entry of a project. */
  readonly mark: string | null;
  /** The folder below the root that the path begins at; "" for the root. */
  readonly folder: string;
}

/** The highest number of equal places that is counted. */
export const OCCURRENCES_MAX = 99_999;
/** How many neighbouring lines are remembered each way. */
export const NEIGHBOURS_MAX = 3;

const VERSION = 1;
const NEIGHBOUR_DIGITS = 4;
/** Matches the shortest path, so that the numbers of `a.ts:42:7` are line and column. */
const LINE_SUFFIX = /^(.*?[^:]):(\d{1,7})(?:-(\d{1,7})|:\d{1,7})?$/;
/**
 * `src/a.ts#Cache.get`: the name of a file with an extension, and behind `#` a name that begins with no digit. An
 * address on the web is none.
 */
const SYMBOL_SUFFIX = /^(?!\w+:\/\/)([^#]*\.[A-Za-z]\w{0,7})#((?![\d#])(?:[^\s:/]|::){1,300})$/;
const FINGERPRINT =
  /^1 (?:file ([0-9a-f]{12})|(\d{1,7})(?:-(\d{1,7}))? ([0-9a-f]{12}) (\d{1,5}) ((?:[0-9a-f]{4}){0,3})\/((?:[0-9a-f]{4}){0,3})(?: #((?:[0-9a-f]{4}){1,25}))?)(?: @([0-9a-f]{8}))?(?: in (\S.*))?$/;

/** The parts of a source. A line 0 is kept as it is: no file has one. */
export function parseSource(source: string): CitedSource {
  const named = source.includes("#") ? SYMBOL_SUFFIX.exec(source) : null;
  if (named !== null) return { path: named[1]!, lines: null, symbol: named[2]! };
  const match = LINE_SUFFIX.exec(source);
  if (match === null) return { path: source, lines: null, symbol: null };
  const first = Number(match[2]);
  const last = Number(match[3] ?? match[2]);
  return { path: match[1]!, lines: { first: Math.min(first, last), last: Math.max(first, last) }, symbol: null };
}

/** The fingerprint as it stands in an entry, in one line. */
export function formatFingerprint(fingerprint: Fingerprint): string {
  const { lines, hash, occurrences, above, below, symbol, mark, folder } = fingerprint;
  const parts = [String(VERSION)];
  if (lines === null) parts.push("file", hash);
  else {
    const { first, last } = lines;
    parts.push(first === last ? String(first) : `${first}-${last}`, hash, String(occurrences));
    parts.push(`${digits(above)}/${digits(below)}`);
    if (symbol !== null) parts.push(`#${digits([symbol.name, ...symbol.body])}`);
  }
  if (mark !== null) parts.push(`@${mark}`);
  if (folder !== "") parts.push(`in ${folder}`);
  return parts.join(" ");
}

/** Reads the value of a `[cited: ...]` line; null for anything but a fingerprint of this version. */
export function parseFingerprint(cited: string): Fingerprint | null {
  const match = FINGERPRINT.exec(cited);
  if (match === null) return null;
  const [, file, first, last, hash, count, above = "", below = "", named = "", mark = null, folder = ""] = match;
  if (file !== undefined)
    return { lines: null, hash: file, occurrences: 1, above: [], below: [], symbol: null, mark, folder };
  const lines = { first: Number(first), last: Number(last ?? first) };
  const occurrences = Number(count);
  if (lines.first < 1 || lines.last < lines.first || occurrences < 1) return null;
  const [name, ...body] = numbers(named);
  const symbol = name === undefined ? null : { name, body };
  return { lines, hash: hash!, occurrences, above: numbers(above), below: numbers(below), symbol, mark, folder };
}

/**
 * Whether a fingerprint belongs to this source. Another program may have changed one and not the other. Of a symbol
 * where no symbols are read, it is that of the file.
 */
export function isOfSource({ lines, symbol }: Fingerprint, source: CitedSource): boolean {
  if (symbol !== null) return source.symbol !== null && symbol.name === nameHash(source.symbol);
  return lines === null ? source.lines === null : lines.first === source.lines?.first;
}

/** The short hash of a symbol's full name. */
export function nameHash(name: string): number {
  return Number.parseInt(hashText(name).slice(0, NEIGHBOUR_DIGITS), 16);
}

function digits(hashes: readonly number[]): string {
  return hashes.map((hash) => hash.toString(16).padStart(NEIGHBOUR_DIGITS, "0")).join("");
}

function numbers(text: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length; at += NEIGHBOUR_DIGITS) {
    found.push(Number.parseInt(text.slice(at, at + NEIGHBOUR_DIGITS), 16));
  }
  return found;
}

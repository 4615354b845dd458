// Divides the files of a project into modules at a useful grain: folders, the largest of which are divided further, and
// in a flat folder the largest files.
// Invariants:
// - Each file is in exactly one module, and no more modules are made than were asked for.
// - The result depends only on paths and sizes, not on the order of the files.

import type { Language } from "../languages.ts";

/** A file by its path, with forward slashes, relative to the root. */
export interface SizedFile {
  readonly path: string;
  readonly language: Language;
  readonly lines: number;
}

/** A part of the project. */
export interface Module {
  /** A folder, a file, or `folder/*`: what of a folder no other module holds. Each module has another name. */
  readonly name: string;
  readonly files: readonly SizedFile[];
  readonly lines: number;
}

/** A module that may be divided. `isRest`: it is what was left when a folder was divided. */
interface Piece extends Module {
  readonly isRest: boolean;
}

/** A part with a smaller share of its whole is no module of its own. */
const SHARE_MIN = 0.01;
/** A folder is divided only if so much of what lies in its folders stands in a module of its own then. */
const COVERED_MIN = 0.6;
/** With so many modules, one with a smaller share of all lines is not divided. */
const ENOUGH = 8;
const ENOUGH_SHARE = 1 / 8;
/** Languages whose imports name files. In others a folder is the smallest part that imports tell of. */
const BY_FILE: ReadonlySet<Language> = new Set<Language>([
  "bash",
  "c",
  "cpp",
  "javascript",
  "php",
  "python",
  "ruby",
  "rust",
  "tsx",
  "typescript",
]);

/** Divides files into modules, at most `most`, largest first. */
export function modulesOf(files: readonly SizedFile[], most: number): Module[] {
  if (files.length === 0) return [];
  const total = Math.max(1, linesIn(files));
  const whole = pieceOf(files, commonFolder(files), false);
  const pieces = [whole];
  const smallest = total / (2 * most);
  divide(pieces, most, byFolder, (piece) =>
    pieces.length < ENOUGH ? piece.lines >= smallest : piece.lines >= Math.max(smallest, total * ENOUGH_SHARE),
  );
  divide(pieces, Math.min(most, Math.max(ENOUGH, pieces.length)), byFile, (piece) => piece.lines >= smallest);
  return distinct(pieces);
}

/** Pieces as modules, each with a name of its own: a folder may be called `*`, too. */
function distinct(pieces: readonly Piece[]): Module[] {
  const taken = new Set<string>();
  return pieces.map(({ name: given, files, lines }) => {
    let name = given;
    for (let number = 2; taken.has(name); number++) name = `${given} (${number})`;
    taken.add(name);
    return { name, files, lines };
  });
}

/** Divides the largest piece that is worth it, until there are `most` or none is left. Keeps the order of sizes. */
function divide(
  pieces: Piece[],
  most: number,
  parts: (piece: Piece, slots: number) => readonly Piece[],
  isWorthIt: (piece: Piece) => boolean,
): void {
  const done = new Set<string>();
  for (;;) {
    const at = pieces.findIndex((piece) => !done.has(piece.name) && isWorthIt(piece));
    if (at < 0 || pieces.length >= most) return;
    const piece = pieces[at]!;
    done.add(piece.name);
    const found = parts(piece, most - pieces.length + 1);
    if (found.length < 2) continue;
    pieces.splice(at, 1, ...found);
    pieces.sort(largestFirst);
  }
}

/** The folders of a piece, and what lies beside them. */
function byFolder(piece: Piece, slots: number): Piece[] {
  if (piece.isRest) return [];
  const folder = commonFolder(piece.files);
  return divided(piece, folder, slots, COVERED_MIN, (rest) =>
    rest.includes("/") ? rest.slice(0, rest.indexOf("/")) : null,
  );
}

/** The files of a flat piece; a header stands with its source. */
function byFile(piece: Piece, slots: number): Piece[] {
  const flat = piece.files.filter(({ language }) => BY_FILE.has(language));
  if (flat.length * 2 < piece.files.length) return [];
  return divided(piece, commonFolder(piece.files), slots, 0, (rest) =>
    rest.includes("/") ? null : rest.replace(/(?<=.)\.\w+$/, ""),
  );
}

/**
 * Groups a piece's files by `key` of their path in `folder`. The largest become pieces, the others one
 * together. Nothing comes of it where the largest hold less than the share `covered` of all groups.
 */
function divided(
  piece: Piece,
  folder: string,
  slots: number,
  covered: number,
  key: (rest: string) => string | null,
): Piece[] {
  const start = folder === "" ? 0 : folder.length + 1;
  const groups = new Map<string, SizedFile[]>();
  const rest: SizedFile[] = [];
  for (const file of piece.files) {
    const name = key(file.path.slice(start));
    const group = name === null ? rest : (groups.get(name) ?? []);
    if (name !== null) groups.set(name, group);
    group.push(file);
  }
  const found = [...groups.values()]
    .map((files) => pieceOf(files, files.length === 1 ? files[0]!.path : namesOf(files), false))
    .sort(largestFirst);
  const isSmall = (each: Piece) => each.lines < piece.lines * SHARE_MIN;
  const isAll = rest.length === 0 && found.length <= slots && !found.some(isSmall);
  const kept = isAll ? found : found.slice(0, Math.max(0, slots - 1)).filter((each) => !isSmall(each));
  if (isAll || kept.length === 0 || linesIn(kept) < linesIn(found) * covered) return isAll ? kept : [];
  const isKept = new Set(kept.flatMap(({ files }) => files));
  const others = piece.files.filter((file) => !isKept.has(file));
  return [...kept, pieceOf(others, `${folder === "" ? "." : folder}/*`, true)];
}

/** The name of several files: their folder, or the largest of those that share a stem. */
function namesOf(files: readonly SizedFile[]): string {
  const stems = new Set(files.map(({ path }) => path.replace(/(?<=[^/])\.\w+$/, "")));
  if (stems.size > 1) return commonFolder(files);
  return files.toSorted((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1))[0]!.path;
}

function pieceOf(files: readonly SizedFile[], name: string, isRest: boolean): Piece {
  return { name: name === "" ? "." : name, files, lines: linesIn(files), isRest };
}

function linesIn(parts: readonly { readonly lines: number }[]): number {
  return parts.reduce((sum, { lines }) => sum + lines, 0);
}

function largestFirst(a: Piece, b: Piece): number {
  return b.lines - a.lines || (a.name < b.name ? -1 : 1);
}

/** The deepest folder that holds all files; "" for the root. */
function commonFolder(files: readonly SizedFile[]): string {
  let common = folderOf(files[0]!.path);
  for (const { path } of files) {
    while (common !== "" && !path.startsWith(`${common}/`)) common = folderOf(common);
  }
  return common;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

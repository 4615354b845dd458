// The shapes in which tools print errors, as data, and what reads a line by one of them.

import { type BuildError, buildError, type Lines, placeAt, placeBelow, type Weight } from "./build-error.ts";

/** The named groups of a shape's expression. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** One shape of an error. */
export interface ErrorShape {
  /** Only a line that holds one of these texts can have the shape. */
  readonly has: readonly string[];
  /** The line. Its groups `message`, `code`, `test`, `path`, `line` and `column` are parts of the error. */
  readonly line: RegExp;
  readonly weight?: Weight;
  /** In how many lines below a place is looked for, up to a line that `until` matches. A group `path` goes before. */
  readonly below?: number;
  readonly until?: RegExp;
  /** Completes the error by the lines around it; null where it is none. */
  readonly more?: (error: BuildError, lines: Lines, at: number, groups: Groups) => BuildError | null;
}

/** The error of this shape in line `at`; null for none. */
export function readShape(
  { has, line, weight = "exact", below = 0, until, more }: ErrorShape,
  lines: Lines,
  at: number,
): BuildError | null {
  const text = lines[at]!;
  const groups: Groups | undefined = has.some((piece) => text.includes(piece)) ? line.exec(text)?.groups : undefined;
  if (groups === undefined) return null;
  const { message = "", code = "", test = "", path } = groups;
  const place =
    path === undefined ? placeBelow(lines, at + 1, below, until) : placeAt(path, groups.line, groups.column);
  const error = buildError(message, { code, test, place, weight });
  return more === undefined ? error : more(error, lines, at, groups);
}

// Bounds the cost of one call, and remembers what was left out. Answers end with these notes.
// Invariants:
// - What an answer holds is bounded by counts and lengths alone, so the same call on the same files answers the same on
//   a busy machine.

import { counted } from "../../base/wording.ts";
import { FILE_BYTES_MAX } from "../../code/files/unread-names.ts";
import type { FileState } from "../../code/index/generation.ts";
import type { ReadCode } from "../../code/references/uses.ts";

/** Bounds of one call. */
export interface TraceBounds {
  /** How many files are read. */
  readonly filesMax: number;
  /** How much text is read, in code units. */
  readonly textMax: number;
  /** How many uses of names are collected. */
  readonly usesMax: number;
}

export const BOUNDS: TraceBounds = { filesMax: 20_000, textMax: 256_000_000, usesMax: 500_000 };

/** Why code has no text. */
export type LeftOut = Exclude<FileState, "read" | "gone">;

const LEFT_OUT: readonly (readonly [readonly LeftOut[], string])[] = [
  [["large"], `over ${FILE_BYTES_MAX / 1e6} MB`],
  [["minified", "generated"], "minified or generated"],
  [["binary"], "binary"],
  [["secret"], "that may hold credentials"],
  [["unreadable"], "that cannot be read"],
];

/** A file with more than this share of broken lines is reported as understood only in part. */
const BROKEN_SHARE = 0.1;
const NAMES_SHOWN = 3;

/** Counts what is read and what is left out. */
export class TraceNotes {
  readonly #bounds: TraceBounds;
  /** What is to be said of the tree. */
  readonly #remarks: readonly string[];
  readonly #leftOut = new Map<LeftOut, number>();
  readonly #broken: string[] = [];
  readonly #light: string[] = [];
  #files = 0;
  #length = 0;
  #uses = 0;
  #unseen = 0;
  #stopped: string | null = null;

  constructor(bounds: TraceBounds, remarks: readonly string[] = []) {
    this.#bounds = bounds;
    this.#remarks = remarks;
  }

  /** Whether a bound is reached. Once true, the answer stays true. */
  isOver(): boolean {
    const { filesMax, textMax, usesMax } = this.#bounds;
    if (this.#files >= filesMax) this.#stopped ??= counted(filesMax, "file", "files");
    else if (this.#length >= textMax) this.#stopped ??= `${Math.round(textMax / 1e6)} MB`;
    else if (this.#uses >= usesMax) this.#stopped ??= counted(usesMax, "use", "uses");
    return this.#stopped !== null;
  }

  noteUses(count: number): void {
    this.#uses += count;
  }

  noteLeftOut(why: LeftOut): void {
    this.#leftOut.set(why, (this.#leftOut.get(why) ?? 0) + 1);
  }

  /** Counts files that were known but not looked at, since a bound was reached. */
  noteUnseen(count: number): void {
    this.#unseen += count;
  }

  /** Notes a file that was read, and how well it could be. */
  noteRead(path: string, { text, parsed }: ReadCode, lines: number): void {
    this.#files++;
    this.#length += text.length;
    if (!parsed) this.#light.push(path);
    else if (parsed.brokenLines > BROKEN_SHARE * lines) this.#broken.push(path);
  }

  /** The notes to add to a message that something was not found: it may be in a part that was not read. */
  limits(): string {
    const notes = this.lines();
    return notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  }

  /** What the answer has to say, a line each. */
  lines(): string[] {
    const notes: string[] = [];
    if (this.#stopped !== null) {
      const rest = `${counted(this.#unseen, "file was", "files were")} not looked at`;
      notes.push(`stopped after ${this.#stopped}: ${rest}; narrow it with path or filter`);
    }
    const kinds = LEFT_OUT.flatMap(([states, what]) => {
      const count = states.reduce((sum, state) => sum + (this.#leftOut.get(state) ?? 0), 0);
      return count === 0 ? [] : [`${count} ${what}`];
    });
    if (kinds.length > 0) notes.push(`left out: ${kinds.join(", ")}`);
    if (this.#broken.length > 0) notes.push(`syntax errors hide parts of ${named(this.#broken)}`);
    if (this.#light.length > 0) notes.push(`read line by line, without a parser: ${named(this.#light)}`);
    return [...notes, ...this.#remarks];
  }
}

function named(paths: readonly string[]): string {
  const more = paths.length - NAMES_SHOWN;
  return paths.slice(0, NAMES_SHOWN).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

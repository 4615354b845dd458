// Bounds the cost of looking through a tree, and remembers what was left out. Every action has one survey. Its answer
// ends with the notes of the survey.
// Invariants:
// - What an answer holds is bounded by counts and bytes alone, so the same call on the same files answers the same on a
//   busy machine. The time is a last resort, and an error.

import { HelixError } from "../base/errors.ts";
import { counted } from "../base/wording.ts";

/** Bounds of one call. */
export interface Bounds {
  /** How many code files are read. */
  readonly filesMax: number;
  /** How many names in folders are looked at. */
  readonly namesMax: number;
  /** How many bytes a file may have, and all files together. */
  readonly fileBytesMax: number;
  readonly bytesMax: number;
  /** How much text is parsed, in code units. Text whose symbols are known already counts too. */
  readonly parsedMax: number;
  /** How many uses of names are collected. */
  readonly usesMax: number;
  /** The last resort, in milliseconds: many times what the other bounds allow on a machine that is not busy. */
  readonly timeMs: number;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

export const BOUNDS: Bounds = {
  filesMax: 20_000,
  namesMax: 200_000,
  fileBytesMax: 1_000_000,
  bytesMax: 256_000_000,
  parsedMax: 64_000_000,
  usesMax: 500_000,
  timeMs: 120_000,
  now: () => performance.now(),
};

type LeftOut = "large" | "binary" | "generated" | "named" | "unreadable";

const LEFT_OUT: readonly (readonly [LeftOut, string])[] = [
  ["generated", "minified or generated"],
  ["binary", "binary"],
  ["unreadable", "that cannot be read"],
  ["named", "with control characters in the name"],
];

/** A file with more than this share of broken lines is reported as understood only in part. */
const BROKEN_SHARE = 0.1;
const NAMES_SHOWN = 3;

/** Counts what is read and what is left out. */
export class Survey {
  readonly bounds: Bounds;
  readonly #deadline: number;
  readonly #leftOut = new Map<LeftOut, number>();
  readonly #broken: string[] = [];
  readonly #light: string[] = [];
  #files = 0;
  #bytes = 0;
  #parsed = 0;
  #uses = 0;
  #stopped: string | null = null;
  #unseen = 0;
  #folders = 0;
  #links = 0;
  #deep = 0;
  #levels = 0;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
    this.#deadline = bounds.now() + bounds.timeMs;
  }

  /** Whether a bound is reached. Once true, the answer stays true. Throws LIMIT when the time is up. */
  isOver(): boolean {
    const { filesMax, bytesMax, parsedMax, usesMax } = this.bounds;
    this.checkTime();
    if (this.#stopped !== null) return true;
    if (this.#files >= filesMax) this.#stopped = counted(filesMax, "file", "files");
    else if (this.#bytes >= bytesMax) this.#stopped = `${Math.round(bytesMax / 1e6)} MB`;
    else if (this.#parsed >= parsedMax) this.#stopped = `${Math.round(parsedMax / 1e6)} MB of parsed code`;
    else if (this.#uses >= usesMax) this.#stopped = counted(usesMax, "use", "uses");
    return this.#stopped !== null;
  }

  /** Whether the time is up. */
  isLate(): boolean {
    return this.bounds.now() >= this.#deadline;
  }

  /** Throws LIMIT when the time is up. */
  checkTime(): void {
    if (!this.isLate()) return;
    throw new HelixError(
      "LIMIT",
      `trace gave up after ${this.bounds.timeMs / 1000} s, with ${counted(this.#files, "file", "files")} read: the machine is busy, or there is too much to read; try again, or narrow it with path or filter, e.g. path="src/engine"`,
    );
  }

  /** Ends the survey because of too many names in folders. */
  stopAtNames(): void {
    this.#stopped ??= counted(this.bounds.namesMax, "name", "names");
  }

  noteRead(bytes: number): void {
    this.#files++;
    this.#bytes += bytes;
  }

  /** Counts a text of `length` code units as parsed. */
  noteParsed(length: number): void {
    this.#parsed += length;
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

  noteUnlistedFolder(): void {
    this.#folders++;
  }

  /** A link that leads out of the project. */
  noteLinkOut(): void {
    this.#links++;
  }

  /** A folder that is too deep to be looked into: more than `levels` deep. */
  noteDeepFolder(levels: number): void {
    this.#deep++;
    this.#levels = levels;
  }

  /** A file with lines that could not be understood. */
  noteBroken(path: string, brokenLines: number, lines: number): void {
    if (brokenLines > BROKEN_SHARE * lines) this.#broken.push(path);
  }

  /** A file that only the line scanner could read. */
  noteLight(path: string): void {
    this.#light.push(path);
  }

  /** The notes to add to a message that something was not found: it may be in a part that was not read. */
  limits(): string {
    const notes = this.notes();
    return notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  }

  /** What the answer has to say about the survey, a line each. */
  notes(): string[] {
    const notes: string[] = [];
    if (this.#stopped !== null) {
      const rest =
        this.#unseen > 0
          ? `${counted(this.#unseen, "file was", "files were")} not looked at`
          : "the rest was not looked at";
      notes.push(`stopped after ${this.#stopped}: ${rest}; narrow it with path or filter`);
    }
    const kinds = LEFT_OUT.filter(([why]) => this.#leftOut.has(why)).map(
      ([why, text]) => `${this.#leftOut.get(why)} ${text}`,
    );
    const large = this.#leftOut.get("large");
    if (large !== undefined) kinds.unshift(`${large} over ${this.bounds.fileBytesMax / 1e6} MB`);
    if (this.#folders > 0) kinds.push(`${counted(this.#folders, "folder", "folders")} that cannot be listed`);
    if (this.#links > 0) kinds.push(`${counted(this.#links, "link", "links")} out of the project`);
    if (this.#deep > 0) kinds.push(`${counted(this.#deep, "folder", "folders")} deeper than ${this.#levels} levels`);
    if (kinds.length > 0) notes.push(`left out: ${kinds.join(", ")}`);
    if (this.#broken.length > 0) notes.push(`syntax errors hide parts of ${named(this.#broken)}`);
    if (this.#light.length > 0)
      notes.push(`read line by line, without a parser (the first 500 lines): ${named(this.#light)}`);
    return notes;
  }
}

function named(paths: readonly string[]): string {
  const more = paths.length - NAMES_SHOWN;
  return paths.slice(0, NAMES_SHOWN).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

// What looking through a tree may cost, and what was left out of it. Every action has one survey, and its answer ends
// with what the survey has to say.

import { counted } from "../base/wording.ts";

/** Bounds of one call. */
export interface Bounds {
  /** Code files that are read. */
  readonly filesMax: number;
  /** Names in folders that are looked at. */
  readonly namesMax: number;
  /** Bytes of a file, and of all files together. */
  readonly fileBytesMax: number;
  readonly bytesMax: number;
  readonly timeMs: number;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

export const BOUNDS: Bounds = {
  filesMax: 20_000,
  namesMax: 200_000,
  fileBytesMax: 1_000_000,
  bytesMax: 256_000_000,
  timeMs: 10_000,
  now: () => performance.now(),
};

type LeftOut = "large" | "binary" | "generated" | "named" | "unreadable";

const LEFT_OUT: readonly (readonly [LeftOut, string])[] = [
  ["generated", "minified or generated"],
  ["binary", "binary"],
  ["unreadable", "that cannot be read"],
  ["named", "with control characters in the name"],
];

/** A share of broken lines from which on a file is said to be understood in part only. */
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

  /** Whether a bound is reached; once it is, it stays. */
  isOver(): boolean {
    const { filesMax, bytesMax, timeMs, now } = this.bounds;
    if (this.#stopped !== null) return true;
    if (this.#files >= filesMax) this.#stopped = counted(filesMax, "file", "files");
    else if (this.#bytes >= bytesMax) this.#stopped = `${Math.round(bytesMax / 1e6)} MB`;
    else if (now() >= this.#deadline) this.#stopped = `${timeMs / 1000} s`;
    return this.#stopped !== null;
  }

  /** Whether the time is up; the file at hand may be the last one that the other bounds allow. */
  isLate(): boolean {
    const { timeMs, now } = this.bounds;
    if (now() < this.#deadline) return false;
    this.#stopped ??= `${timeMs / 1000} s`;
    return true;
  }

  /** Ends the survey because of too many names in folders. */
  stopAtNames(): void {
    this.#stopped ??= counted(this.bounds.namesMax, "name", "names");
  }

  noteRead(bytes: number): void {
    this.#files++;
    this.#bytes += bytes;
  }

  noteLeftOut(why: LeftOut): void {
    this.#leftOut.set(why, (this.#leftOut.get(why) ?? 0) + 1);
  }

  /** A file that was known and not looked at, since a bound was reached. */
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

  /** A folder that lies too deep to be looked into: further down than `levels`. */
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

  /** What has to be said behind a message that something was not found: it may be in what was not read. */
  limits(): string {
    const notes = this.notes();
    return notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  }

  /** What has to be said, a line each. */
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

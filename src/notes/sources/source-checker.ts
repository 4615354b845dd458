// Takes fingerprints of cited text, and compares them with the files as they are now. It is for callers that may read
// files; a search never does. An entry without a fingerprint comes from the original program, or its file could not be
// read or was too large. Such an entry is judged by time:
// - A file from a later minute than the entry is "modified".
// - A file from an earlier minute is "unchanged" if it is cited as a whole. Cited lines are never called unchanged.
// - A file from the entry's own minute may be older (edited, then noted) or younger, so nothing is claimed.

import type { StampedFiles } from "../../platform/small-files.ts";
import { sameProject } from "../projects/project.ts";
import {
  type CitedSource,
  type Fingerprint,
  formatFingerprint,
  isOfSource,
  type LineRange,
  parseFingerprint,
  parseSource,
} from "../text/citation.ts";
import type { HashedLines } from "../text/citation-lines.ts";
import { compareCited, fingerprintOf } from "../text/citation-match.ts";
import { entryDate } from "../text/entry-date.ts";
import type { EntryText } from "../text/entry-text.ts";
import { HashedFiles, type NoLines } from "./hashed-files.ts";
import { type Located, locate, type SourceRoot } from "./source-root.ts";
import type { SourceState, UncheckedReason } from "./source-state.ts";

/** What has to be known about an entry to check its source. */
export interface CitingEntry {
  readonly source: string;
  readonly cited: string | null;
  readonly projects: readonly string[];
  /** When it was stored or last edited, in UTC minutes since 1970. */
  readonly minutes: number;
}

/** How many files one pass may look at, and how many bytes of them it may read. */
export interface PassLimits {
  readonly files: number;
  readonly bytes: number;
}

const MINUTE_MS = 60_000;

/** What an entry says about its source; null for an entry without one. `minutes`: when the entry was stored. */
export function citingEntry(entry: EntryText, minutes: number): CitingEntry | null {
  const { source, cited, projects, modified } = entry;
  if (source === null) return null;
  return { source, cited, projects, minutes: entryDate(minutes, modified) };
}

/** Why there is no fingerprint for a source. */
export type NotCited = NoLines | "no such file" | "no such line" | "outside of this project";

export class SourceChecker {
  /** The directory in which sources are looked for; null: none are. */
  readonly root: SourceRoot | null;
  readonly files: StampedFiles;
  readonly #hashed: HashedFiles;

  constructor(root: SourceRoot | null, files: StampedFiles) {
    this.root = root;
    this.files = files;
    this.#hashed = new HashedFiles(files, root?.path ?? "");
  }

  /**
   * The fingerprint of what a source cites now, for an entry with these project keys; null if the source is no readable
   * file inside of the root, or the file does not have the cited lines.
   */
  cite(source: string, projects: readonly string[]): string | null {
    const taken = this.#take(source, projects);
    return typeof taken === "string" ? null : formatFingerprint(taken);
  }

  /** Why `cite` gives no fingerprint for this source; null if it gives one. */
  whyNotCited(source: string): NotCited | null {
    const taken = this.#take(source, []);
    return typeof taken === "string" ? taken : null;
  }

  #take(source: string, projects: readonly string[]): Fingerprint | NotCited {
    const { root, files } = this;
    if (root === null) return "no such file";
    const { path, lines } = parseSource(source);
    let why: NotCited | null = null;
    for (const folder of new Set([root.folder, ""])) {
      const located = locate(root, folder, path, files);
      if (located.kind !== "file") {
        why ??= located.kind === "outside" ? "outside of this project" : "no such file";
        continue;
      }
      const hashed = this.#hashed.lines(located.path, located.stamp);
      if (typeof hashed === "string") return hashed;
      const taken = fingerprintOf(hashed, lines);
      return taken === null ? "no such line" : { ...taken, mark: projects.length > 0 ? null : root.mark, folder };
    }
    return why ?? "no such file";
  }

  /** Begins to check entries. A pass looks at each file once. */
  pass(limits: PassLimits): SourcePass {
    return new SourcePass(this, this.#hashed, limits);
  }
}

/** The state of a source, and the version of the file that was checked. */
export interface Checked {
  readonly state: SourceState;
  readonly version: string;
}

/** Checks many entries at about the same time. */
export class SourcePass {
  readonly #checker: SourceChecker;
  readonly #hashed: HashedFiles;
  readonly #limits: PassLimits;
  readonly #bytesBefore: number;
  /** What was found in this pass, by the folder and the path that were looked for. */
  readonly #found = new Map<string, Located>();

  constructor(checker: SourceChecker, hashed: HashedFiles, limits: PassLimits) {
    this.#checker = checker;
    this.#hashed = hashed;
    this.#limits = limits;
    this.#bytesBefore = hashed.bytesRead;
  }

  /** The state of an entry's source; null if the limits do not allow to look at the file. */
  check(entry: CitingEntry): SourceState | null {
    return this.recheck(entry, null)?.state ?? null;
  }

  /** Like `check`, but quicker if the file has the version that was checked `last`. */
  recheck(entry: CitingEntry, last: Checked | null): Checked | null {
    const source = parseSource(entry.source);
    const fingerprint = fingerprintFor(entry, source);
    if (!this.#isOfHere(entry, fingerprint))
      return { state: { kind: "unchecked", why: whyElsewhere(entry, fingerprint) }, version: "" };
    const found = fingerprint === null ? this.#findSomewhere(source.path) : this.#find(fingerprint.folder, source.path);
    if (found === null) return null;
    const version = found.kind === "file" ? found.stamp.version : found.kind;
    if (last?.version === version) return last;
    const state = fingerprint === null ? this.#byTime(found, source, entry) : this.#byFingerprint(found, fingerprint);
    return state && { state, version };
  }

  /** The path of the file that an entry cites; null if there is none, or it may not be looked at. */
  locate(entry: CitingEntry): string | null {
    const source = parseSource(entry.source);
    const fingerprint = fingerprintFor(entry, source);
    if (!this.#isOfHere(entry, fingerprint)) return null;
    const found = fingerprint === null ? this.#findSomewhere(source.path) : this.#find(fingerprint.folder, source.path);
    return found?.kind === "file" ? found.path : null;
  }

  #byFingerprint(found: Located, fingerprint: Fingerprint): SourceState | null {
    if (found.kind === "outside") return { kind: "unchecked", why: "outside of this project" };
    if (found.kind !== "file") return { kind: "gone" };
    if (this.#hashed.bytesRead - this.#bytesBefore >= this.#limits.bytes) return null;
    const lines = this.#hashed.lines(found.path, found.stamp);
    if (typeof lines === "string") return { kind: "unchecked", why: lines };
    const compared = compareCited(fingerprint, lines);
    if (compared.state !== "moved") return { kind: compared.state };
    // A symbol is found by its name wherever its lines are.
    if (fingerprint.symbol !== null) return { kind: "unchanged" };
    const { first, last } = fingerprint.lines!;
    return { kind: "moved", first: compared.line, last: compared.line + last - first };
  }

  /** Judges by time, as the original program does for all entries: the file is younger than the entry, or it is not. */
  #byTime(found: Located, { lines }: CitedSource, { minutes }: CitingEntry): SourceState | null {
    if (found.kind === "outside") return { kind: "unchecked", why: "outside of this project" };
    if (found.kind !== "file") return { kind: "unchecked", why: "without a file here" };
    const { path, stamp } = found;
    const isLater = stamp.modifiedMs >= (minutes + 1) * MINUTE_MS;
    if (lines === null) {
      if (isLater) return { kind: "modified" };
      return stamp.modifiedMs < minutes * MINUTE_MS
        ? { kind: "unchanged" }
        : { kind: "unchecked", why: "without a fingerprint" };
    }
    const mayRead = this.#hashed.bytesRead - this.#bytesBefore < this.#limits.bytes;
    const hashed = mayRead ? this.#hashed.lines(path, stamp) : null;
    if (typeof hashed === "object" && hashed !== null && !hasLine(hashed, lines)) return { kind: "gone" };
    if (isLater) return { kind: "modified" };
    if (hashed === null) return null;
    return { kind: "unchecked", why: typeof hashed === "string" ? hashed : "without a fingerprint" };
  }

  /** Finds a path of which no folder is remembered: at the root, else where the caller is. */
  #findSomewhere(path: string): Located | null {
    const atRoot = this.#find("", path);
    const { folder } = this.#checker.root!;
    return atRoot === null || atRoot.kind === "file" || folder === "" ? atRoot : this.#find(folder, path);
  }

  #find(folder: string, path: string): Located | null {
    const { root, files } = this.#checker;
    const key = `${folder}\n${path}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (this.#found.size >= this.#limits.files) return null;
    const found = locate(root!, folder, path, files);
    this.#found.set(key, found);
    return found;
  }

  #isOfHere({ projects }: CitingEntry, fingerprint: Fingerprint | null): boolean {
    const { root } = this.#checker;
    if (root === null) return false;
    if (projects.length > 0) return sameProject(projects, root.keys);
    return fingerprint === null || fingerprint.mark === null || fingerprint.mark === root.mark;
  }
}

/** Whether a file has the first of these lines. The end of a range may lie beyond the file. */
function hasLine({ count }: HashedLines, { first }: LineRange): boolean {
  return first >= 1 && first <= count;
}

/** Why an entry that belongs elsewhere is not checked. */
function whyElsewhere({ projects }: CitingEntry, fingerprint: Fingerprint | null): UncheckedReason {
  if (projects.length > 0) return "of other projects";
  return fingerprint?.mark ? "stored from another directory" : "without a file here";
}

/** The fingerprint of an entry if it belongs to the entry's source; else null. */
export function fingerprintFor({ cited }: Pick<CitingEntry, "cited">, source: CitedSource): Fingerprint | null {
  const fingerprint = cited === null ? null : parseFingerprint(cited);
  return fingerprint !== null && isOfSource(fingerprint, source) ? fingerprint : null;
}

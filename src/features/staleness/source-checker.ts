// Takes fingerprints of what entries cite, and compares them with the files as they are now. For those who may look at files: never
// the path of a search.

import { sameProject } from "../../knowledge/project.ts";
import type { FileStamp, StampedFiles } from "../../storage/small-files.ts";
import {
  type CitedSource,
  type Fingerprint,
  formatFingerprint,
  isOfSource,
  parseFingerprint,
  parseSource,
} from "../../text/citation.ts";
import { compareCited, fingerprintOf } from "../../text/citation-match.ts";
import { parseEntryText } from "../../text/entry-text.ts";
import { HashedFiles } from "./hashed-files.ts";
import { type Located, locate, type SourceRoot } from "./source-root.ts";
import type { SourceState } from "./source-state.ts";

/** What has to be known of an entry to check its source. */
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
const MODIFIED = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/;

/** What a body says of its source; null for one without. `minutes`: when it was stored. */
export function citingEntry(body: string, minutes: number): CitingEntry | null {
  const { source, cited, projects, modified } = parseEntryText(body);
  if (source === null) return null;
  const match = modified === null ? null : MODIFIED.exec(modified);
  const modifiedMs = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}`);
  return { source, cited, projects, minutes: modifiedMs > minutes * MINUTE_MS ? modifiedMs / MINUTE_MS : minutes };
}

export class SourceChecker {
  /** Where sources are looked for; null: nowhere. */
  readonly root: SourceRoot | null;
  readonly files: StampedFiles;
  readonly #hashed: HashedFiles;

  constructor(root: SourceRoot | null, files: StampedFiles) {
    this.root = root;
    this.files = files;
    this.#hashed = new HashedFiles(files);
  }

  /**
   * The fingerprint of what a source cites now, for an entry with these project keys; null when it is no readable file inside of the
   * root that has such lines.
   */
  cite(source: string, projects: readonly string[]): string | null {
    const { root, files } = this;
    if (root === null) return null;
    const { path, lines } = parseSource(source);
    for (const folder of new Set([root.folder, ""])) {
      const located = locate(root, folder, path, files);
      const stamp = located.kind === "file" ? files.stamp(located.path) : null;
      if (located.kind !== "file" || stamp === null) continue;
      const hashed = this.#hashed.lines(located.path, stamp);
      const taken = hashed === null ? null : fingerprintOf(hashed, lines);
      return taken && formatFingerprint({ ...taken, mark: projects.length > 0 ? null : root.mark, folder });
    }
    return null;
  }

  /** Begins to check entries; each file is looked at once. */
  pass(limits: PassLimits): SourcePass {
    return new SourcePass(this, this.#hashed, limits);
  }
}

/** A file as it was found in a pass. */
interface Found {
  readonly located: Located;
  readonly stamp: FileStamp | null;
}

/** The state of a source, and of which version of the file. */
export interface Checked {
  readonly state: SourceState;
  readonly version: string;
}

/** Checks of many entries at about one time. */
export class SourcePass {
  readonly #checker: SourceChecker;
  readonly #hashed: HashedFiles;
  readonly #limits: PassLimits;
  readonly #bytesBefore: number;
  readonly #found = new Map<string, Found>();

  constructor(checker: SourceChecker, hashed: HashedFiles, limits: PassLimits) {
    this.#checker = checker;
    this.#hashed = hashed;
    this.#limits = limits;
    this.#bytesBefore = hashed.bytesRead;
  }

  /** The state of an entry's source; null when the limits do not allow to look. */
  check(entry: CitingEntry): SourceState | null {
    return this.recheck(entry, null)?.state ?? null;
  }

  /** The same, sooner where the file is as it was when it was `last` checked. */
  recheck(entry: CitingEntry, last: Checked | null): Checked | null {
    const source = parseSource(entry.source);
    const fingerprint = fingerprintFor(entry, source);
    if (!this.#isOfHere(entry, fingerprint))
      return { state: { kind: "unchecked", why: "of other projects" }, version: "" };
    const found = fingerprint === null ? this.#findSomewhere(source.path) : this.#find(fingerprint.folder, source.path);
    if (found === null) return null;
    const version = found.stamp?.version ?? found.located.kind;
    if (last?.version === version) return last;
    const state = fingerprint === null ? byTime(found, entry) : this.#byFingerprint(found, fingerprint);
    return state && { state, version };
  }

  /** The path of the file that an entry cites; null when there is none, or it is not to be looked at. */
  locate(entry: CitingEntry): string | null {
    const source = parseSource(entry.source);
    const fingerprint = fingerprintFor(entry, source);
    if (!this.#isOfHere(entry, fingerprint)) return null;
    const located = (
      fingerprint === null ? this.#findSomewhere(source.path) : this.#find(fingerprint.folder, source.path)
    )?.located;
    return located?.kind === "file" ? located.path : null;
  }

  #byFingerprint({ located, stamp }: Found, fingerprint: Fingerprint): SourceState | null {
    if (located.kind === "outside") return { kind: "unchecked", why: "outside of this project" };
    if (located.kind !== "file" || stamp === null) return { kind: "gone" };
    if (this.#hashed.bytesRead - this.#bytesBefore >= this.#limits.bytes) return null;
    const lines = this.#hashed.lines(located.path, stamp);
    if (lines === null) return { kind: "unchecked", why: "not readable" };
    const compared = compareCited(fingerprint, lines);
    if (compared.state !== "moved") return { kind: compared.state };
    const { first, last } = fingerprint.lines!;
    return { kind: "moved", first: compared.line, last: compared.line + last - first };
  }

  /** Of a path that nothing is remembered of: at the root, else where the caller is. */
  #findSomewhere(path: string): Found | null {
    const atRoot = this.#find("", path);
    const { folder } = this.#checker.root!;
    return atRoot === null || atRoot.stamp !== null || folder === "" ? atRoot : this.#find(folder, path);
  }

  #find(folder: string, path: string): Found | null {
    const { root, files } = this.#checker;
    const key = `${folder}\n${path}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (this.#found.size >= this.#limits.files) return null;
    const located = locate(root!, folder, path, files);
    const found = { located, stamp: located.kind === "file" ? files.stamp(located.path) : null };
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

/** What the original program does for all entries: the file is younger than the entry, or not. */
function byTime({ located, stamp }: Found, { minutes }: CitingEntry): SourceState {
  if (located.kind === "outside") return { kind: "unchecked", why: "outside of this project" };
  if (stamp === null) return { kind: "unchecked", why: "without a file here" };
  // Entries know the minute only: what was modified within it counts as before.
  return { kind: stamp.modifiedMs >= (minutes + 1) * MINUTE_MS ? "modified" : "unchanged" };
}

/** The fingerprint of an entry, if it has one that belongs to its source. */
export function fingerprintFor({ cited }: CitingEntry, source: CitedSource): Fingerprint | null {
  const fingerprint = cited === null ? null : parseFingerprint(cited);
  return fingerprint !== null && isOfSource(fingerprint, source) ? fingerprint : null;
}

// A digest of the files in a task's delta: the same as long as no file in it came, went or changed. Only what the globs
// can reach is looked at, since a hook waits for it.
// Invariants:
// - Contents count, not times: a file that is written again as it was is the same file. Modes and links count.
// - What cannot be read whole counts by what the system says of it, so that a change of it is not missed.
// - Links are not followed, also not in a folder above.

import { FOREIGN_FOLDERS } from "../../code/files/foreign-folders.ts";
import { diskTreeEntries, hashOf, type TreeEntries, type TreeEntry } from "../../platform/tree-entries.ts";
import { isInDelta } from "../guard/delta.ts";

/** The digest of a delta that holds more than is looked at, or a folder that cannot be listed: equal to no other. */
export const NO_DIGEST = "";

export interface DigestBounds {
  /** How many names are looked at. */
  readonly namesMax: number;
  /** Larger files count by their facts, and so do those behind so many bytes in all. */
  readonly fileBytesMax: number;
  readonly bytesMax: number;
}

export const DIGEST_BOUNDS: DigestBounds = {
  namesMax: 100_000,
  fileBytesMax: 8 * 1024 * 1024,
  bytesMax: 64 * 1024 * 1024,
};

/**
 * The digest of the files in the delta of the work tree at `root`, a path without links; NO_DIGEST where they cannot be
 * told. Never throws.
 */
export function deltaDigest(
  root: string,
  delta: readonly string[],
  entries: TreeEntries = diskTreeEntries,
  bounds: DigestBounds = DIGEST_BOUNDS,
): string {
  const paths = deltaFiles(root, delta, entries, bounds.namesMax);
  if (paths === null) return NO_DIGEST;
  let bytes = 0;
  const lines = paths.map(([path, entry]) => {
    const isShort = entry.size <= bounds.fileBytesMax && bytes + entry.size <= bounds.bytesMax;
    const isRead = entry.kind === "file" && isShort;
    if (isRead) bytes += entry.size;
    return `${JSON.stringify(path)} ${stateOf(`${root}/${path}`, entry, isRead ? bounds.fileBytesMax : -1, entries)}`;
  });
  return hashOf(lines.join("\n"));
}

function stateOf(path: string, entry: TreeEntry, bytesMax: number, entries: TreeEntries): string {
  const { kind, mode, size, modifiedMs, changedMs, inode } = entry;
  if (kind === "link") return `link ${JSON.stringify(entries.target(path))}`;
  const hash = bytesMax < 0 ? null : entries.hash(path, bytesMax);
  return `${kind} ${mode} ${hash ?? `${size} ${modifiedMs} ${changedMs} ${inode}`}`;
}

/** What lies in a delta, by path, in order; folders are none. Null where there is more than `namesMax`, or a folder is closed. */
export function deltaFiles(
  root: string,
  delta: readonly string[],
  entries: TreeEntries,
  namesMax: number,
): (readonly [string, TreeEntry])[] | null {
  // A file in the place of the tree's root, or none, has no files in it; that is no empty delta.
  if (entries.look(root)?.kind !== "directory") return null;
  const walk = new DeltaWalk(root, delta, entries, namesMax);
  for (const glob of delta) if (!walk.take(glob)) return null;
  return [...walk.found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Looks at what globs can reach. */
class DeltaWalk {
  readonly found = new Map<string, TreeEntry>();
  readonly #root: string;
  readonly #delta: readonly string[];
  readonly #entries: TreeEntries;
  #room: number;

  constructor(root: string, delta: readonly string[], entries: TreeEntries, namesMax: number) {
    this.#root = root;
    this.#delta = delta;
    this.#entries = entries;
    this.#room = namesMax;
  }

  /** Looks at what a glob can reach. False where that is too much, or closed. */
  take(glob: string): boolean {
    const parts = glob.split("/").filter((part) => part !== "" && part !== ".");
    const plain = parts.findIndex((part) => part.includes("*"));
    const base = (plain < 0 ? parts : parts.slice(0, plain)).join("/");
    const rest = plain < 0 ? [] : parts.slice(plain);
    const isDeep = glob.endsWith("/") || rest.includes("**");
    if (base !== "") {
      const entry = this.#lookAlong(base);
      if (entry === null) return true;
      if (entry.kind === "closed") return false;
      if (entry.kind !== "directory") return true;
    }
    if (!isDeep && rest.length === 0) return true;
    return this.#enter(base, isDeep ? Number.POSITIVE_INFINITY : rest.length);
  }

  /**
   * What stands at a path, or at the first place on the way that is no folder. That is noted, too: a link there leads
   * elsewhere, which is as good as a change of all behind it.
   */
  #lookAlong(path: string): TreeEntry | null {
    for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
      const each = end < 0 ? path : path.slice(0, end);
      const entry = this.#entries.look(`${this.#root}/${each}`);
      if (entry !== null && entry.kind !== "directory") this.found.set(each, entry);
      if (end < 0 || entry?.kind !== "directory") return entry;
    }
  }

  #enter(folder: string, depth: number): boolean {
    const names = this.#entries.list(folder === "" ? this.#root : `${this.#root}/${folder}`);
    if (names === null) return false;
    this.#room -= names.length;
    if (this.#room < 0) return false;
    for (const { name, kind } of names) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (kind === "directory") {
        if (depth > 1 && !FOREIGN_FOLDERS.has(name) && !this.#enter(path, depth - 1)) return false;
      } else if (isInDelta(path, this.#delta)) {
        const entry = this.#entries.look(`${this.#root}/${path}`);
        if (entry !== null) this.found.set(path, entry);
      }
    }
    return true;
  }
}

// A snapshot of a work tree: what stands at each path, with a hash of its content, so that a report can tell what was
// changed since. It is kept under its own hash in `plans/snapshots/`.
// Invariants:
// - Everything is looked at; what is not read (a large file, or one behind the time limit) counts by what the system
//   says of it alone. What was not even looked at is said.
// - What a file was hashed under is not trusted if the system's clock may not tell a later change from it: a file that
//   changed in the last two seconds is read again at the report.

import { HelixError, orNull } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { GitPorts } from "../../platform/git/git-program.ts";
import { hashOf, type TreeEntries, type TreeEntry } from "../../platform/tree-entries.ts";
import { readWhole } from "../../platform/whole-file.ts";
import { isInDelta } from "../guard/delta.ts";
import { type PlacedEntry, treeNames } from "./tree-names.ts";

/** An entry of a snapshot. */
export interface SnapshotEntry extends TreeEntry {
  /** Of its content; what a link says; "" where it was not read. */
  readonly content: string;
  /** It changed so lately that a later change may look the same. */
  readonly isFresh: boolean;
}

export interface Snapshot {
  /** A path without links. */
  readonly root: string;
  /** By path, relative to the root. */
  readonly entries: ReadonlyMap<string, SnapshotEntry>;
  /** What git ignored; a folder ends with a slash. */
  readonly ignored: readonly string[];
  /** A hash of the rules that lie outside of the tree. */
  readonly rules: string;
  /** Whether there was more than was looked at. */
  readonly isCut: boolean;
  /** Texts of files that were asked for, by path, to tell later which lines are new. */
  readonly texts: ReadonlyMap<string, string>;
  /** What is compared by less than its content, or not at all, a line each. */
  readonly notes: readonly string[];
}

/** What a snapshot is taken with. */
export interface SnapshotWishes {
  /** An older snapshot of the same tree: what is as it was is not read again. */
  readonly last?: Snapshot | null;
  /** The delta of which the texts are kept; left out: none. Only a plan that forbids idioms needs them. */
  readonly textsOf?: readonly string[];
}

export interface SnapshotBounds {
  readonly namesMax: number;
  /** In milliseconds, for reading; a run of git may take as long. */
  readonly timeMs: number;
  readonly fileBytesMax: number;
}

export const SNAPSHOT_BOUNDS: SnapshotBounds = {
  namesMax: 200_000,
  timeMs: 30_000,
  fileBytesMax: 8 * 1024 * 1024,
};

export interface SnapshotPorts {
  readonly git: GitPorts;
  readonly entries: TreeEntries;
  /** Milliseconds since 1970, as files have them. */
  readonly now: () => number;
  /** Milliseconds that only grow. */
  readonly elapsed: () => number;
  /** Called now and then, so that other work can go on. */
  readonly takeTurn: () => Promise<void>;
  readonly bounds?: SnapshotBounds;
}

const FRESH_MS = 2000;
const TURN_FILES = 500;
/** Of texts that are kept: of one, and of all. */
const TEXT_BYTES_MAX = 1024 * 1024;
const TEXTS_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Takes a snapshot of the work tree at `root`, a path without links. Throws NOT_FOUND where there is no such folder.
 */
export async function takeSnapshot(
  root: string,
  ports: SnapshotPorts,
  { last = null, textsOf = [] }: SnapshotWishes = {},
): Promise<Snapshot> {
  const snapshot = await take(root, ports, last, []);
  return textsOf.length === 0 ? snapshot : { ...snapshot, ...textsIn(snapshot, textsOf, ports.entries) };
}

/** The same, to compare it with `before`: everything that is in it is looked at, also where git ignores it by now. */
export function snapshotSince(before: Snapshot, ports: SnapshotPorts): Promise<Snapshot> {
  return take(before.root, ports, before, before.entries.keys());
}

async function take(
  root: string,
  ports: SnapshotPorts,
  before: Snapshot | null,
  known: Iterable<string>,
): Promise<Snapshot> {
  const bounds = ports.bounds ?? SNAPSHOT_BOUNDS;
  if (ports.entries.list(root) === null) throw new HelixError("NOT_FOUND", `${root} is no folder that can be listed`);
  const startedAt = ports.now();
  const deadline = ports.elapsed() + bounds.timeMs;
  const { found, ignored, rules, isCut, notes } = await treeNames(root, ports, bounds, known);
  const entries = new Map<string, SnapshotEntry>();
  const unread = { large: 0, late: 0 };
  let count = 0;
  for (const [path, placed] of found) {
    if (count++ % TURN_FILES === 0) await ports.takeTurn();
    const { entry } = placed;
    const old = before?.entries.get(path);
    const isKnown = old !== undefined && !old.isFresh && old.content !== "" && hasSameFacts(old, entry);
    const isLate = ports.elapsed() > deadline;
    const content = isKnown ? old.content : contentOf(placed, isLate ? -1 : bounds.fileBytesMax, ports.entries);
    if (content === "" && entry.kind === "file") unread[entry.size > bounds.fileBytesMax ? "large" : "late"]++;
    const isFresh = Math.max(entry.changedMs, entry.modifiedMs) > startedAt - FRESH_MS;
    entries.set(path, { ...entry, content, isFresh });
  }
  return { root, entries, ignored, rules, isCut, texts: new Map(), notes: [...notes, ...unreadNotes(unread, bounds)] };
}

/** The texts of a delta, as far as the bounds allow. */
function textsIn({ root, entries: listed, notes }: Snapshot, delta: readonly string[], entries: TreeEntries) {
  const texts = new Map<string, string>();
  let room = TEXTS_BYTES_MAX;
  let left = 0;
  for (const [path, { kind }] of listed) {
    if (kind !== "file" || !isInDelta(path, delta)) continue;
    const bytes = entries.bytes(`${root}/${path}`, Math.min(room, TEXT_BYTES_MAX));
    if (bytes === null) left++;
    else texts.set(path, decodeUtf8(bytes));
    room -= bytes?.length ?? 0;
  }
  const note = `${left} files of the delta are too large to tell which of their lines are new`;
  return { texts, notes: left > 0 ? [...notes, note] : notes };
}

/** Whether the system says the same of two entries. */
export function hasSameFacts(a: TreeEntry, b: TreeEntry): boolean {
  return (
    a.kind === b.kind &&
    a.mode === b.mode &&
    a.size === b.size &&
    a.modifiedMs === b.modifiedMs &&
    a.changedMs === b.changedMs &&
    a.inode === b.inode
  );
}

function contentOf({ place, entry }: PlacedEntry, bytesMax: number, entries: TreeEntries): string {
  if (entry.kind === "link") return entries.target(place) ?? "";
  if (entry.kind !== "file" || entry.size > bytesMax) return "";
  return entries.hash(place, bytesMax) ?? "";
}

function unreadNotes({ large, late }: { large: number; late: number }, bounds: SnapshotBounds): string[] {
  const megabytes = bounds.fileBytesMax / 1024 / 1024;
  return [
    ...(large > 0 ? [`${large} files above ${megabytes} MB are compared by size and times, not by content`] : []),
    ...(late > 0 ? [`${late} files could not be read in time, and are compared by size and times`] : []),
  ];
}

/** The files of snapshots: `plans/snapshots/HASH`, and which was the last of each tree. */
export class SnapshotStore {
  readonly #files: FileSystem;
  readonly #folder: string;

  /** `folder` is that of the snapshots in the knowledge base. */
  constructor(files: FileSystem, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Keeps a snapshot, and gives its hash. Throws IO. */
  write(snapshot: Snapshot): string {
    const text = textOf(snapshot);
    const hash = hashOf(text);
    this.#files.makeDirectory(this.#folder);
    const path = `${this.#folder}/${hash}`;
    // What is there under this name is the same, unless it was damaged: so it is written anew.
    replaceWhole(this.#files, path, Bun.zstdCompressSync(new TextEncoder().encode(text), { level: 1 }));
    replaceWhole(this.#files, this.#lastOf(snapshot.root), new TextEncoder().encode(hash));
    return hash;
  }

  /** Null where there is none of this hash, or where it is damaged. */
  read(hash: string): Snapshot | null {
    if (!HASH.test(hash)) return null;
    return orNull(() => {
      const bytes = readWhole(this.#files, `${this.#folder}/${hash}`, BYTES_MAX);
      if (bytes === null || bytes === "too long") return null;
      const text = new TextDecoder().decode(Bun.zstdDecompressSync(new Uint8Array(bytes)));
      return hashOf(text) === hash ? snapshotFrom(text) : null;
    });
  }

  /** The last snapshot of a tree, which spares reading what is still the same; null where there is none. */
  last(root: string): Snapshot | null {
    const name = orNull(() => readWhole(this.#files, this.#lastOf(root), HASH_BYTES_MAX));
    return name === null || name === "too long" ? null : this.read(new TextDecoder().decode(name).trim());
  }

  /** Removes snapshots that no workspace needs, but the last of each tree and those of the last hour. */
  prune(needed: ReadonlySet<string>, now: number): void {
    const names = this.#files.list(this.#folder);
    const kept = new Set(needed);
    for (const name of names.filter((each) => LAST.test(each))) {
      const last = orNull(() => readWhole(this.#files, `${this.#folder}/${name}`, HASH_BYTES_MAX));
      if (last !== null && last !== "too long") kept.add(new TextDecoder().decode(last).trim());
    }
    for (const name of names) {
      if (!HASH.test(name) || kept.has(name)) continue;
      const path = `${this.#folder}/${name}`;
      const isOld = (this.#files.identify(path)?.changedMs ?? now) < now - PRUNED_MS;
      if (isOld) orNull(() => this.#files.remove(path));
    }
  }

  #lastOf(root: string): string {
    return `${this.#folder}/last-${hashOf(root)}`;
  }
}

const HASH = /^[0-9a-f]{32}$/;
const LAST = /^last-[0-9a-f]{32}$/;
const HASH_BYTES_MAX = 64;
const BYTES_MAX = 256 * 1024 * 1024;
const PRUNED_MS = 60 * 60 * 1000;
const VERSION = 1;

/** One line for the tree, one for each entry, one for each text. */
function textOf({ root, entries, ignored, rules, isCut, texts, notes }: Snapshot): string {
  const lines = [JSON.stringify({ v: VERSION, root, ignored, rules, isCut, notes })];
  for (const [path, entry] of entries) {
    const { kind, mode, size, modifiedMs, changedMs, inode, content, isFresh } = entry;
    lines.push(JSON.stringify([path, kind, mode, size, modifiedMs, changedMs, inode, content, isFresh ? 1 : 0]));
  }
  for (const [path, text] of texts) lines.push(JSON.stringify({ path, text }));
  return lines.join("\n");
}

function snapshotFrom(text: string): Snapshot | null {
  const [head = "", ...lines] = text.split("\n");
  const { v, root, ignored, rules, isCut, notes } = JSON.parse(head);
  if (v !== VERSION) return null;
  const entries = new Map<string, SnapshotEntry>();
  const texts = new Map<string, string>();
  for (const line of lines) {
    const parsed = JSON.parse(line);
    if (!Array.isArray(parsed)) {
      texts.set(parsed.path, parsed.text);
      continue;
    }
    const [path, kind, mode, size, modifiedMs, changedMs, inode, content, fresh] = parsed;
    entries.set(path, { kind, mode, size, modifiedMs, changedMs, inode, content, isFresh: fresh === 1 });
  }
  return { root, entries, ignored, rules, isCut, texts, notes };
}

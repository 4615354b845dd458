// A snapshot of a work tree: what stands at each path, with a hash of its content, so that a report can tell what was
// changed since. snapshot-store.ts keeps it.
// Invariants:
// - Everything is looked at; what is not read (a large file, or one behind the time limit) counts by what the system
//   says of it alone. What was not even looked at is said.
// - What a file was hashed under is not trusted if the system's clock may not tell a later change from it: a file that
//   changed in the last two seconds is read again at the report.

import { HelixError } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { counted } from "../../base/wording.ts";
import type { GitPorts } from "../../platform/git/git-program.ts";
import type { TreeEntries, TreeEntry } from "../../platform/tree-entries.ts";
import { isInDelta } from "../guard/delta.ts";
import { type KnownNames, type Listing, type PlacedEntry, treeNames } from "./tree-names.ts";

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
  /** Modes of folders, by path with a slash behind it. */
  readonly folders: ReadonlyMap<string, number>;
  /** What git ignored; a folder that is ignored itself ends with a slash. */
  readonly ignored: readonly string[];
  /** Of one that was taken to compare it: what only newer rules hide. */
  readonly hidden: ReadonlySet<string>;
  /** A hash of the rules that lie outside of the tree. Only helix 0.2 reads it. */
  readonly rules: string;
  /** Null: helix 0.2 took it, and kept none. */
  readonly listing: Listing | null;
  /** Whether there was more than was looked at. */
  readonly isCut: boolean;
  /** Texts of files that were asked for, by path, to tell later which lines are new. */
  readonly texts: ReadonlyMap<string, string>;
  /** What is compared by less than its content, or not at all, a line each. */
  readonly notes: readonly string[];
  /** Of one that was taken to compare it: why it cannot be; "" where it can. */
  readonly flaw: string;
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
  /** Paths of this machine, without links, at and below which nothing is looked at; left out: none. */
  readonly passedOver?: readonly string[];
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
  const snapshot = await take(root, ports, last, null);
  return textsOf.length === 0 ? snapshot : { ...snapshot, ...textsIn(snapshot, textsOf, ports.entries) };
}

/** The same, to compare it with `before`: everything that is in it is looked at, also where git ignores it by now. */
export function snapshotSince(before: Snapshot, ports: SnapshotPorts): Promise<Snapshot> {
  const { root, entries, listing, notes } = before;
  return take(root, ports, before, { paths: entries.keys(), listing, notes });
}

async function take(
  root: string,
  ports: SnapshotPorts,
  before: Snapshot | null,
  known: KnownNames | null,
): Promise<Snapshot> {
  const bounds = ports.bounds ?? SNAPSHOT_BOUNDS;
  if (ports.entries.list(root) === null) throw new HelixError("NOT_FOUND", `${root} is no folder that can be listed`);
  const startedAt = ports.now();
  const deadline = ports.elapsed() + bounds.timeMs;
  // git is asked several times, and mostly at once.
  const naming = { namesMax: bounds.namesMax, timeMs: bounds.timeMs / 2, isLate: () => ports.elapsed() > deadline };
  const { found, notes, ...names } = await treeNames(root, ports, naming, known);
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
  return { ...names, root, entries, texts: new Map(), notes: [...notes, ...unreadNotes(unread, bounds)] };
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
  const note = `of ${counted(left, "file", "files")} in the delta, too large, it cannot be told which lines are new`;
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
  const above = `${counted(large, "file", "files")} above ${Math.floor(bounds.fileBytesMax / 1024 / 1024)} MB`;
  return [
    ...(large > 0 ? [`compared by size and times, not by content: ${above}`] : []),
    ...(late > 0
      ? [`compared by size and times, as there was no time to read: ${counted(late, "file", "files")}`]
      : []),
  ];
}

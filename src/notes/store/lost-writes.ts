// Finds what of the last acknowledged writes (recent-writes.ts) is missing in a log that another program has put in
// place, and plans how it is stored again.
// Invariants:
// - What somebody else deleted or changed since stays as it is: where a tombstone of it was seen, where its record is in
//   the log and dead, and where the log holds a version of the note that helix did not write.
// - What is there is never stored a second time. A second copy of it is deleted, but not while the log may still be
//   overwritten in its place: the deletion would be one of whatever is written there.

import { decodeUtf8 } from "../../base/utf8.ts";
import type { DataLog } from "../../engine/log/data-log.ts";
import { CHANGE_DELETED, CHANGE_RESTORED, MARK_REWRITTEN } from "../../engine/log/log-layout.ts";
import { decodeRecord, type EntryRecord, type TombstoneRecord } from "../../engine/log/log-record.ts";
import { bodyOf } from "../../engine/log/record-body.ts";
import { noteColumns } from "../index/note-columns.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { formatNoteId, keyOf, parseNoteId } from "../text/note-id.ts";
import type { Change } from "./changes.ts";
import type { LogFollower } from "./log-follower.ts";
import {
  COPY,
  type NoteVersion,
  type RecentLine,
  type RecentWrites,
  type Superseded,
  versionOf,
} from "./recent-writes.ts";

/** A version of a note as it was stored. */
interface Stored {
  readonly topic: string;
  readonly stored: number;
  readonly body: string;
  readonly version: NoteVersion;
}

/** What the remembered writes have made of a note. */
interface Remembered {
  /** The last version; null where the note was deleted. */
  last: Stored | null;
  /** The versions before it. */
  readonly older: Set<NoteVersion>;
  /** Whether another program has deleted or replaced the last version. */
  isGone: boolean;
  /** Where its record stands: the file, and the offset. */
  inode: number;
  offset: number;
}

/** What is missing in a log, as changes to it. */
export interface LostWrites {
  readonly changes: readonly Change[];
  /** The documents that the changes delete because they are second copies: the note stays. */
  readonly copies: ReadonlySet<number>;
  /** How many notes are stored again, and how many deleted again. */
  readonly notes: number;
  readonly deletions: number;
  /** Where the notes stand that are there, by their ids, and the ids of those that others have deleted. */
  readonly found: Readonly<Record<string, number>>;
  readonly gone: readonly string[];
}

/** The id of the note in a record. */
export function noteIdIn(record: EntryRecord): string {
  return formatNoteId(keyOf(parseEntryText(bodyOf(record)), decodeUtf8(record.topic), record.stored));
}

/** What `changes` delete and replace, in order. Reads the versions that are replaced. `copies`: see `LostWrites`. */
export function supersededBy(
  changes: readonly Change[],
  { index, log }: LogFollower,
  copies: ReadonlySet<number> = new Set(),
): Superseded[] {
  return changes.flatMap((change): Superseded[] => {
    if (change.kind === "add" || change.kind === "restore") return [];
    if (copies.has(change.id)) return [[COPY]];
    const { keyHigh, keyLow } = index.document(change.id);
    const id = formatNoteId({ high: keyHigh, low: keyLow });
    const record = change.kind === "delete" ? null : (log?.readEntry(index.recordOf(change.id)) ?? null);
    return [record === null ? [id] : [id, versionOf(record)]];
  });
}

/** The notes of another program's tombstones, whose targets are offsets in the file `inode`. */
export function notesAt(recent: RecentWrites, inode: number, targets: readonly number[]): string[] {
  if (targets.length === 0) return [];
  const wanted = new Set(targets);
  return [...rememberedNotes(recent.lines())].flatMap(([id, note]) =>
    note.last !== null && note.inode === inode && wanted.has(note.offset) ? [id] : [],
  );
}

/**
 * What is missing in the log that `follower` follows. Null where nothing has to be looked for: helix itself has
 * compacted the log.
 */
export function lostWrites(recent: RecentWrites, follower: LogFollower): LostWrites | null {
  const log = follower.log!;
  const isInDoubt = recent.isInDoubt(log);
  const { index } = follower;
  const notes = rememberedNotes(recent.lines());
  const states = [...notes].map(([id, note]) => ({ id, note, ...standingOf(index, log, id, note) }));
  const missing = states.filter(({ note, live }) => note.last !== null && live.length === 0 && !note.isGone);
  const wanted = new Set(missing.map(({ note }) => note.last!.version));
  const look = new Look(wanted, index);
  log.scan(0, follower.end, look);
  const isThere = states.filter(({ same }) => same.length > 0);
  if (isThere.some(({ same }) => index.recordOf(same[0]!).offset < look.rewrittenAt)) return null;
  const readTo = recent.isReplaced(log) ? readFrom(isThere.map(({ note }) => note)) : new Map<number, number>();
  const changes: Change[] = [];
  const copies = new Set<number>();
  const gone: string[] = [];
  let [stored, deletions] = [0, 0];
  for (const { id, note, live, same, older } of states) {
    const { last } = note;
    if (last === null) {
      for (const id of live) changes.push({ kind: "delete", id });
      deletions += live.length;
      continue;
    }
    if (note.isGone) continue;
    if (live.length === 0 && (look.dead.has(last.version) || note.offset < (readTo.get(note.inode) ?? 0))) {
      gone.push(id);
      continue;
    }
    const [first] = older;
    if (live.length === 0) {
      const { topic, body, stored } = last;
      changes.push({ kind: "restore", topic, body, stored, origin: null });
    } else if (same.length === 0 && first !== undefined) {
      const { topic, body } = last;
      const isHere = index.topicOf(first) === topic;
      changes.push(isHere ? { kind: "replace", id: first, body } : { kind: "move", id: first, topic, body });
    }
    if (live.length === 0 || (same.length === 0 && first !== undefined)) stored++;
    // Two notes that say the same are two notes, unless one id is written in both.
    if (isInDoubt || parseEntryText(last.body).id === null) continue;
    for (const id of same.length === 0 ? older.slice(1) : [...same.slice(1), ...older]) {
      changes.push({ kind: "delete", id });
      copies.add(id);
    }
  }
  const found = Object.fromEntries(isThere.map(({ id, same }) => [id, index.recordOf(same[0]!).offset]));
  return { changes, copies, notes: stored, deletions, found, gone };
}

/**
 * How far each file was read by who compacted it, judged by what it has taken from there. What stood before that and is
 * missing was deleted.
 */
function readFrom(taken: readonly Remembered[]): Map<number, number> {
  const ends = new Map<number, number>();
  for (const { inode, offset } of taken) ends.set(inode, Math.max(offset, ends.get(inode) ?? 0));
  return ends;
}

/** The live notes with an id: all of them, those with the last version, and those with an older one. */
function standingOf(index: NoteIndex, log: DataLog, id: string, { last, older }: Remembered) {
  const live = liveWithId(index, id);
  const versions = live.map((each) => {
    const record = log.readEntry(index.recordOf(each));
    return record === null ? "" : versionOf(record);
  });
  return {
    live,
    same: live.filter((_, at) => versions[at] === last?.version),
    older: live.filter((_, at) => versions[at] !== last?.version && older.has(versions[at]!)),
  };
}

function liveWithId(index: NoteIndex, id: string): number[] {
  const { high, low } = parseNoteId(id)!;
  return index.segments.flatMap(({ segment, first }) =>
    noteColumns(segment)
      .documentsWithKey(high, low)
      .map((each) => first + each)
      .filter((each) => !index.isDeleted(each)),
  );
}

/** What all lines together have made of each note, by its id. */
function rememberedNotes(lines: readonly RecentLine[]): Map<string, Remembered> {
  const notes = new Map<string, Remembered>();
  for (const line of lines) {
    takeRecords(notes, line);
    for (const id of line.gone) {
      const note = notes.get(id);
      if (note !== undefined) note.isGone = true;
    }
    for (const [id, offset] of Object.entries(line.moved)) {
      const note = notes.get(id);
      if (note !== undefined) Object.assign(note, { inode: line.inode, offset });
    }
  }
  return notes;
}

function takeRecords(notes: Map<string, Remembered>, line: RecentLine): void {
  const noteOf = (id: string): Remembered => {
    const fresh = { last: null, older: new Set<NoteVersion>(), isGone: false, inode: 0, offset: 0 };
    const note = notes.get(id) ?? fresh;
    notes.set(id, note);
    return note;
  };
  const superseded = line.superseded.values();
  let entry = "";
  for (let next = 0; next < line.records.length; ) {
    const at = next;
    const record = decodeRecord(line.records, at, false, true);
    if (record.kind === "invalid" || record.kind === "incomplete") return;
    next += record.size;
    if (record.kind === "entry") {
      entry = noteIdIn(record);
      const note = noteOf(entry);
      if (note.last !== null) note.older.add(note.last.version);
      const { stored } = record;
      const last = {
        topic: decodeUtf8(record.topic),
        stored,
        body: decodeUtf8(record.body),
        version: versionOf(record),
      };
      note.older.delete(last.version);
      Object.assign(note, { last, isGone: false, inode: line.inode, offset: line.start + at });
    } else if (record.kind === "tombstone" && record.change !== CHANGE_RESTORED) {
      const [id = COPY, version] = superseded.next().value ?? [];
      if (id === COPY) continue;
      const note = noteOf(id);
      if (version !== undefined && version !== note.last?.version) note.older.add(version);
      if (record.change === CHANGE_DELETED || id !== entry) {
        if (note.last !== null) note.older.add(note.last.version);
        Object.assign(note, { last: null, isGone: false });
      }
    }
  }
}

/** A look through the log: which of the wanted versions stand in it dead, and where helix has compacted it. */
class Look {
  readonly dead = new Set<NoteVersion>();
  /** Offset of the mark of a compaction; -1: there is none. */
  rewrittenAt = -1;
  readonly #wanted: ReadonlySet<NoteVersion>;
  readonly #index: NoteIndex;
  readonly #known = new Set<number>();

  constructor(wanted: ReadonlySet<NoteVersion>, index: NoteIndex) {
    this.#wanted = wanted;
    this.#index = index;
  }

  entry(record: EntryRecord, offset: number): void {
    this.#known.add(offset);
    const version = this.#wanted.size === 0 ? "" : versionOf(record);
    if (!this.#wanted.has(version)) return;
    const id = this.#index.documentAt(offset);
    if (id < 0 || this.#index.isDeleted(id)) this.dead.add(version);
  }

  tombstone(_record: TombstoneRecord): void {
    // The index knows what is dead.
  }

  mark({ mark }: { readonly mark: number }, offset: number): void {
    if (mark === MARK_REWRITTEN) this.rewrittenAt = offset;
  }

  damage(): void {
    // It is reported elsewhere.
  }

  knows(offset: number): boolean {
    return this.#known.has(offset);
  }
}

// The event log: segments of lines in the folder `events` of a knowledge base. Writers append to `active.jsonl`
// (event-writer.ts). A full segment gets a number as its name, under the lock. Old segments become one, in which what
// hooks observed stands as counts (event-compaction.ts).
// Invariants:
// - The active segment has the number after the highest one. So a place in the log stays valid when it is renamed.
// - Damage costs the lines that it touches. It is counted, and nothing behind it is lost.
// - The unfinished last line of the active segment is not read: its writer may still be at it.
// - What is no file of the log disturbs nothing, whatever its name: it is passed over, and `oddNames` names it.
// - A segment stands for others only if its first line says so of them.

import { systemCodeOf } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import {
  type FileHandle,
  type FileIdentity,
  type FileSystem,
  type HeldLock,
  isMissing,
} from "../../platform/file-system.ts";
import { refuseLinks } from "../../platform/linked-folder.ts";
import { diskPaths } from "../../platform/path-facts.ts";
import { orUncertain } from "../../platform/told-failure.ts";
import { parseEvent } from "./event-parser.ts";
import type { EventType } from "./event-types.ts";
import { ACTIVE_NAME, EVENTS_FOLDER } from "./event-writer.ts";
import { type ReadLines, readLines } from "./read-lines.ts";
import { isBeside, NUMBER_MAX, numbersOf, type Segment, segmentName, segmentOf } from "./segment-names.ts";

/** A segment is full from this size on, in bytes. */
export const SEGMENT_BYTES = 4 * 1024 * 1024;
const LOCK_NAME = ".lock";
const LINE_BREAK = 10;
/** Where no event was ever written. */
const NO_LOG: LogEnd = { inode: -1, size: 0 };
/** Where more than this was appended, all of it is read. */
const APPENDED_BYTES_MAX = 256 * 1024;
/** Room for the first line of a compacted segment. */
const HEAD_BYTES = 64 * 1024;
/** How often segments are listed anew that others rename or compact meanwhile. */
const TRIES = 8;
/** Of what cannot be read for these reasons nothing is read, and it is named by `oddNames`. */
const CLOSED = new Set(["EACCES", "EPERM", "EISDIR", "ELOOP"]);

/** How far the log was read: the bytes of each segment that was, by its key. */
export type Positions = Readonly<Record<string, number>>;

/** Where the log ended: the active segment and its size in bytes. */
export interface LogEnd {
  readonly inode: number;
  readonly size: number;
}

export class EventLog {
  readonly folder: string;
  readonly files: FileSystem;

  constructor(files: FileSystem, directory: string) {
    this.files = files;
    this.folder = `${directory}/${EVENTS_FOLDER}`;
  }

  /** All segments, the oldest first, the active one last. What a compacted one was made of is left out. */
  segments(): Segment[] {
    for (let tries = 1; ; tries++) {
      const names = this.#names();
      const segments = this.#notCovered(this.#files(names));
      // Behind what is no file, too: the active one could not get its name.
      const next = names.reduce((highest, name) => Math.max(highest, numbersOf(name)![1]), 0) + 1;
      const active = this.#identify(ACTIVE_NAME);
      if (active !== null) segments.push(segmentOf(ACTIVE_NAME, next, next, active));
      // Where one was renamed or compacted in between, the active one may have got the number of another.
      if (tries === TRIES || String(this.#names()) === String(names)) return segments;
    }
  }

  /** Where the log ends, behind a whole line. Null where that is not known, or another process is at a line. */
  end(): LogEnd | null {
    const handle = this.#tryOpen(ACTIVE_NAME);
    // Without a folder there is no event. In one without an active segment there may be others.
    if (handle === null) return this.files.identify(this.folder) === null ? NO_LOG : null;
    try {
      const { inode, size } = handle.identity();
      const last = new Uint8Array(1);
      return size > 0 && handle.read(last, size - 1) === 1 && last[0] === LINE_BREAK ? { inode, size } : null;
    } finally {
      handle.close();
    }
  }

  /** The bytes of the last line that has no end: of a write that was cut off, or is under way. 0: there is none. */
  unfinishedBytes(): number {
    const handle = this.#tryOpen(ACTIVE_NAME);
    if (handle === null) return 0;
    try {
      const { size } = handle.identity();
      const bytes = Buffer.allocUnsafe(Math.min(size, APPENDED_BYTES_MAX));
      const read = handle.read(bytes, size - bytes.length);
      return read - (bytes.subarray(0, read).lastIndexOf(LINE_BREAK) + 1);
    } finally {
      handle.close();
    }
  }

  /** Where the log ends now, if certainly no event of these types was appended behind `known`; else null. */
  endWithout(types: readonly EventType[], known: LogEnd): LogEnd | null {
    const now = this.files.identify(`${this.folder}/${ACTIVE_NAME}`);
    if (now === null) return known.inode === NO_LOG.inode && this.files.identify(this.folder) === null ? known : null;
    if (now.inode !== known.inode || now.size < known.size) return null;
    const length = now.size - known.size;
    if (length === 0) return known;
    const handle = length > APPENDED_BYTES_MAX ? null : this.#tryOpen(ACTIVE_NAME);
    if (handle === null) return null;
    try {
      const bytes = Buffer.allocUnsafe(length);
      if (handle.identity().inode !== known.inode || handle.read(bytes, known.size) < length) return null;
      if (types.some((type) => bytes.includes(`"type":"${type}"`))) return null;
      // A line that is not finished is looked at again, from its beginning.
      return { inode: known.inode, size: known.size + bytes.lastIndexOf(LINE_BREAK) + 1 };
    } finally {
      handle.close();
    }
  }

  /** Names in the folder that are passed over: they are no files of the log, or cannot be read. */
  oddNames(): string[] {
    const isOwn = (name: string) => {
      if (name === LOCK_NAME || isBeside(name)) return this.#isFile(name);
      return (name === ACTIVE_NAME || numbersOf(name) !== null) && this.#isFile(name) && this.#isReadable(name);
    };
    return this.files
      .list(this.folder)
      .filter((name) => !isOwn(name))
      .sort();
  }

  /** Whether nothing stands under a name but a file. */
  mayReplace(name: string): boolean {
    return this.#isFile(name);
  }

  /** Removes the files that a compacted segment stands for. */
  removeCovered(): void {
    const all = this.#files(this.#names());
    const counting = this.#notCovered(all);
    for (const segment of all) if (!counting.includes(segment)) this.files.remove(`${this.folder}/${segment.name}`);
  }

  /** The files of these names, but the active one. */
  #files(names: readonly string[]): Segment[] {
    const found: Segment[] = [];
    for (const name of names) {
      const numbers = numbersOf(name);
      const file = numbers === null ? null : this.#identify(name);
      if (numbers !== null && file !== null) found.push(segmentOf(name, ...numbers, file));
    }
    return found;
  }

  /** In order, without those that a compacted one was made of. */
  #notCovered(all: readonly Segment[]): Segment[] {
    const segments: Segment[] = [];
    for (const segment of all.toSorted((a, b) => a.first - b.first || b.last - a.last)) {
      const around = segments.filter(({ first, last }) => first <= segment.first && last >= segment.last);
      if (!around.some((each) => this.#isMadeOf(each, segment))) segments.push(segment);
    }
    return segments;
  }

  #isMadeOf(compacted: Segment, { first, last }: Segment): boolean {
    return Object.keys(this.membersOf(compacted)).some((key) => {
      const [from = 0, to = from] = key.split("-").map(Number);
      return from <= first && to >= last;
    });
  }

  /** The file of this name in the folder; null where none stands there. */
  #identify(name: string): FileIdentity | null {
    return this.#isFile(name) ? this.files.identify(`${this.folder}/${name}`) : null;
  }

  /** Whether no folder, link, pipe or the like stands under this name. */
  #isFile(name: string): boolean {
    const facts = diskPaths.facts(`${this.folder}/${name}`);
    return facts === null || facts.kind === "file";
  }

  #isReadable(name: string): boolean {
    try {
      this.files.open(`${this.folder}/${name}`, "read").close();
      return true;
    } catch (error) {
      return !CLOSED.has(systemCodeOf(error));
    }
  }

  /**
   * Reads all lines behind `from`, and returns the positions behind them. What says `from` by the segments is asked again
   * where others rename or compact one meanwhile; nothing is read before its last answer.
   */
  read(take: ReadLines, from: Positions | ((segments: readonly Segment[]) => Positions) = {}): Positions {
    const opened = this.#openUnread(from);
    try {
      const positions: Record<string, number> = {};
      for (const { segment, handle, start } of opened) {
        positions[segment.key] = handle === null ? start : readLines(segment, handle, take, start);
      }
      return positions;
    } finally {
      for (const { handle } of opened) handle?.close();
    }
  }

  /** Opens all segments that are longer than what was read of them, before others rename or remove one. */
  #openUnread(
    from: Positions | ((segments: readonly Segment[]) => Positions),
  ): { segment: Segment; handle: FileHandle | null; start: number }[] {
    for (let tries = 1; ; tries++) {
      let isWhole = true;
      const segments = this.segments();
      const places = typeof from === "function" ? from(segments) : from;
      const opened = segments.map((segment) => {
        const start = places[segment.key] ?? 0;
        const handle = start >= segment.size ? null : this.#open(segment);
        isWhole &&= handle !== null || start >= segment.size || !this.#isReadable(segment.name);
        return { segment, handle, start };
      });
      if (isWhole || tries === TRIES) return opened;
      for (const { handle } of opened) handle?.close();
    }
  }

  /** Reads the lines of a segment behind `from`. Returns the offset behind the last line that was read. */
  readSegment(segment: Segment, take: ReadLines, from = 0): number {
    const handle = this.#open(segment);
    // It was compacted a moment ago. The next reading finds its lines.
    if (handle === null) return from;
    try {
      return readLines(segment, handle, take, from);
    } finally {
      handle.close();
    }
  }

  /** Opens a segment, by the name that it got meanwhile if it was the active one. Null where it is gone. */
  #open({ name, last, inode }: Segment): FileHandle | null {
    for (const each of name === ACTIVE_NAME ? [name, segmentName(last)] : [name]) {
      const handle = this.#tryOpen(each);
      if (handle?.identity().inode === inode) return handle;
      handle?.close();
    }
    return null;
  }

  /** Null where no file stands there, and where this user may not read it. */
  #tryOpen(name: string): FileHandle | null {
    try {
      return this.#isFile(name) ? this.files.open(`${this.folder}/${name}`, "read") : null;
    } catch (error) {
      if (isMissing(error) || CLOSED.has(systemCodeOf(error))) return null;
      throw error;
    }
  }

  /** The keys and sizes of the segments that a compacted one was made of; none for any other. */
  membersOf(segment: Segment): Readonly<Record<string, number>> {
    if (segment.first === segment.last) return {};
    const handle = this.#open(segment);
    if (handle === null) return {};
    try {
      const bytes = new Uint8Array(HEAD_BYTES);
      const [line = ""] = decodeUtf8(bytes.subarray(0, handle.read(bytes, 0)))
        .trimStart()
        .split("\n", 1);
      const event = parseEvent(line);
      return event !== null && event !== "later" && event.type === "compacted" ? event.members : {};
    } finally {
      handle.close();
    }
  }

  /** Renames a full active segment, so that the next event begins a new one. Without the lock nothing is done. */
  rotate(bytes = SEGMENT_BYTES): boolean {
    return this.underLock(() => {
      const active = this.segments().at(-1);
      if (active === undefined || active.name !== ACTIVE_NAME || active.size < bytes) return false;
      // Where somebody deleted the lock's file, another process may have renamed it a moment ago.
      if (active.last > NUMBER_MAX || this.files.identify(`${this.folder}/${segmentName(active.last)}`) !== null)
        return false;
      this.files.rename(`${this.folder}/${ACTIVE_NAME}`, `${this.folder}/${segmentName(active.last)}`);
      this.files.syncDirectory(this.folder);
      return true;
    });
  }

  /** Writes a file beside the segments, whole or not at all; with `isSynced`, it is on the disk then. */
  replaceFile(name: string, bytes: Uint8Array, isSynced = false): void {
    const path = `${this.folder}/${name}`;
    const draft = `${path}.${process.pid}.tmp`;
    const handle = this.files.open(draft, "append");
    try {
      handle.truncate(0);
      handle.append(bytes);
      if (isSynced) handle.sync();
    } finally {
      handle.close();
    }
    this.files.rename(draft, path);
    if (isSynced) this.files.syncDirectory(this.folder);
  }

  /** Appends whole lines, and returns when they are on the disk. Throws the system's errors. */
  appendSynced(lines: string): void {
    this.append(lines, true);
  }

  /** Appends whole lines; with `isSynced` it returns when they are on the disk. Throws the system's errors. */
  append(lines: string, isSynced = false): void {
    refuseLinks(this.folder);
    this.files.makeDirectory(this.folder);
    const bytes = new TextEncoder().encode(lines);
    // The second time for a segment that was compacted while this process stood still.
    if (!this.#appendOnce(bytes, isSynced)) this.#appendOnce(bytes, isSynced);
    if (isSynced) orUncertain(this.folder, () => this.files.syncDirectory(this.folder));
  }

  /** Appends to the active segment. Returns whether that is still a file of the log. */
  #appendOnce(bytes: Uint8Array, isSynced: boolean): boolean {
    const handle = this.files.open(`${this.folder}/${ACTIVE_NAME}`, "append");
    try {
      handle.append(bytes);
      if (isSynced) orUncertain(`${this.folder}/${ACTIVE_NAME}`, () => handle.sync());
      return this.#isOfLog(handle);
    } finally {
      handle.close();
    }
  }

  /** Whether the file is still one of the log, as far as that can be seen. */
  #isOfLog(handle: FileHandle): boolean {
    try {
      const own = handle.identity();
      const isOwn = (name: string) => {
        const file = this.files.identify(`${this.folder}/${name}`);
        return file?.inode === own.inode && file.device === own.device;
      };
      // In this order: it may get its name in between.
      return isOwn(ACTIVE_NAME) || this.#names().some(isOwn);
    } catch {
      // What is written again would count twice.
      return true;
    }
  }

  /** The names of all segments but the active one. */
  #names(): string[] {
    return this.files.list(this.folder).filter((name) => numbersOf(name) !== null);
  }

  /** Runs `work` under the lock of the log; false when another process has it. */
  underLock(work: () => boolean): boolean {
    let lock: HeldLock | null;
    try {
      refuseLinks(this.folder);
      lock = this.files.tryLock(`${this.folder}/${LOCK_NAME}`);
    } catch (error) {
      // Without the folder there are no events.
      if (isMissing(error)) return false;
      throw error;
    }
    if (lock === null) return false;
    try {
      return work();
    } finally {
      lock.release();
    }
  }
}

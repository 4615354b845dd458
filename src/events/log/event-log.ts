// The event log: segments of lines in the folder `events` of a knowledge base. Writers append to `active.jsonl`
// (event-writer.ts). A full segment gets a number as its name, under the lock. Old segments become one, in which what
// hooks observed stands as counts (event-compaction.ts).
// Invariants:
// - The active segment has the number after the highest one. So a place in the log stays valid when it is renamed.
// - Damage costs the lines that it touches. It is counted, and nothing behind it is lost.
// - The unfinished last line of the active segment is not read: its writer may still be at it.

import { decodeUtf8 } from "../../base/utf8.ts";
import { type FileHandle, type FileSystem, type HeldLock, isMissing } from "../../platform/file-system.ts";
import { parseEvent } from "./event-parser.ts";
import type { LoggedEvent } from "./event-types.ts";
import { ACTIVE_NAME, EVENTS_FOLDER } from "./event-writer.ts";

/** A segment is full from this size on, in bytes. */
export const SEGMENT_BYTES = 4 * 1024 * 1024;
const LOCK_NAME = ".lock";
const PIECE_BYTES = 1024 * 1024;
const LINE_BREAK = 10;
/** Room for the first line of a compacted segment. */
const HEAD_BYTES = 64 * 1024;
const NAME_DIGITS = 8;
/** `00000007.jsonl`, or `00000001-00000007.jsonl` for several that became one. */
const NAME = /^(?:(\d{8})-)?(\d{8})\.jsonl$/;

/** A file of the log. */
export interface Segment {
  readonly name: string;
  /** `7`, or `1-7` for several that became one. It stays when the active segment gets its name. */
  readonly key: string;
  /** The numbers that it stands for: equal, unless it was compacted. */
  readonly first: number;
  readonly last: number;
  /** In bytes. */
  readonly size: number;
}

/** How far the log was read: the bytes of each segment that was, by its key. */
export type Positions = Readonly<Record<string, number>>;

/** What reading came upon. */
export interface ReadLines {
  event(event: LoggedEvent, line: string): void;
  /** A whole line of a later helix. */
  later?(line: string): void;
  /** A damaged line. */
  damaged?(line: string, segment: Segment): void;
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
    const segments = notCovered(this.#files());
    const next = (segments.at(-1)?.last ?? 0) + 1;
    const active = this.files.identify(`${this.folder}/${ACTIVE_NAME}`);
    if (active !== null) segments.push(segmentOf(ACTIVE_NAME, next, next, active.size));
    return segments;
  }

  /** Removes the files that a compacted segment stands for. */
  removeCovered(): void {
    const all = this.#files();
    const counting = notCovered(all);
    for (const segment of all) if (!counting.includes(segment)) this.files.remove(`${this.folder}/${segment.name}`);
  }

  /** All files that have the name of a segment, but the active one. */
  #files(): Segment[] {
    const found: Segment[] = [];
    for (const name of this.files.list(this.folder)) {
      const match = NAME.exec(name);
      const size = match === null ? undefined : this.files.identify(`${this.folder}/${name}`)?.size;
      if (match === null || size === undefined) continue;
      found.push(segmentOf(name, Number(match[1] ?? match[2]), Number(match[2]), size));
    }
    return found;
  }

  /** Reads all lines behind `from`, and returns the positions behind them. */
  read(take: ReadLines, from: Positions = {}): Positions {
    const positions: Record<string, number> = {};
    for (const segment of this.segments()) {
      const start = from[segment.key] ?? 0;
      positions[segment.key] = start >= segment.size ? start : this.readSegment(segment, take, start);
    }
    return positions;
  }

  /** Reads the lines of a segment behind `from`. Returns the offset behind the last line that was read. */
  readSegment(segment: Segment, take: ReadLines, from = 0): number {
    let handle: FileHandle;
    try {
      handle = this.files.open(`${this.folder}/${segment.name}`, "read");
    } catch (error) {
      // It was renamed or compacted a moment ago. The next reading finds its lines.
      if (isMissing(error)) return from;
      throw error;
    }
    try {
      const { end, rest } = readPieces(handle, from, segment.size, (text) => takeLines(text, segment, take));
      if (segment.name === ACTIVE_NAME) return end;
      takeLines(decodeUtf8(rest), segment, take);
      return end + rest.length;
    } finally {
      handle.close();
    }
  }

  /** The keys and sizes of the segments that a compacted one was made of; none for any other. */
  membersOf(segment: Segment): Readonly<Record<string, number>> {
    if (segment.first === segment.last) return {};
    const handle = this.files.open(`${this.folder}/${segment.name}`, "read");
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
    this.files.makeDirectory(this.folder);
    const bytes = new TextEncoder().encode(lines);
    // The second time for a segment that was compacted while this process stood still.
    if (!this.#appendOnce(bytes, isSynced)) this.#appendOnce(bytes, isSynced);
    if (isSynced) this.files.syncDirectory(this.folder);
  }

  /** Appends to the active segment. Returns whether that is still a file of the log. */
  #appendOnce(bytes: Uint8Array, isSynced: boolean): boolean {
    const handle = this.files.open(`${this.folder}/${ACTIVE_NAME}`, "append");
    try {
      handle.append(bytes);
      if (isSynced) handle.sync();
      const { inode, device } = handle.identity();
      return this.#names().some((name) => {
        const file = this.files.identify(`${this.folder}/${name}`);
        return file?.inode === inode && file.device === device;
      });
    } finally {
      handle.close();
    }
  }

  /** The names of all segments, the active one first. */
  #names(): string[] {
    return [ACTIVE_NAME, ...this.files.list(this.folder).filter((name) => NAME.test(name))];
  }

  /** Runs `work` under the lock of the log; false when another process has it. */
  underLock(work: () => boolean): boolean {
    let lock: HeldLock | null;
    try {
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

/** In order, without those whose numbers another one has too, which was made of them. */
function notCovered(all: readonly Segment[]): Segment[] {
  const segments: Segment[] = [];
  for (const segment of all.toSorted((a, b) => a.first - b.first || b.last - a.last)) {
    if (segment.first > (segments.at(-1)?.last ?? 0)) segments.push(segment);
  }
  return segments;
}

function segmentOf(name: string, first: number, last: number, size: number): Segment {
  return { name, key: first === last ? String(last) : `${first}-${last}`, first, last, size };
}

/** The name of a segment by its number, or of one that stands for several. */
export function segmentName(last: number, first = last): string {
  const digits = (value: number) => String(value).padStart(NAME_DIGITS, "0");
  return first === last ? `${digits(last)}.jsonl` : `${digits(first)}-${digits(last)}.jsonl`;
}

function takeLines(text: string, segment: Segment, { event, later, damaged }: ReadLines): void {
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const found = parseEvent(line);
    if (found === null) damaged?.(line, segment);
    else if (found === "later") later?.(line);
    else event(found, line);
  }
}

/**
 * Reads a file up to the offset `to`, in pieces that end with a line break. Returns the offset behind the last of them, and what stands behind
 * that: a line that is not finished. A piece without a line break is no line of the log, and counts as one.
 */
function readPieces(
  handle: FileHandle,
  from: number,
  to: number,
  take: (text: string) => void,
): { end: number; rest: Uint8Array } {
  const buffer = new Uint8Array(PIECE_BYTES);
  let held = 0;
  let end = from;
  for (;;) {
    // Others go on writing behind `to`.
    const room = Math.max(0, Math.min(buffer.length, to - end) - held);
    const count = room === 0 ? 0 : handle.read(buffer.subarray(held, held + room), end + held);
    if (count === 0) return { end, rest: buffer.subarray(0, held) };
    const length = held + count;
    const lines = buffer.subarray(0, length).lastIndexOf(LINE_BREAK) + 1;
    const cut = lines === 0 && length === buffer.length ? length : lines;
    if (cut > 0) take(decodeUtf8(buffer.subarray(0, cut)));
    buffer.copyWithin(0, cut, length);
    held = length - cut;
    end += cut;
  }
}

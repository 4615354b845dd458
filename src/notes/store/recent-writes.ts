// The last writes that were acknowledged, in `recent.jsonl` beside the log. The original program compacts the log
// without the lock: what is stored meanwhile is not in the log that it puts in place. A line here holds the records of a
// write, so that lost-writes.ts finds what is missing then.
// Invariants:
// - A line is written under the write lock, behind the write, and before the write is acknowledged. It is not synced.
// - The file is no truth: a line that cannot be written or read is left out, and nothing here throws.
// - As long as the log ends as the last line says, or has grown behind that, it holds all that was acknowledged.

import { crc32 } from "../../base/crc32.ts";
import { isRecord } from "../../base/is-record.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import type { DataLog } from "../../engine/log/data-log.ts";
import type { EntryRecord } from "../../engine/log/log-record.ts";
import type { FileIdentity, FileSystem } from "../../platform/file-system.ts";
import { temporaryPath } from "../../platform/temporary-file.ts";

export const RECENT_NAME = "recent.jsonl";
const VERSION = 1;
/** How long a write is remembered, in milliseconds. No rewriting of a log takes as long. */
const AGE_MS = 10 * 60 * 1000;
/** A longer file is begun anew with its last lines, so many bytes of them. */
const FILE_BYTES_MAX = 8 * 1024 * 1024;
const KEPT_BYTES = 1024 * 1024;
/** Records of a write that are longer are not remembered. */
const RECORDS_BYTES_MAX = 16 * 1024 * 1024;
/** How many bytes before the end of a write tell whether it is still there. */
const PLACE_BYTES = 4096;
/** Room for the place at the end of a line. */
const PLACE_LENGTH = 200;
const PLACE = /"place":\[(\d+),(\d+),(\d+),(\d+),(\d+),([01])\]\}\n$/;
/** How long a log that was overwritten in its place is looked at again and again: its writer may still be at it. */
const DOUBT_MS = 10 * 1000;

/** The version of a note: its topic, time and body, in a few characters. */
export type NoteVersion = string;

/** In place of the id where a second copy of a note is deleted: the note stays. */
export const COPY = "";

/** What a write deletes or replaces: the id of the note, or `COPY`; for a replaced one the version that it had. */
export type Superseded = readonly [id: string, version?: NoteVersion];

/** A line: the records of one write, or what was found out about earlier ones. */
export interface RecentLine {
  readonly atMs: number;
  /** The file that the records were appended to, and where. */
  readonly inode: number;
  readonly start: number;
  readonly records: Uint8Array;
  /** For each deletion and each edit among the records, in order. */
  readonly superseded: readonly Superseded[];
  /** Ids of notes that another program has deleted or replaced since. */
  readonly gone: readonly string[];
  /** Where notes of earlier lines stand by now, by their ids. */
  readonly moved: Readonly<Record<string, number>>;
}

/** The end of the log at one moment. */
interface Place {
  readonly inode: number;
  readonly end: number;
  readonly length: number;
  readonly checksum: number;
  /** Until when the log may be overwritten in its place, in milliseconds since 1970; 0: it never was. */
  readonly doubtUntil: number;
  /** Whether all was looked at since then. */
  readonly isSettled: boolean;
}

type Doubt = Pick<Place, "doubtUntil" | "isSettled">;
const NO_DOUBT: Doubt = { doubtUntil: 0, isSettled: true };

/** The version of the note in a record. Another program that copies the note keeps it. */
export function versionOf({ topic, stored, body }: Pick<EntryRecord, "topic" | "stored" | "body">): NoteVersion {
  return `${stored}.${body.length}.${crc32(body, crc32(topic))}`;
}

export class RecentWrites {
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #clock: () => number;
  #place: Place | null = null;
  #wasHeld = true;
  /** The state of the file when this process last read or wrote it. */
  #seen = "";

  constructor(files: FileSystem, directory: string, clock: () => number) {
    this.#files = files;
    this.#path = `${directory}/${RECENT_NAME}`;
    this.#clock = clock;
  }

  /** Whether the log still ends as after the last write, or has grown behind that. True where nothing is remembered. */
  isHeldBy(log: DataLog): boolean {
    this.#seen = this.#state();
    this.#place = this.#lastPlace();
    this.#wasHeld = true;
    if (this.#place === null) return true;
    const { end, length, checksum } = this.#place;
    const bytes = log.readBytes(end - length, length);
    this.#wasHeld = bytes.length === length && crc32(bytes) === checksum;
    return this.#wasHeld;
  }

  /** Whether another process has written here since the last look. */
  get isNews(): boolean {
    return this.#state() !== this.#seen;
  }

  #state(): string {
    try {
      const found = this.#files.identify(this.#path);
      return found === null ? "" : stateOf(found);
    } catch {
      return "unknown";
    }
  }

  /** Whether the log was overwritten in its place, and was not looked at since that has certainly ended. */
  get isUnsettled(): boolean {
    return this.#place !== null && !this.#place.isSettled;
  }

  /** Another value says that the log was overwritten in its place since, as of the last look. */
  get doubt(): string {
    const { doubtUntil, isSettled } = this.#place ?? NO_DOUBT;
    return `${doubtUntil} ${isSettled}`;
  }

  /** Whether the log may still be overwritten in its place, as of the last look. */
  isInDoubt(log: DataLog): boolean {
    if (this.#place === null) return false;
    return this.#place.doubtUntil > this.#clock() || (!this.#wasHeld && !this.isReplaced(log));
  }

  /** Whether the last write went to another file than `log`, as of the last look. */
  isReplaced(log: DataLog): boolean {
    return this.#place !== null && this.#place.inode !== log.inode;
  }

  /** Remembers a write that was appended to `log` at `start`. */
  note(log: DataLog, start: number, bytes: Uint8Array, superseded: readonly Superseded[]): void {
    const records = bytes.length > RECORDS_BYTES_MAX ? "" : Buffer.from(bytes).toString("base64");
    this.#append(log, start + bytes.length, bytes.subarray(-PLACE_BYTES), { start, superseded, records });
    this.#trim();
  }

  /**
   * Notes that `log`, which ends at `end`, holds all that is remembered, where, and what others have deleted. `doubt`: it may be overwritten for a
   * while from now on, or as long as was known before, or no longer.
   */
  settled(
    log: DataLog,
    end: number,
    found: Pick<RecentLine, "moved" | "gone">,
    doubt: "begins" | "stays" | "ends",
  ): void {
    const doubtUntil = doubt === "begins" ? this.#clock() + DOUBT_MS : (this.#place ?? NO_DOUBT).doubtUntil;
    this.#appendAt(log, end, found, { doubtUntil, isSettled: doubt === "ends" });
  }

  /** Notes that another program has deleted or replaced these notes. What a log holds beside, it does not say. */
  gone(ids: readonly string[]): void {
    const place = this.#lastPlace();
    if (place !== null) this.#write(place, { gone: ids });
  }

  /** Forgets everything: the log was rewritten under the lock, or begins anew. */
  clear(): void {
    this.#place = null;
    try {
      if (this.#files.identify(this.#path) !== null) this.#files.remove(this.#path);
    } catch {
      // What is remembered then is in the log, or too old by the next write.
    }
  }

  /** What is remembered, the oldest first. */
  lines(): RecentLine[] {
    const lines = this.#text(FILE_BYTES_MAX + RECORDS_BYTES_MAX * 2)
      .split("\n")
      .flatMap((line) => parseLine(line) ?? []);
    const since = (lines.at(-1)?.atMs ?? 0) - AGE_MS;
    return lines.filter(({ atMs }) => atMs >= since);
  }

  #appendAt(log: DataLog, end: number, line: object, doubt?: Doubt): void {
    try {
      const length = Math.min(PLACE_BYTES, end);
      this.#append(log, end, log.readBytes(end - length, length), line, doubt);
    } catch {
      // The log cannot be read. The next look finds what this one has found.
    }
  }

  #append(log: DataLog, end: number, tail: Uint8Array, line: object, doubt: Doubt = this.#place ?? NO_DOUBT): void {
    const { doubtUntil, isSettled } = doubt;
    this.#write({ inode: log.inode, end, length: tail.length, checksum: crc32(tail), doubtUntil, isSettled }, line);
  }

  #write(at: Place, line: object): void {
    try {
      const { inode, end, length, checksum, doubtUntil, isSettled } = at;
      const place = [inode, end, length, checksum, doubtUntil, isSettled ? 1 : 0];
      const text = JSON.stringify({ v: VERSION, at: this.#clock(), inode, ...line, place });
      const file = this.#files.open(this.#path, "append");
      try {
        // In front too, since the line before may have been cut off.
        const isOwn = this.#state() === this.#seen;
        file.append(new TextEncoder().encode(`\n${text}\n`));
        if (isOwn) this.#seen = stateOf(file.identity());
      } finally {
        file.close();
      }
      this.#place = at;
    } catch {
      // This write is not remembered.
    }
  }

  #lastPlace(): Place | null {
    const found = PLACE.exec(this.#text(PLACE_LENGTH)) ?? PLACE.exec(this.#wholeLines());
    if (found === null) return null;
    const [inode = 0, end = 0, length = 0, checksum = 0, doubtUntil = 0, settled = 1] = found.slice(1).map(Number);
    return length > end ? null : { inode, end, length, checksum, doubtUntil, isSettled: settled === 1 };
  }

  /** The text of the file up to its last line break. */
  #wholeLines(): string {
    const text = this.#text(FILE_BYTES_MAX);
    return text.slice(0, text.lastIndexOf("}\n") + 2);
  }

  /** The last bytes of the file, as text; "" where there is none. */
  #text(bytesMax: number): string {
    try {
      const file = this.#files.open(this.#path, "read");
      try {
        const { size } = file.identity();
        const bytes = new Uint8Array(Math.min(size, bytesMax));
        return decodeUtf8(bytes.subarray(0, file.read(bytes, size - bytes.length)));
      } finally {
        file.close();
      }
    } catch {
      return "";
    }
  }

  /** Begins a long file anew with its last lines. */
  #trim(): void {
    try {
      const size = this.#files.identify(this.#path)?.size ?? 0;
      if (size <= FILE_BYTES_MAX) return;
      const text = this.#text(Math.min(size, FILE_BYTES_MAX));
      const kept = text.slice(text.indexOf("\n", text.length - KEPT_BYTES));
      const draft = temporaryPath(this.#path);
      const file = this.#files.open(draft, "create");
      try {
        file.append(new TextEncoder().encode(kept));
      } finally {
        file.close();
      }
      this.#files.rename(draft, this.#path);
    } catch {
      // The next write tries again.
    }
  }
}

function stateOf({ inode, size }: FileIdentity): string {
  return `${inode} ${size}`;
}

function parseLine(text: string): RecentLine | null {
  if (text === "") return null;
  try {
    const line = JSON.parse(text) as Record<string, unknown>;
    if (line.v !== VERSION || typeof line.at !== "number" || typeof line.inode !== "number") return null;
    const records = typeof line.records === "string" ? Buffer.from(line.records, "base64") : new Uint8Array(0);
    return {
      atMs: line.at,
      inode: line.inode,
      start: typeof line.start === "number" ? line.start : 0,
      records,
      superseded: Array.isArray(line.superseded) ? (line.superseded as Superseded[]) : [],
      gone: Array.isArray(line.gone) ? (line.gone as string[]) : [],
      moved: isRecord(line.moved) ? (line.moved as Record<string, number>) : {},
    };
  } catch {
    return null;
  }
}

// Keeps a live index current with the log on disk. It loads index.bin, reads the log behind the index's watermark, and
// from then on only what was appended. It notices a log that was compacted, restored or truncated, and begins anew.
// Invariants:
// - With an index that fits the log, becoming current reads no byte below the watermark, except those that identify the
//   log.
// - After `refresh` the index holds every entry whose write was acknowledged before.
// - It never writes.

import { HelixError, systemCodeOf } from "../../base/errors.ts";
import { DataLog, LOG_NAME } from "../../engine/log/data-log.ts";
import { LOG_HEADER } from "../../engine/log/log-layout.ts";
import type { LogVisitor } from "../../engine/log/log-scan.ts";
import { SHRUNK } from "../../engine/log/log-window.ts";
import { BaseSegment } from "../../engine/segment/base-segment.ts";
import { DeltaSegment } from "../../engine/segment/delta-segment.ts";
import type { FileIdentity, FileSystem } from "../../platform/file-system.ts";
import { ioError } from "../../platform/io-error.ts";
import { analyzeEntry } from "../index/document-terms.ts";
import type { SnippetReader } from "../index/note-document.ts";
import { NoteIndex } from "../index/note-index.ts";
import { NOTE_SCHEMA } from "../index/note-schema.ts";
import { snippetReader } from "./log-snippets.ts";

export const INDEX_NAME = "index.bin";

/** How many bytes before the end of what was read are compared to check that the log only grew. */
const MARK_BYTES = 64;
/** How often a read begins again because a writer removed a torn tail meanwhile. */
const READ_ATTEMPTS_MAX = 3;

export class LogFollower {
  readonly #files: FileSystem;
  readonly #directory: string;
  readonly #onDamage: () => void;
  #log: DataLog | null = null;
  #previousLog: DataLog | null = null;
  #index = new NoteIndex(null, new DeltaSegment(NOTE_SCHEMA), {});
  /** Everything below this offset is in the index. */
  #read = 0;
  #size = 0;
  #changedMs = 0;
  /** The identity of the index file when it was mapped. */
  #indexFile: FileIdentity | null = null;
  #mark: Uint8Array = new Uint8Array(0);
  /**
   * The bytes that the last scan found to hold no whole record, and the state of the file then. They are scanned again
   * only after the file has changed.
   */
  #scanned = { from: -1, size: 0, changedMs: 0 };
  /** A scan failed half-way, so the index holds a part of what lies behind `#read`. */
  #isHalfRead = false;
  #beginnings = 0;
  /** Targets of tombstones of the original program that were read since they were last taken, and of which file. */
  #foreign: { readonly inode: number; readonly target: number }[] = [];

  /** `onDamage` is called when a record turns out to have been damaged since it was indexed. */
  constructor(files: FileSystem, directory: string, onDamage: () => void = () => undefined) {
    this.#files = files;
    this.#directory = directory;
    this.#onDamage = onDamage;
  }

  /** The log; null while there is none. */
  get log(): DataLog | null {
    return this.#log;
  }

  get index(): NoteIndex {
    return this.#index;
  }

  /** End of the last whole record, where the next record goes. */
  get end(): number {
    return this.#read;
  }

  /** Bytes behind `end` that hold no whole record, as of the last refresh. */
  get tornBytes(): number {
    return this.#size - this.#read;
  }

  /** When the log was changed last, as of the last refresh: in milliseconds since 1970. */
  get changedMs(): number {
    return this.#changedMs;
  }

  /** How often this began anew with another log, or with one that was changed in its place. */
  get beginnings(): number {
    return this.#beginnings;
  }

  /** What the original program has deleted or replaced, as of what was read since the last call. */
  takeForeignDeletions(): readonly { readonly inode: number; readonly target: number }[] {
    const taken = this.#foreign;
    this.#foreign = [];
    return taken;
  }

  /** Where the index file's coverage ends; 0 without one. */
  get watermark(): number {
    return this.#index.base?.header.watermark ?? 0;
  }

  /** Notices a replaced log. Returns how many bytes `read` would have to read. Throws what `DataLog.open` throws. */
  attach(): number {
    try {
      const log = this.#log;
      let identity = this.#isHalfRead ? null : (log?.currentIdentity() ?? null);
      if (identity === null || !this.#grewOnly(log!, identity) || this.#isIndexOverwritten()) {
        this.reopen();
        identity = this.#log?.identity() ?? null;
      }
      this.#size = identity?.size ?? 0;
      this.#changedMs = identity?.changedMs ?? 0;
      return this.#size - this.#read;
    } catch (error) {
      throw this.#readError(error);
    }
  }

  /** Indexes what was appended. Throws IO. */
  read(): void {
    for (let attempt = 1; ; attempt++) {
      try {
        this.#readTail();
        return;
      } catch (error) {
        this.#isHalfRead = true;
        if (systemCodeOf(error) !== SHRUNK || attempt === READ_ATTEMPTS_MAX) throw this.#readError(error);
        this.attach();
      }
    }
  }

  /** Brings the index up to date with the log. */
  refresh(): void {
    this.attach();
    this.read();
  }

  /** Forgets everything and starts from the files as they are now. If it throws, everything stays as it was. */
  reopen(): void {
    this.#readRest();
    const log = DataLog.open(this.#files, `${this.#directory}/${LOG_NAME}`);
    try {
      this.#startFromIndex(log);
    } catch (error) {
      log?.close();
      throw error;
    }
    // Earlier views may still read entries from the previous log, so that log is closed only at the next reopening.
    this.#previousLog?.close();
    this.#previousLog = this.#log;
    this.#log = log;
    this.#isHalfRead = false;
    this.#beginnings++;
  }

  /** Reads what others had appended to a log before it was replaced: it may say what they deleted. */
  #readRest(): void {
    const log = this.#log;
    if (log === null || this.#isHalfRead) return;
    try {
      const identity = log.identity();
      if (log.isCurrent() || identity.size <= this.#read || !this.#grewOnly(log, identity)) return;
      log.scan(this.#read, identity.size, this.#visitorOf(log));
    } catch {
      // It is gone, and what it said with it.
    }
  }

  /** Switches to the index file that is in place now, if it is another one. */
  adoptIndex(): void {
    const log = this.#log;
    if (log === null || !log.isCurrent()) {
      this.reopen();
      return;
    }
    const found = this.#files.identify(this.#indexPath);
    if (found === null || found.inode !== this.#indexFile?.inode || found.changedMs !== this.#indexFile.changedMs) {
      this.#startFromIndex(log);
    }
  }

  close(): void {
    this.#previousLog?.close();
    this.#previousLog = null;
    this.#log?.close();
    this.#log = null;
  }

  #readTail(): void {
    const log = this.#log;
    if (log === null || this.#size <= this.#read || this.#isScanned()) return;
    const { end } = log.scan(this.#read, this.#size, this.#visitorOf(log));
    this.#scanned = { from: end, size: this.#size, changedMs: this.#changedMs };
    if (end === this.#read) return;
    this.#mark = bytesBefore(log, end);
    this.#read = end;
  }

  /** The index as a visitor, which also takes down what the original program deletes. */
  #visitorOf(log: DataLog): LogVisitor {
    const index = this.#index;
    const { inode } = log;
    return {
      entry: (record, offset) => index.entry(record, offset),
      tombstone: (record, offset) => {
        if (!record.checksummed) this.#foreign.push({ inode, target: record.target });
        index.tombstone(record, offset);
      },
      damage: (from, to, edited) => index.damage(from, to, edited),
      knows: (offset) => index.knows(offset),
    };
  }

  #isScanned(): boolean {
    const { from, size, changedMs } = this.#scanned;
    return from === this.#read && size === this.#size && changedMs === this.#changedMs;
  }

  #startFromIndex(log: DataLog | null): void {
    const indexFile = this.#files.identify(this.#indexPath);
    const base = log === null ? null : openBase(this.#files, this.#indexPath, log);
    const size = log?.size() ?? 0;
    // A log whose header is truncated holds nothing: all of it is torn.
    const read = size < LOG_HEADER.size ? 0 : (base?.header.watermark ?? LOG_HEADER.size);
    const mark = log === null ? new Uint8Array(0) : bytesBefore(log, read);
    const readSnippet = this.#snippetsOf(log);
    this.#index = new NoteIndex(base, new DeltaSegment(NOTE_SCHEMA), { analyze: analyzeEntry, readSnippet });
    this.#scanned = { from: -1, size: 0, changedMs: 0 };
    this.#indexFile = base === null ? null : indexFile;
    this.#size = size;
    this.#read = read;
    this.#mark = mark;
  }

  #snippetsOf(log: DataLog | null): SnippetReader {
    return snippetReader((target, position) => log?.readInto(target, position) ?? 0, this.#onDamage);
  }

  get #indexPath(): string {
    return `${this.#directory}/${INDEX_NAME}`;
  }

  /**
   * Whether the mapped index file itself was changed. helix never does that: it renames new files over it. The mapped
   * bytes may be truncated by then, and reading them would end the process.
   */
  #isIndexOverwritten(): boolean {
    const mapped = this.#indexFile;
    if (mapped === null) return false;
    const found = this.#files.identify(this.#indexPath);
    if (found === null || found.inode !== mapped.inode || found.device !== mapped.device) return false;
    return found.size !== mapped.size || found.changedMs !== mapped.changedMs;
  }

  /**
   * Whether the log still holds what was read from it. It does not if the file is shorter, or has other bytes before
   * `end`.
   */
  #grewOnly(log: DataLog, { size, changedMs }: FileIdentity): boolean {
    if (size < this.#read) return false;
    if (size === this.#size && changedMs === this.#changedMs) return true;
    const mark = bytesBefore(log, this.#read);
    return mark.length === this.#mark.length && mark.every((byte, index) => byte === this.#mark[index]);
  }

  #readError(error: unknown): HelixError {
    return error instanceof HelixError ? error : ioError(`cannot read ${this.#directory}/${LOG_NAME}`, error);
  }
}

function bytesBefore(log: DataLog, end: number): Uint8Array {
  const length = Math.min(MARK_BYTES, end);
  return log.readBytes(end - length, length);
}

/** The segment of the index file, if it is of this version and belongs to this very log; else null. */
export function openBase(files: FileSystem, path: string, log: DataLog): BaseSegment | null {
  let bytes: Uint8Array;
  try {
    bytes = files.load(path);
  } catch {
    // An index that is missing or cannot be read counts as none: the log has everything.
    return null;
  }
  const base = BaseSegment.open(NOTE_SCHEMA, bytes);
  if (base === null) return null;
  const { watermark, fingerprint } = base.header;
  if (watermark > log.size() || log.fingerprint(watermark) !== fingerprint) return null;
  return base;
}

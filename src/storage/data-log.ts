// `data.log` as one object: opens it, checks what it is, scans it, reads single records, appends durably, cuts off a torn tail.
// Invariants:
// - an append that returned is on the disk; one that threw left nothing behind that a reader would take for an entry;
// - bytes are cut off only at the end, only under the write lock, and only after a copy of them is on the disk;
// - a file that is not a helix log is never written to.

import { HelixError, messageOf, systemCodeOf } from "../errors.ts";
import { crc32 } from "../format/crc32.ts";
import { FINGERPRINT_BYTES } from "../format/index-layout.ts";
import {
  ENTRY_HEADER,
  LOG_BYTES_MAX,
  LOG_HEADER,
  LOG_VERSION,
  MARK_BEGIN,
  RECORD_BYTES_END,
  TOMBSTONE,
} from "../format/log-layout.ts";
import {
  decodeRecord,
  type EntryRecord,
  encodeLogHeader,
  type LogRecord,
  readLogHeader,
} from "../format/log-record.ts";
import { type FileHandle, type FileIdentity, type FileSystem, isMissing } from "./file-system.ts";
import { type LogVisitor, type ScanEnd, scanLog } from "./log-scan.ts";
import { remedyOf } from "./remedy.ts";

export const LOG_NAME = "data.log";
const HEADER_BYTES = LOG_HEADER.size;
/** How much is read first to find the first record when the header itself is damaged. */
const HEADER_PROBE_BYTES = 64 * 1024;
/** Entries up to this length, which most are, are read into one buffer. */
const ENTRY_BYTES_KEPT = 4096;

export class DataLog {
  readonly path: string;
  /** Whether the first eight bytes are damaged although records follow. */
  readonly headerDamaged: boolean;
  readonly #files: FileSystem;
  readonly #file: FileHandle;
  readonly #identity: FileIdentity;
  /** Entries are read into this, but for long ones. */
  readonly #entryBytes = new Uint8Array(ENTRY_BYTES_KEPT);
  /** Where what this object has written and synced ends; -1: it has not yet. */
  #syncedEnd = -1;

  private constructor(files: FileSystem, path: string, file: FileHandle, headerDamaged: boolean) {
    this.#files = files;
    this.path = path;
    this.#file = file;
    this.#identity = file.identity();
    this.headerDamaged = headerDamaged;
  }

  /**
   * Opens the log at `path`: for reading (null when there is none), or for writing (`writable`: created with its header when
   * missing or empty; only under the write lock). Throws CORRUPTION for a file that is no helix log, UNSUPPORTED_VERSION for
   * one of another version, IO for what the system refuses.
   */
  static open(files: FileSystem, path: string, writable: boolean): DataLog | null {
    let file: FileHandle;
    try {
      file = files.open(path, writable ? "append" : "read");
    } catch (error) {
      if (!writable && isMissing(error)) return null;
      if (systemCodeOf(error) === "ELOOP") throw linkedLog(path, error);
      if (systemCodeOf(error) === "ENOTDIR") throw unusableDirectory(directoryOf(path), error);
      throw ioError(`cannot open ${path}`, error);
    }
    try {
      const headerDamaged = checkHeader(file, path);
      const log = new DataLog(files, path, file, headerDamaged);
      if (writable) log.#prepareForWriting();
      return log;
    } catch (error) {
      file.close();
      throw error instanceof HelixError ? error : ioError(`cannot read ${path}`, error);
    }
  }

  /** Length of the file in bytes at this moment. */
  size(): number {
    return this.#file.identity().size;
  }

  /** Length and time of the last change, as of this moment. */
  identity(): FileIdentity {
    return this.#file.identity();
  }

  /** Whether the file at the log's path is still this one (compaction and restored copies replace it). */
  isCurrent(): boolean {
    const found = this.#files.identify(this.path);
    return found !== null && found.inode === this.#identity.inode && found.device === this.#identity.device;
  }

  /** Visits the records in `[from, size)` of `fileSize` bytes; see `log-scan.ts`. */
  scan(from: number, size: number, visitor: LogVisitor, fileSize: number = size): ScanEnd {
    const start = Math.max(from, HEADER_BYTES);
    if (size < start) return { end: Math.min(from, size), size, openEntry: -1 };
    return scanLog(this.#file, start, size, visitor, fileSize);
  }

  /**
   * The entry record of `size` bytes at `offset`; null when it is not there, damaged, or not half an edit as `pair` says. Its bytes
   * stay only until the next one is read.
   */
  readEntry({ offset, size, pair }: { offset: number; size: number; pair: boolean }): EntryRecord | null {
    if (size > RECORD_BYTES_END) return null;
    const bytes = size <= ENTRY_BYTES_KEPT ? this.#entryBytes.subarray(0, size) : new Uint8Array(size);
    if (this.#file.read(bytes, offset) < size) return null;
    const record = decodeRecord(bytes, 0);
    return record.kind === "entry" && record.size === size && record.pair === pair ? record : null;
  }

  /** The record at `offset`, whatever it is, with what stands right behind it; null when none does. For records of unknown length. */
  readRecord(offset: number): LogRecord | null {
    const head = this.readBytes(offset, ENTRY_HEADER.size);
    const decoded = decodeRecord(head, 0);
    if (decoded.kind !== "incomplete") return decoded.kind === "invalid" ? null : decoded;
    // An entry is half an edit if the tombstone behind it says so.
    const whole = decodeRecord(this.readBytes(offset, decoded.needed + TOMBSTONE.size), 0);
    return whole.kind === "invalid" || whole.kind === "incomplete" ? null : whole;
  }

  /** Reads raw bytes into `target`; returns how many, fewer at the end of the file. */
  readInto(target: Uint8Array, offset: number): number {
    return this.#file.read(target, offset);
  }

  /** Raw bytes, fewer at the end of the file. */
  readBytes(offset: number, length: number): Uint8Array {
    // Room for few bytes is made without asking how many there are.
    const most = length <= ENTRY_BYTES_KEPT ? length : this.size() - offset;
    const bytes = new Uint8Array(Math.max(0, Math.min(length, most)));
    return bytes.subarray(0, this.#file.read(bytes, offset));
  }

  /** A checksum that tells this log from another: over the first and the last bytes below `watermark`. */
  fingerprint(watermark: number): number {
    const head = this.readBytes(0, Math.min(FINGERPRINT_BYTES, watermark));
    const tail = this.readBytes(Math.max(0, watermark - FINGERPRINT_BYTES), Math.min(FINGERPRINT_BYTES, watermark));
    return crc32(tail, crc32(head));
  }

  /**
   * Appends `bytes` at `end`, the end of the last whole record, and returns when they are on the disk. Only under the write
   * lock. A torn tail behind `end` is copied aside first. Throws LIMIT near 4 GiB, IO when the disk refuses.
   */
  append(bytes: Uint8Array, end: number, now: number): void {
    if (end + bytes.length > LOG_BYTES_MAX) {
      throw new HelixError(
        "LIMIT",
        `the log ${this.path} is near its limit of 4 GiB; compact it with: helix compact --apply`,
      );
    }
    if (this.size() > end) this.#cutTornTail(end, now);
    try {
      // What others wrote and did not live to make sure of is on the disk before anything stands behind it, and so is the cut.
      if (end !== this.#syncedEnd) this.#file.sync();
      // An act is told from a torn one by the mark that it begins with: that is on the disk before the rest.
      const head = isActBegin(bytes) ? TOMBSTONE.size : 0;
      if (head > 0) this.#appendSynced(bytes.subarray(0, head));
      this.#appendSynced(bytes.subarray(head));
      this.#syncedEnd = end + bytes.length;
    } catch (error) {
      this.#takeBack(end);
      throw ioError(`cannot write to ${this.path}; nothing was stored`, error);
    }
  }

  #appendSynced(bytes: Uint8Array): void {
    this.#file.append(bytes);
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }

  #prepareForWriting(): void {
    const size = this.size();
    if (size <= HEADER_BYTES && isUnfinishedHeader(this.readBytes(0, size))) {
      if (size > 0) this.#file.truncate(0);
      this.append(encodeLogHeader(), 0, 0);
    }
    // Who put the file there may have died before its name was on the disk, and what is appended now would go with the name.
    this.#files.syncDirectory(directoryOf(this.path));
  }

  #cutTornTail(end: number, now: number): void {
    this.#syncedEnd = -1;
    const torn = this.readBytes(end, this.size() - end);
    keepCopy(this.#files, `${this.path}.torn-${now}`, [torn]);
    try {
      this.#file.truncate(end);
    } catch (error) {
      throw ioError(`cannot repair the end of ${this.path}`, error);
    }
  }

  #takeBack(end: number): void {
    try {
      this.#file.truncate(end);
      this.#file.sync();
    } catch {
      // The next writer finds the unfinished bytes as a torn tail and moves them aside.
    }
  }
}

/** The directory part of an absolute path. */
export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** Writes `pieces` to a new file named `path` (with a number behind it if taken), durably. Returns the name used. */
export function keepCopy(files: FileSystem, path: string, pieces: Iterable<Uint8Array>): string {
  for (let attempt = 0; ; attempt++) {
    const name = attempt === 0 ? path : `${path}-${attempt}`;
    let file: FileHandle;
    try {
      file = files.open(name, "create");
    } catch (error) {
      if (systemCodeOf(error) === "EEXIST" && attempt < 1000) continue;
      throw ioError(`cannot keep a copy of damaged bytes at ${name}`, error);
    }
    try {
      for (const piece of pieces) file.append(piece);
      file.sync();
      files.syncDirectory(directoryOf(name));
      return name;
    } catch (error) {
      removeQuietly(files, name);
      throw ioError(`cannot keep a copy of damaged bytes at ${name}`, error);
    } finally {
      file.close();
    }
  }
}

/** Removes a file that is of no use; one that stays does no harm. */
function removeQuietly(files: FileSystem, path: string): void {
  try {
    files.remove(path);
  } catch {
    // The disk that refused the file may refuse this, too.
  }
}

/** The error for a knowledge base directory that is none and cannot be made one. */
export function unusableDirectory(directory: string, error: unknown): HelixError {
  const isFile = ["EEXIST", "ENOTDIR"].includes(systemCodeOf(error));
  const why = isFile ? "a file stands in its place" : messageOf(error);
  return new HelixError(
    "IO",
    `cannot use ${directory} as the knowledge base directory: ${why}; name another, e.g. HELIX_KB=~/.helix-kb`,
    { cause: error },
  );
}

/** A system failure as one line, with what to do about it. */
export function ioError(what: string, error: unknown): HelixError {
  return new HelixError("IO", `${what}: ${messageOf(error)}${remedyOf(error)}`, { cause: error });
}

function linkedLog(path: string, cause: unknown): HelixError {
  const what = `${path} is a symbolic link, and helix writes through none`;
  return new HelixError(
    "IO",
    `${what}: put the file itself there, or give its directory, e.g. HELIX_KB=/path/to/notes`,
    {
      cause,
    },
  );
}

/** Whether the header is damaged; throws when the file is not a log that this version can use. */
function checkHeader(file: FileHandle, path: string): boolean {
  const expected = encodeLogHeader();
  const header = new Uint8Array(HEADER_BYTES);
  const length = file.read(header, 0);
  if (length < HEADER_BYTES) {
    if (isUnfinishedHeader(header.subarray(0, length))) return false;
    throw notALog(path);
  }
  if (file.identity().size === HEADER_BYTES && isUnfinishedHeader(header)) return false;
  const { magic, version } = readLogHeader(header);
  if (magic && version === LOG_VERSION) return false;
  // A log of another version says so in its header: this one may be damaged there only if a record of this version follows.
  if (beginsWithChecksummed(file)) return true;
  if (magic) {
    throw new HelixError(
      "UNSUPPORTED_VERSION",
      `${path} has format version ${version}; this helix reads version ${LOG_VERSION}: use the helix that wrote it`,
    );
  }
  if (header.filter((byte, index) => byte !== expected[index]).length === 1) return true;
  throw notALog(path);
}

/** Whether these bytes, the whole file, are what a power cut leaves of a log that was just being begun: a part of the header, or zeros. */
function isUnfinishedHeader(bytes: Uint8Array): boolean {
  const expected = encodeLogHeader();
  if (bytes.length < HEADER_BYTES && bytes.every((byte, index) => byte === expected[index])) return true;
  return bytes.length <= HEADER_BYTES && bytes.every((byte) => byte === 0);
}

/** Whether the record behind the header carries a checksum that is right. */
function beginsWithChecksummed(file: FileHandle): boolean {
  const { size } = file.identity();
  for (let length = HEADER_PROBE_BYTES; ; ) {
    const probe = new Uint8Array(Math.min(size, length));
    file.read(probe, 0);
    const first = decodeRecord(probe, HEADER_BYTES, size > probe.length);
    if (first.kind !== "incomplete" || probe.length === size) return first.kind === "entry" && first.checksummed;
    length = HEADER_BYTES + first.needed;
  }
}

function notALog(path: string): HelixError {
  return new HelixError(
    "CORRUPTION",
    `${path} is not a helix log (it does not begin with "AMRL"); it was left alone: name another directory, e.g. HELIX_KB=~/.helix-kb`,
  );
}

/** Whether what is to be written begins with the mark of an act of several changes. */
function isActBegin(bytes: Uint8Array): boolean {
  const first = decodeRecord(bytes, 0);
  return first.kind === "mark" && first.mark === MARK_BEGIN;
}

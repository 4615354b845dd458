// `data.log` opened for reading: checks the header, scans the records and reads single ones. log-writer.ts writes the
// log.

import { crc32 } from "../../base/crc32.ts";
import { HelixError, systemCodeOf } from "../../base/errors.ts";
import { type FileHandle, type FileIdentity, type FileSystem, isMissing } from "../../platform/file-system.ts";
import { directoryOf, ioError, unusableDirectory } from "../../platform/io-error.ts";
import { ENTRY_HEADER, FINGERPRINT_BYTES, LOG_HEADER, LOG_VERSION, RECORD_BYTES_END, TOMBSTONE } from "./log-layout.ts";
import {
  decodeKnownRecord,
  decodeRecord,
  type EntryRecord,
  encodeLogHeader,
  type LogRecord,
  readLogHeader,
} from "./log-record.ts";
import { type LogVisitor, type ScanEnd, scanLog } from "./log-scan.ts";

export const LOG_NAME = "data.log";
const HEADER_BYTES = LOG_HEADER.size;
/** How many bytes are read first to find the first record when the header itself is damaged. */
const HEADER_PROBE_BYTES = 64 * 1024;
/** Entries up to this length share one read buffer. Most entries are that short. */
const ENTRY_BYTES_KEPT = 4096;

/** The file of a log, opened, with its header checked. */
export interface OpenedLog {
  readonly files: FileSystem;
  readonly path: string;
  readonly file: FileHandle;
  readonly headerDamaged: boolean;
}

export class DataLog {
  readonly path: string;
  /** Whether the first eight bytes are damaged although records follow. */
  readonly headerDamaged: boolean;
  readonly #files: FileSystem;
  readonly #file: FileHandle;
  readonly #identity: FileIdentity;
  /** The buffer into which short entries are read. */
  readonly #entryBytes = new Uint8Array(ENTRY_BYTES_KEPT);

  protected constructor({ files, path, file, headerDamaged }: OpenedLog) {
    this.#files = files;
    this.path = path;
    this.#file = file;
    this.#identity = file.identity();
    this.headerDamaged = headerDamaged;
  }

  /**
   * Opens the log at `path` for reading; null when there is none. Throws CORRUPTION when the file is no helix log,
   * UNSUPPORTED_VERSION when it has another format version, and IO when the system refuses.
   */
  static open(files: FileSystem, path: string): DataLog | null {
    return openLog(files, path, "read", (opened) => new DataLog(opened));
  }

  /** The number of the file, whatever its name leads to by now. */
  get inode(): number {
    return this.#identity.inode;
  }

  /** Length of the file in bytes at this moment. */
  size(): number {
    return this.#file.identity().size;
  }

  /** Length and time of the last change, as of this moment. */
  identity(): FileIdentity {
    return this.#file.identity();
  }

  /**
   * The same in one look at the log's path. Null when the path no longer leads to this file: compaction and restored
   * copies replace it.
   */
  currentIdentity(): FileIdentity | null {
    const found = this.#files.identify(this.path);
    const isThis = found !== null && found.inode === this.#identity.inode && found.device === this.#identity.device;
    return isThis ? found : null;
  }

  /** Whether the file at the log's path is still this one. */
  isCurrent(): boolean {
    return this.currentIdentity() !== null;
  }

  /** Visits the records in `[from, size)` of `fileSize` bytes; see `log-scan.ts`. */
  scan(from: number, size: number, visitor: LogVisitor, fileSize: number = size): ScanEnd {
    const start = Math.max(from, HEADER_BYTES);
    if (size < start) return { end: Math.min(from, size), size, openEntry: -1 };
    return scanLog(this.#file, start, size, visitor, fileSize);
  }

  /**
   * The entry record of `size` bytes at `offset`. Null when it is missing or damaged, or when `isReplacement` does not
   * match it. Its bytes are valid only until the next entry is read.
   */
  readEntry({
    offset,
    size,
    isReplacement,
  }: {
    offset: number;
    size: number;
    isReplacement: boolean;
  }): EntryRecord | null {
    if (size > RECORD_BYTES_END) return null;
    const bytes = size <= ENTRY_BYTES_KEPT ? this.#entryBytes.subarray(0, size) : new Uint8Array(size);
    if (this.#file.read(bytes, offset) < size) return null;
    const record = decodeKnownRecord(bytes);
    return record.kind === "entry" && record.size === size && record.isReplacement === isReplacement ? record : null;
  }

  /**
   * The record at `offset`, of any kind and of unknown length; null when none stands there. The bytes right behind an
   * entry are read, too, because they tell whether it is half an edit.
   */
  readRecord(offset: number): LogRecord | null {
    const head = this.readBytes(offset, ENTRY_HEADER.size);
    const decoded = decodeKnownRecord(head);
    if (decoded.kind !== "incomplete") return decoded.kind === "invalid" ? null : decoded;
    // An entry is half an edit if the tombstone of an edit stands behind it.
    const whole = decodeKnownRecord(this.readBytes(offset, decoded.needed + TOMBSTONE.size));
    return whole.kind === "invalid" || whole.kind === "incomplete" ? null : whole;
  }

  /** Reads raw bytes into `target`. Returns how many there were: fewer at the end of the file. */
  readInto(target: Uint8Array, offset: number): number {
    return this.#file.read(target, offset);
  }

  /** Reads raw bytes; fewer at the end of the file. */
  readBytes(offset: number, length: number): Uint8Array {
    // A buffer for few bytes is allocated without asking for the size of the file.
    const most = length <= ENTRY_BYTES_KEPT ? length : this.size() - offset;
    const bytes = new Uint8Array(Math.max(0, Math.min(length, most)));
    return bytes.subarray(0, this.#file.read(bytes, offset));
  }

  /** A checksum that tells this log from others. It covers the first and the last bytes below `watermark`. */
  fingerprint(watermark: number): number {
    const head = this.readBytes(0, Math.min(FINGERPRINT_BYTES, watermark));
    const tail = this.readBytes(Math.max(0, watermark - FINGERPRINT_BYTES), Math.min(FINGERPRINT_BYTES, watermark));
    return crc32(tail, crc32(head));
  }

  close(): void {
    this.#file.close();
  }
}

/**
 * Opens the file of a log and passes it to `make`; returns what `make` returns. With "read", null when there is no
 * file. Throws as `DataLog.open`.
 */
export function openLog<Log>(
  files: FileSystem,
  path: string,
  mode: "read" | "append",
  make: (opened: OpenedLog) => Log,
): Log | null {
  let file: FileHandle;
  try {
    file = files.open(path, mode);
  } catch (error) {
    if (mode === "read" && isMissing(error)) return null;
    if (systemCodeOf(error) === "ELOOP") throw linkedLog(path, error);
    if (systemCodeOf(error) === "ENOTDIR") throw unusableDirectory(directoryOf(path), error);
    throw ioError(`cannot open ${path}`, error);
  }
  try {
    return make({ files, path, file, headerDamaged: checkHeader(file, path) });
  } catch (error) {
    file.close();
    throw error instanceof HelixError ? error : ioError(`cannot read ${path}`, error);
  }
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
  // A log of another version says so in its header. A wrong version therefore counts as damage only if a record of this
  // version follows.
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

/**
 * Whether `bytes`, the whole file, are what a power cut leaves of a log that was being created: a part of the header,
 * or zeros.
 */
export function isUnfinishedHeader(bytes: Uint8Array): boolean {
  const expected = encodeLogHeader();
  if (bytes.length < HEADER_BYTES && bytes.every((byte, index) => byte === expected[index])) return true;
  return bytes.length <= HEADER_BYTES && bytes.every((byte) => byte === 0);
}

/** Whether the record behind the header is an entry with a right checksum. */
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

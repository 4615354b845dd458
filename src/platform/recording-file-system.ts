// A file system that passes everything on and records each change, in order. From the record one can work out what a
// disk could hold after a power cut at any moment. Each process has its own view of it, which can end like a killed
// process: from a chosen operation on nothing is done any more, its locks fall and its files are closed. What was done
// stays.
//
// Invariants:
// - An operation is in the record once it has been done. Of an append that the end cut short, the written part is.
// - Names are those in one directory, the recorded one. That directory itself counts as durable when it has been made,
//   since `makeDirectory` answers for it.

import type { FileHandle, FileSystem, HeldLock, OpenMode } from "./file-system.ts";
import { directoryOf } from "./io-error.ts";

/** One change. `file` tells the files apart, whatever their names are by then. */
export type RecordedOperation =
  | { readonly kind: "create"; readonly file: number; readonly name: string }
  | { readonly kind: "rename"; readonly file: number; readonly from: string; readonly name: string }
  | { readonly kind: "remove"; readonly file: number; readonly name: string }
  | { readonly kind: "write"; readonly file: number; readonly position: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly file: number; readonly size: number }
  | { readonly kind: "sync"; readonly file: number }
  | { readonly kind: "makeDirectory" }
  | { readonly kind: "syncDirectory" };

/** Thrown by every call for a process that was ended. */
export class ProcessEnded extends Error {
  readonly code = "EKILLED";

  constructor() {
    super("the process was ended");
  }
}

/** The record of one directory. */
export class DiskRecord {
  readonly operations: RecordedOperation[] = [];
  readonly #directory: string;
  readonly #names = new Map<string, number>();
  #nextFile = 0;

  /** `start` has the names of the files that are there already; they are numbered from 0 in this order. */
  constructor(directory: string, start: Iterable<string>) {
    this.#directory = directory;
    for (const name of start) this.#names.set(name, this.#nextFile++);
  }

  /** The number of the file at `path`, -1 when there is none. */
  fileAt(path: string): number {
    return this.#names.get(this.#nameOf(path)) ?? -1;
  }

  created(path: string): void {
    const name = this.#nameOf(path);
    this.#names.set(name, this.#nextFile);
    this.operations.push({ kind: "create", file: this.#nextFile++, name });
  }

  renamed(fromPath: string, path: string): void {
    const [from, name] = [this.#nameOf(fromPath), this.#nameOf(path)];
    const file = this.fileAt(fromPath);
    this.#names.delete(from);
    this.#names.set(name, file);
    this.operations.push({ kind: "rename", file, from, name });
  }

  removed(path: string): void {
    const name = this.#nameOf(path);
    this.operations.push({ kind: "remove", file: this.fileAt(path), name });
    this.#names.delete(name);
  }

  directorySynced(path: string): void {
    if (path === this.#directory) this.operations.push({ kind: "syncDirectory" });
  }

  #nameOf(path: string): string {
    if (directoryOf(path) !== this.#directory) throw new Error(`${path} is not in the directory that is recorded`);
    return path.slice(this.#directory.length + 1);
  }
}

/** The files as one process sees them. Its changes go into `record`. */
export class RecordingFileSystem implements FileSystem {
  readonly #files: FileSystem;
  readonly #record: DiskRecord;
  readonly #held = new Set<() => void>();
  /** After how many more operations the process ends; null while it lives on. */
  #left: number | null = null;

  constructor(files: FileSystem, record: DiskRecord) {
    this.#files = files;
    this.#record = record;
  }

  /** Makes the process end after `operations` more changes, half-way through the last one if that is a write. */
  endAfter(operations: number): void {
    this.#left = operations;
  }

  /** Whether the process has ended. */
  get hasEnded(): boolean {
    return this.#left !== null && this.#left <= 0;
  }

  /** Ends the process now, and releases its locks and files. */
  end(): void {
    this.#left = 0;
    for (const release of [...this.#held]) release();
    this.#held.clear();
  }

  open(path: string, mode: OpenMode): FileHandle {
    this.#alive();
    const isNew = mode !== "read" && this.#record.fileAt(path) < 0;
    if (isNew) this.#step();
    const handle = this.#files.open(path, mode);
    if (isNew) this.#record.created(path);
    const close = () => {
      this.#held.delete(close);
      handle.close();
    };
    this.#held.add(close);
    return this.#recorded(handle, this.#record.fileAt(path), close);
  }

  identify(path: string) {
    this.#alive();
    return this.#files.identify(path);
  }

  rename(from: string, to: string): void {
    this.#step();
    this.#files.rename(from, to);
    this.#record.renamed(from, to);
  }

  remove(path: string): void {
    this.#step();
    this.#files.remove(path);
    this.#record.removed(path);
  }

  makeDirectory(path: string): void {
    this.#step();
    this.#files.makeDirectory(path);
    this.#record.operations.push({ kind: "makeDirectory" });
  }

  syncDirectory(path: string): void {
    this.#step();
    this.#files.syncDirectory(path);
    this.#record.directorySynced(path);
  }

  list(path: string): string[] {
    this.#alive();
    return this.#files.list(path);
  }

  load(path: string): Uint8Array {
    return this.map(path);
  }

  map(path: string): Uint8Array {
    this.#alive();
    return this.#files.map(path);
  }

  tryLock(path: string): HeldLock | null {
    this.#alive();
    const lock = this.#files.tryLock(path);
    if (lock === null) return null;
    if (this.#record.fileAt(path) < 0) this.#record.created(path);
    const release = () => {
      this.#held.delete(release);
      lock.release();
    };
    this.#held.add(release);
    return { release: () => this.#held.has(release) && release() };
  }

  #recorded(handle: FileHandle, file: number, close: () => void): FileHandle {
    const { operations } = this.#record;
    const write = (bytes: Uint8Array, position: number, put: (part: Uint8Array) => void) => {
      const part = this.#isLastStep() ? bytes.subarray(0, bytes.length >> 1) : bytes;
      this.#step(part.length > 0);
      put(part);
      operations.push({ kind: "write", file, position, bytes: part.slice() });
      this.#alive();
    };
    return {
      read: (target, position) => {
        this.#alive();
        return handle.read(target, position);
      },
      append: (bytes) => write(bytes, handle.identity().size, (part) => handle.append(part)),
      overwrite: (bytes, position) => write(bytes, position, (part) => handle.overwrite(part, position)),
      sync: () => {
        this.#step();
        handle.sync();
        operations.push({ kind: "sync", file });
      },
      truncate: (size) => {
        this.#step();
        handle.truncate(size);
        operations.push({ kind: "truncate", file, size });
      },
      identity: () => {
        this.#alive();
        return handle.identity();
      },
      close: () => this.#held.has(close) && close(),
    };
  }

  #isLastStep(): boolean {
    return this.#left === 1;
  }

  /**
   * Counts a change that is about to be made. Throws when the process ends before the change. With `half` the process
   * ends within the change, and the caller makes a part of it.
   */
  #step(half = false): void {
    this.#alive();
    if (this.#left === null) return;
    this.#left--;
    if (this.#left <= 0 && !half) throw new ProcessEnded();
  }

  #alive(): void {
    if (this.hasEnded) throw new ProcessEnded();
  }
}

// A file system that may refuse anything that is asked of it, reading included: each call is counted, and `refuses`
// says by its number and kind whether it fails, and how. What it does not refuse the file system below it does.

import type { FileHandle, FileSystem } from "../../../src/platform/file-system.ts";
import { systemError } from "../../support/memory-file-system.ts";

export interface Call {
  /** How many calls there were before. */
  readonly at: number;
  readonly kind: string;
  readonly path: string;
  /** Whether it only reads. */
  readonly isRead: boolean;
}

/** The system's code, and which share of an append is written before. */
export interface Refusal {
  readonly code: string;
  readonly share?: number;
}

const READS = new Set(["open to read", "read", "identity", "identify", "map"]);

export class FaultyFiles implements FileSystem {
  refuses: (call: Call) => Refusal | null = () => null;
  calls = 0;
  refused = 0;
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  open(path: string, mode: "read" | "append" | "create"): FileHandle {
    this.#ask(`open to ${mode}`, path);
    const file = this.#files.open(path, mode);
    return {
      read: (target, position) => this.#do("read", path, () => file.read(target, position)),
      append: (bytes) => {
        const refusal = this.#asked("append", path);
        if (refusal !== null) {
          file.append(bytes.subarray(0, Math.floor(bytes.length * (refusal.share ?? 0))));
          throw systemError(refusal.code);
        }
        file.append(bytes);
      },
      overwrite: (bytes, position) => this.#do("overwrite", path, () => file.overwrite(bytes, position)),
      sync: () => this.#do("sync", path, () => file.sync()),
      truncate: (size) => this.#do("truncate", path, () => file.truncate(size)),
      identity: () => this.#do("identity", path, () => file.identity()),
      close: () => file.close(),
    };
  }

  identify(path: string) {
    return this.#do("identify", path, () => this.#files.identify(path));
  }

  rename(from: string, to: string): void {
    this.#do("rename", to, () => this.#files.rename(from, to));
  }

  remove(path: string): void {
    this.#do("remove", path, () => this.#files.remove(path));
  }

  makeDirectory(path: string): void {
    this.#do("makeDirectory", path, () => this.#files.makeDirectory(path));
  }

  syncDirectory(path: string): void {
    this.#do("syncDirectory", path, () => this.#files.syncDirectory(path));
  }

  list(path: string): string[] {
    return this.#asked("list", path) === null ? this.#files.list(path) : [];
  }

  load(path: string): Uint8Array {
    return this.#do("map", path, () => this.#files.load(path));
  }

  map(path: string): Uint8Array {
    return this.#do("map", path, () => this.#files.map(path));
  }

  tryLock(path: string) {
    return this.#do("lock", path, () => this.#files.tryLock(path));
  }

  #do<T>(kind: string, path: string, action: () => T): T {
    this.#ask(kind, path);
    return action();
  }

  #ask(kind: string, path: string): void {
    const refusal = this.#asked(kind, path);
    if (refusal !== null) throw systemError(refusal.code);
  }

  #asked(kind: string, path: string): Refusal | null {
    const refusal = this.refuses({ at: this.calls++, kind, path, isRead: READS.has(kind) });
    if (refusal !== null) this.refused++;
    return refusal;
  }
}

// The originals of shortened outputs, a file for each, in `outputs/` of the knowledge base directory. An original is
// kept for a day, to the byte, so that nothing that was left out is lost.
// Invariants:
// - Files are open to this user alone, in a folder that nobody else may write to. Else nothing is kept and nothing read.
// - A key that `keep` returned leads to the whole original: what was not written whole is not kept.
// - No original has more than ORIGINAL_BYTES_MAX, all together have at most TOGETHER_BYTES_MAX; the oldest go first.
// - An original is only shown to the session in which it was printed, unless somebody asks for any.
// Nothing is synced: after a power cut the last originals may be gone, and whoever asks for them is told so.

import { crc32 } from "../../base/crc32.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { refuseLinks } from "../../platform/linked-folder.ts";
import {
  encodeHead,
  HEAD_BYTES_MAX,
  type KeptHead,
  type KeptName,
  nameFor,
  parseHead,
  parseName,
  type WrittenHead,
} from "./kept-head.ts";

export const OUTPUTS_FOLDER = "outputs";
export const ORIGINAL_BYTES_MAX = 16 * 1024 * 1024;
export const TOGETHER_BYTES_MAX = 256_000_000;
/** So many files at most: a look at the folder takes a millisecond. */
export const COUNT_MAX = 4096;
export const KEPT_HOURS = 24;
const KEPT_MS = KEPT_HOURS * 60 * 60 * 1000;
/** The beginning of a command line that is kept, in code units. */
const COMMAND_LENGTH_MAX = 1000;

/** What is said of an output that is to be kept. */
export type PrintedBy = Omit<KeptHead, "key" | "bytes">;

/** A kept output with its bytes. */
export interface KeptOutput extends KeptHead {
  readonly original: Uint8Array;
}

/** What a key leads to. */
export type KeptFinding =
  | { readonly kind: "found"; readonly output: KeptOutput }
  /** It was never kept, is older than a day, or had to make room for others. */
  | { readonly kind: "gone" }
  /** Another session printed it, and no other was asked for. */
  | { readonly kind: "foreign" }
  /** The file was cut off or changed. */
  | { readonly kind: "damaged" };

export interface KeptOutputsOptions {
  readonly files: FileSystem;
  /** The knowledge base directory. */
  readonly directory: string;
  /** Makes a key. */
  readonly newKey: () => string;
  /** Whether a directory is this user's, and no other user may write to it. */
  readonly isOwn: (path: string) => boolean;
}

export class KeptOutputs {
  readonly #files: FileSystem;
  readonly #folder: string;
  readonly #newKey: () => string;
  readonly #isOwn: (path: string) => boolean;

  constructor({ files, directory, newKey, isOwn }: KeptOutputsOptions) {
    this.#files = files;
    this.#folder = `${directory}/${OUTPUTS_FOLDER}`;
    this.#newKey = newKey;
    this.#isOwn = (path) => isOwn(directory) && isOwn(path);
  }

  /** Keeps an original. Returns its key; null where it cannot be kept. Does not throw. */
  keep(original: Uint8Array, by: PrintedBy): string | null {
    if (original.length > ORIGINAL_BYTES_MAX) return null;
    try {
      refuseLinks(this.#folder);
      this.#files.makeDirectory(this.#folder);
      if (!this.#isOwn(this.#folder)) return null;
      const present = this.#sweep(by.at);
      const key = this.#freeKey(present);
      const command = by.command.slice(0, COMMAND_LENGTH_MAX).toWellFormed();
      const head = encodeHead({ ...by, command, key, bytes: original.length, crc: crc32(original) });
      const size = head.length + original.length;
      if (head.length > HEAD_BYTES_MAX || !this.#makeRoom(present, size)) return null;
      return this.#write(nameFor({ at: by.at, key, size }), [head, original]) ? key : null;
    } catch {
      return null;
    }
  }

  /** What a key leads to, for a session; null: for any. `now` in milliseconds since 1970. */
  read(key: string, session: string | null, now: number): KeptFinding {
    const found = this.#present(now).find((each) => each.key === key);
    if (found === undefined) return { kind: "gone" };
    const bytes = this.#bytesOf(found, found.size);
    const parsed = bytes && parseHead(bytes);
    if (!bytes || !parsed) return { kind: "damaged" };
    const { head, length } = parsed;
    if (session !== null && head.session !== session) return { kind: "foreign" };
    const original = bytes.subarray(length);
    if (original.length !== head.bytes || crc32(original) !== head.crc) return { kind: "damaged" };
    return { kind: "found", output: { ...plainHead(head), original } };
  }

  /** The outputs that are kept of a session, null: of all, the newest first. */
  list(session: string | null, now: number): KeptHead[] {
    return this.#present(now)
      .reverse()
      .flatMap((each) => {
        const head = parseHead(this.#bytesOf(each, HEAD_BYTES_MAX) ?? new Uint8Array(0))?.head;
        return head === undefined || (session !== null && head.session !== session) ? [] : [plainHead(head)];
      });
  }

  /** How many are kept, and how many bytes they take on the disk. */
  extent(now: number): { readonly count: number; readonly bytes: number } {
    const present = this.#present(now);
    return { count: present.length, bytes: present.reduce((sum, { size }) => sum + size, 0) };
  }

  /** Removes what is older than a day. Does not throw. */
  sweep(now: number): void {
    if (this.#isOwn(this.#folder)) this.#sweep(now);
  }

  /** Removes what is too old; returns the rest, the oldest first. */
  #sweep(now: number): KeptName[] {
    const present = this.#names();
    for (const each of present) if (!isFresh(each, now)) this.#remove(each.name);
    return present.filter((each) => isFresh(each, now));
  }

  #makeRoom(present: readonly KeptName[], bytes: number): boolean {
    let together = bytes + present.reduce((sum, { size }) => sum + size, 0);
    let count = present.length + 1;
    for (const { name, size } of present) {
      if (together <= TOGETHER_BYTES_MAX && count <= COUNT_MAX) break;
      if (!this.#remove(name)) return false;
      together -= size;
      count--;
    }
    return true;
  }

  #freeKey(present: readonly KeptName[]): string {
    for (;;) {
      const key = this.#newKey();
      if (!present.some((each) => each.key === key)) return key;
    }
  }

  #write(name: string, pieces: readonly Uint8Array[]): boolean {
    const file = this.#files.open(`${this.#folder}/${name}`, "create");
    try {
      for (const piece of pieces) file.append(piece);
      return true;
    } catch {
      this.#remove(name);
      return false;
    } finally {
      file.close();
    }
  }

  #present(now: number): KeptName[] {
    return this.#isOwn(this.#folder) ? this.#names().filter((each) => isFresh(each, now)) : [];
  }

  #names(): KeptName[] {
    return this.#files
      .list(this.#folder)
      .flatMap((name) => parseName(name) ?? [])
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  /** The first bytes of a file, all of them if it has fewer; null where it cannot be read. */
  #bytesOf({ name }: KeptName, bytesMax: number): Uint8Array | null {
    try {
      const file = this.#files.open(`${this.#folder}/${name}`, "read");
      try {
        const bytes = new Uint8Array(Math.min(bytesMax, file.identity().size));
        return bytes.subarray(0, file.read(bytes, 0));
      } finally {
        file.close();
      }
    } catch {
      return null;
    }
  }

  /** False where the file is still there. */
  #remove(name: string): boolean {
    const path = `${this.#folder}/${name}`;
    try {
      this.#files.remove(path);
      return true;
    } catch {
      return this.#files.identify(path) === null;
    }
  }
}

/** Whether a file is no older than a day. One from a time to come was kept while the clock was wrong. */
function isFresh({ at }: KeptName, now: number): boolean {
  return Math.abs(now - at) <= KEPT_MS;
}

function plainHead({ key, session, agent, tool, command, isFailure, at, bytes }: WrittenHead): KeptHead {
  return { key, session, agent, tool, command, isFailure, at, bytes };
}

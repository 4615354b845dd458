// What came to light about the log while it was read or written, for whoever asks next: an unfinished write at its end,
// where a write has moved one, what became of a write that the disk did not confirm. Each is said once by a process.

import type { UnknownOutcome } from "../../engine/log/log-writer.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { LogFollower } from "./log-follower.ts";
import { type Unfinished, unfinishedIn } from "./unfinished.ts";

/** Something about the log that should be known. */
export type Notice =
  /** The log ends in a write that was not finished; the next write moves it aside. */
  | { readonly kind: "unfinished"; readonly held: Unfinished }
  /** A write has moved it into the file of this name. */
  | { readonly kind: "moved aside"; readonly held: Unfinished; readonly name: string }
  /**
   * Whether a write of which that was not known is in the log. `atMs`: when it was made, in milliseconds since 1970.
   */
  | { readonly kind: "unconfirmed"; readonly isThere: boolean; readonly atMs: number };

interface Unconfirmed {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly atMs: number;
}

export class LogNotices {
  readonly #files: FileSystem;
  readonly #lockPath: string;
  #notices: Notice[] = [];
  /** The torn tail that was looked at last: where it is, and what it holds. */
  #seen = "";
  #unconfirmed: Unconfirmed | null = null;

  constructor(files: FileSystem, lockPath: string) {
    this.#files = files;
    this.#lockPath = lockPath;
  }

  /** Looks at the log as it was just read. Does not throw. */
  look(follower: LogFollower): void {
    if (this.#unconfirmed !== null) this.#tellUnconfirmed(follower, this.#unconfirmed);
    if (follower.tornBytes === 0) return;
    const seen = `${follower.end} ${follower.tornBytes}`;
    if (seen === this.#seen || this.#isWriting()) return;
    this.#seen = seen;
    const held = this.heldBy(follower);
    if (held !== null) this.#notices.push({ kind: "unfinished", held });
  }

  /** What the torn tail of the log holds; null for nothing that could be missed. Does not throw. */
  heldBy({ log, end, tornBytes }: LogFollower): Unfinished | null {
    try {
      return log === null || tornBytes === 0 ? null : unfinishedIn(log, end, end + tornBytes);
    } catch {
      return null;
    }
  }

  /** A write has moved a torn tail into the file at `path`. */
  movedAside(held: Unfinished | null, path: string | null): void {
    if (held === null || path === null) return;
    this.#notices = this.#notices.filter(({ kind }) => kind !== "unfinished");
    this.#notices.push({ kind: "moved aside", held, name: path.slice(path.lastIndexOf("/") + 1) });
  }

  /** A write was made of which it is not known whether it stays. */
  notConfirmed({ offset, bytes }: UnknownOutcome, atMs: number): void {
    if (bytes.length > 0) this.#unconfirmed = { offset, bytes, atMs };
  }

  /** What was not told yet. */
  take(): Notice[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** Whether somebody holds the lock: then the end of the log is being written, and no torn tail. */
  #isWriting(): boolean {
    try {
      const held = this.#files.tryLock(this.#lockPath);
      held?.release();
      return held === null;
    } catch {
      // Where nobody can lock nobody writes.
      return false;
    }
  }

  #tellUnconfirmed({ log }: LogFollower, { offset, bytes, atMs }: Unconfirmed): void {
    try {
      const isThere = log !== null && Buffer.compare(log.readBytes(offset, bytes.length), bytes) === 0;
      this.#notices.push({ kind: "unconfirmed", isThere, atMs });
      this.#unconfirmed = null;
    } catch {
      // The disk does not even say that: it is asked again.
    }
  }
}

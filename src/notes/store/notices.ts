// Notices about the log that came up while it was read or written, for the next caller: an unfinished write at the end
// of the log, the file that a write moved such an end to, and the outcome of a write that the disk did not confirm. A
// process reports each of them once.

import type { UnknownOutcome } from "../../engine/log/log-writer.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { LogFollower } from "./log-follower.ts";
import type { LostWrites } from "./lost-writes.ts";
import { type Unfinished, unfinishedIn } from "./unfinished.ts";

/** A fact about the log that users should know. */
export type Notice =
  /** The log ends in an unfinished write. The next write moves it aside. */
  | { readonly kind: "unfinished"; readonly held: Unfinished }
  /** A write has moved the unfinished end into the file of this name. */
  | { readonly kind: "moved aside"; readonly held: Unfinished; readonly name: string }
  /**
   * Whether the log holds a write whose outcome was unknown. `atMs`: the time of the write, in milliseconds since 1970.
   */
  | { readonly kind: "unconfirmed"; readonly isThere: boolean; readonly atMs: number }
  /** Another program has replaced the log without the lock. So many notes were missing or twice, and are made good. */
  | { readonly kind: "made good"; readonly notes: number; readonly deletions: number; readonly copies: number };

interface Unconfirmed {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly atMs: number;
}

export class LogNotices {
  readonly #files: FileSystem;
  readonly #lockPath: string;
  #notices: Notice[] = [];
  /** The extent of the torn tail that was examined last. */
  #seen = "";
  #unconfirmed: Unconfirmed | null = null;

  constructor(files: FileSystem, lockPath: string) {
    this.#files = files;
    this.#lockPath = lockPath;
  }

  /** Examines the log as it was just read. Does not throw. */
  look(follower: LogFollower): void {
    if (this.#unconfirmed !== null) this.#tellUnconfirmed(follower, this.#unconfirmed);
    if (follower.tornBytes === 0) return;
    const seen = `${follower.end} ${follower.tornBytes}`;
    if (seen === this.#seen || this.#isWriting()) return;
    this.#seen = seen;
    const held = this.heldBy(follower);
    if (held !== null) this.#notices.push({ kind: "unfinished", held });
  }

  /** The whole notes in the torn tail of the log; null if there are none. Does not throw. */
  heldBy({ log, end, tornBytes }: LogFollower): Unfinished | null {
    try {
      return log === null || tornBytes === 0 ? null : unfinishedIn(log, end, end + tornBytes);
    } catch {
      return null;
    }
  }

  /** Is called when a write has moved a torn tail into the file at `path`. */
  movedAside(held: Unfinished | null, path: string | null): void {
    if (held === null || path === null) return;
    this.#notices = this.#notices.filter(({ kind }) => kind !== "unfinished");
    this.#notices.push({ kind: "moved aside", held, name: path.slice(path.lastIndexOf("/") + 1) });
  }

  /** Is called when acknowledged writes were missing, and were made good. */
  madeGood({ notes, deletions, copies }: LostWrites): void {
    this.#notices.push({ kind: "made good", notes, deletions, copies: copies.size });
  }

  /** Is called when it is unknown whether a write stays. */
  notConfirmed({ offset, bytes }: UnknownOutcome, atMs: number): void {
    if (bytes.length > 0) this.#unconfirmed = { offset, bytes, atMs };
  }

  /** The notices that were not taken yet. */
  take(): Notice[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** Whether a process holds the lock. Then the end of the log is a write in progress, not a torn tail. */
  #isWriting(): boolean {
    try {
      const held = this.#files.tryLock(this.#lockPath);
      held?.release();
      return held === null;
    } catch {
      // If nobody can lock, nobody writes.
      return false;
    }
  }

  #tellUnconfirmed({ log }: LogFollower, { offset, bytes, atMs }: Unconfirmed): void {
    try {
      const isThere = log !== null && Buffer.compare(log.readBytes(offset, bytes.length), bytes) === 0;
      this.#notices.push({ kind: "unconfirmed", isThere, atMs });
      this.#unconfirmed = null;
    } catch {
      // The disk cannot be read either; the next look tries again.
    }
  }
}

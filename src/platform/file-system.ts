// The seam between helix and the disk. Everything that the store does to files goes through this interface, so that
// tests can count reads, drop unsynced bytes, fill the disk or kill a write half-way. Paths are absolute. Failures are
// the system's own errors (`code` is ENOENT, ENOSPC, ...); callers turn them into a HelixError where a person will read
// them.

import { systemCodeOf } from "../base/errors.ts";

/**
 * Tells one file from another by inode and device. Has its length in bytes and its last change in milliseconds since
 * 1970.
 */
export interface FileIdentity {
  readonly inode: number;
  readonly device: number;
  readonly size: number;
  readonly changedMs: number;
}

/** An open file. */
export interface FileHandle {
  /** Reads into `target` from `position`; returns the bytes read, fewer only at the end of the file. */
  read(target: Uint8Array, position: number): number;
  /** Appends all of `bytes`. When it throws, a part may have been appended. */
  append(bytes: Uint8Array): void;
  /** Writes `bytes` over what stands at `position`. Only for files that were opened to be created. */
  overwrite(bytes: Uint8Array, position: number): void;
  /** Returns only when everything written is on the disk (on macOS through the drive's cache). */
  sync(): void;
  truncate(size: number): void;
  identity(): FileIdentity;
  /** Never throws. */
  close(): void;
}

/** `read` needs the file to exist; `append` creates it; `create` fails if it exists. */
export type OpenMode = "read" | "append" | "create";

/** An exclusive lock that is held. The end of the process releases it, too. */
export interface HeldLock {
  /** Never throws. */
  release(): void;
}

export interface FileSystem {
  open(path: string, mode: OpenMode): FileHandle;
  /** The identity of the file at `path`, or null when there is none. */
  identify(path: string): FileIdentity | null;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Creates the directory, and those above it, for this user only. */
  makeDirectory(path: string): void;
  /** Makes renames and creations in the directory durable. */
  syncDirectory(path: string): void;
  /** Names in the directory; none when it cannot be listed. */
  list(path: string): string[];
  /**
   * The whole file: mapped where the system can, else read. A file that another process cuts off while it is mapped ends
   * this process (SIGBUS), so this is for files that nobody else knows, and for processes that soon end.
   */
  map(path: string): Uint8Array;
  /** The whole file, held in memory: nothing that happens to the file later matters. Large files are mapped. */
  load(path: string): Uint8Array;
  /**
   * Tries to take the exclusive lock on the file at `path`, creating it; null when another holder has it. Never waits.
   */
  tryLock(path: string): HeldLock | null;
}

/** Whether a thrown value says that a file or directory does not exist. */
export function isMissing(error: unknown): boolean {
  return systemCodeOf(error) === "ENOENT";
}

// A lock for commands that do one thing and end. A command does nothing else while it waits, so the wait may block.
// Servers and hooks use WriteLock.

import { HelixError } from "../base/errors.ts";
import type { FileSystem, HeldLock } from "./file-system.ts";

const WAIT_MS = 20_000;
const RETRY_FIRST_MS = 2;
const RETRY_LAST_MS = 50;

/**
 * Runs `work` while no other process holds the same lock file. Where the lock file cannot be made, `work` runs without
 * it. Throws LOCKED when the lock was not free for the whole waiting time.
 */
export function whileLocked<T>(files: FileSystem, directory: string, name: string, work: () => T): T {
  const held = directory === "" ? null : takeLock(files, directory, name);
  try {
    return work();
  } finally {
    held?.release();
  }
}

function takeLock(files: FileSystem, directory: string, name: string): HeldLock | null {
  const path = `${directory}/${name}`;
  for (let waited = 0, delay = RETRY_FIRST_MS; ; waited += delay, delay = Math.min(delay * 2, RETRY_LAST_MS)) {
    try {
      if (waited === 0) files.makeDirectory(directory);
      const held = files.tryLock(path);
      if (held !== null) return held;
    } catch {
      return null;
    }
    if (waited >= WAIT_MS)
      throw new HelixError("LOCKED", `another process holds ${path} for ${WAIT_MS / 1000} s; nothing was changed`);
    pause(delay);
  }
}

/** Blocks the process for this long. */
export function pause(milliseconds: number): void {
  Bun.sleepSync(milliseconds);
}

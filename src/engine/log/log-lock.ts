// What a writer holds while it writes: `.lock`, by which all programs take turns, and the log itself. Whoever finds
// `.lock` deleted makes another file of that name and locks it, while the one who holds the deleted one still writes:
// the log itself keeps the two apart. The original program locks `.lock` alone; log-writer.ts notices what it has
// written meanwhile.

import type { FileSystem, HeldLock } from "../../platform/file-system.ts";

/**
 * Takes both locks, the log's where there is a log; null when another holder has one of them. Never waits. Throws what
 * `.lock` is refused with.
 */
export function tryLockLog(files: FileSystem, lockPath: string, logPath: string): HeldLock | null {
  const lock = files.tryLock(lockPath);
  if (lock === null) return null;
  let log: HeldLock | null;
  try {
    if (files.identify(logPath) === null) return lock;
    log = files.tryLock(logPath);
  } catch {
    // A log that cannot be opened cannot be written: who writes says why.
    return lock;
  }
  if (log === null) {
    lock.release();
    return null;
  }
  return {
    release() {
      log.release();
      lock.release();
    },
  };
}

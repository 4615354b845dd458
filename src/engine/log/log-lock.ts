// The two locks that a writer holds: `.lock`, by which all programs take turns, and the log itself. A process that
// finds `.lock` deleted creates a new one and locks it, while the holder of the deleted one may still write. The lock
// of the log keeps the two apart. The original program locks `.lock` alone; log-writer.ts notices what it has written
// meanwhile.

import type { FileSystem, HeldLock } from "../../platform/file-system.ts";

/**
 * Takes both locks; null when another holder has one of them. Where there is no log yet, `.lock` is enough. Never
 * waits. Throws the system's error when `.lock` is refused.
 */
export function tryLockLog(files: FileSystem, lockPath: string, logPath: string): HeldLock | null {
  const lock = files.tryLock(lockPath);
  if (lock === null) return null;
  let log: HeldLock | null;
  try {
    if (files.identify(logPath) === null) return lock;
    log = files.tryLock(logPath);
  } catch {
    // A log that cannot be opened cannot be written either. The write reports the reason.
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

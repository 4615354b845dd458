// The disk as the processes of tests/e2e/processes.test.ts use it: every append is made in two pieces with a pause
// before each, so that a kill falls into a write often, and so that writers who do not take turns run into each other.
// `lock` is the only difference between the test and its control. A seed repeats the lengths of pieces and pauses, not
// who is first.

import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import type { FileSystem } from "../../src/platform/file-system.ts";
import { randomFrom } from "./hook-events.ts";

const PAUSE_MS_MAX = 0.6;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this process for so long; without an end until it is killed. */
export function pause(ms = Number.POSITIVE_INFINITY): void {
  Atomics.wait(sleeper, 0, 0, ms);
}

/** Numbers from 0 up to 1, the same for the same name. */
export function sharesOf(name: string): () => number {
  const random = randomFrom([...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7));
  return () => random(1e6) / 1e6;
}

/**
 * "none": the write lock is granted to whoever asks. "whole": an append is one write of the system, which nobody else's
 * falls into.
 */
export type Locking = "flock" | "none" | "whole";

/**
 * The slow disk. `inMiddle` is called when a first part of an append to
 * the log is written and the rest is not; `share` says how long pieces and pauses are.
 */
export function slowFiles(lock: Locking, share: () => number, inMiddle: () => void): FileSystem {
  return {
    ...diskFileSystem,
    open(path, mode) {
      const file = diskFileSystem.open(path, mode);
      if (mode === "read") return file;
      return {
        read: (target, position) => file.read(target, position),
        append(bytes) {
          const middle = lock === "whole" ? 0 : Math.floor(bytes.length * share());
          pause(share() * PAUSE_MS_MAX);
          if (middle > 0) file.append(bytes.subarray(0, middle));
          if (middle > 0 && path.endsWith("/data.log")) inMiddle();
          pause(share() * PAUSE_MS_MAX);
          file.append(bytes.subarray(middle));
        },
        overwrite: (bytes, position) => file.overwrite(bytes, position),
        sync: () => file.sync(),
        truncate: (size) => file.truncate(size),
        identity: () => file.identity(),
        close: () => file.close(),
      };
    },
    tryLock: (path) => (lock === "none" ? { release() {} } : diskFileSystem.tryLock(path)),
  };
}

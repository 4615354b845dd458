// A file system that notes every read of the log, for tests of what is not read. Mappings of the index are not reads of
// the log.

import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import type { FileSystem } from "../../src/platform/file-system.ts";

/** Bytes `[from, to)` of the log that were asked for. */
export interface ReadStretch {
  readonly from: number;
  readonly to: number;
}

export class CountingFiles {
  /** Reads of `data.log` since the last `take`, in order. */
  #reads: ReadStretch[] = [];

  readonly files: FileSystem = {
    ...diskFileSystem,
    open: (path, mode) => {
      const file = diskFileSystem.open(path, mode);
      if (!path.endsWith("/data.log")) return file;
      return {
        read: (target, position) => {
          if (target.length > 0) this.#reads.push({ from: position, to: position + target.length });
          return file.read(target, position);
        },
        append: (bytes) => file.append(bytes),
        overwrite: (bytes, position) => file.overwrite(bytes, position),
        sync: () => file.sync(),
        truncate: (size) => file.truncate(size),
        identity: () => file.identity(),
        close: () => file.close(),
      };
    },
  };

  /** The reads since the last call. */
  take(): ReadStretch[] {
    return this.#reads.splice(0);
  }
}

/**
 * What of the reads lies below `limit` and outside the `allowed` stretches (a read may run over from one into the
 * next).
 */
export function readsBelow(
  reads: readonly ReadStretch[],
  limit: number,
  allowed: readonly ReadStretch[],
): ReadStretch[] {
  const wanted = (position: number) =>
    position >= limit || allowed.some(({ from, to }) => position >= from && position < to);
  return reads.filter(({ from, to }) => {
    for (let position = from; position < to; position++) if (!wanted(position)) return true;
    return false;
  });
}

// Real directories to try the store on, in a folder of their own in the knowledge base directory: the same disk, but
// never the same files. The folder is removed when the proof is over. The next proof removes the folder of a killed
// process (scratch-base.ts).

import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskFileSystem } from "./disk-file-system.ts";
import type { FileSystem } from "./file-system.ts";
import { ioError } from "./io-error.ts";
import { removeIfEmpty } from "./path-facts.ts";
import { sweepScratchBases } from "./scratch-base.ts";

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
const SYNCS_MEASURED = 15;
/** Names of file systems by the number under which the system knows them, where it matters to name them. */
const KINDS: Readonly<Record<number, string>> = {
  61267: "ext4",
  1481003842: "xfs",
  2435016766: "btrfs",
  801189825: "zfs",
  16914836: "tmpfs",
  2240043254: "ramfs",
  26985: "nfs",
  2035054128: "overlay",
  1702057286: "fuse",
  4076150800: "f2fs",
};

/** What was found out about a directory. */
export interface GroundReport {
  /** The kind of file system, "" when it is not known. */
  readonly kind: string;
  /** Whether files there are in memory. Then no sync makes them outlast a power cut. */
  readonly isMemory: boolean;
  /** Whether a sync reaches the system: a sync of a closed file is refused. */
  readonly syncsReachSystem: boolean;
  /** The median time of a small write with its sync, in milliseconds. */
  readonly syncMs: number;
  /** Whether a lock that is held keeps a second holder out, and lets one in after its release. */
  readonly locks: boolean;
}

export interface ProvingGround {
  readonly folder: string;
  /** Makes a directory with these files, to be used with the real disk. */
  stage(image: { readonly directory: boolean; readonly files: ReadonlyMap<string, Uint8Array> }): {
    readonly files: FileSystem;
    readonly directory: string;
    remove(): void;
  };
  examine(): GroundReport;
  /** Removes everything. */
  remove(): void;
}

/** Makes the folder in the knowledge base directory, and that directory where it is missing. Throws IO. */
export function makeProvingGround(directory: string): ProvingGround {
  try {
    const made = mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
    sweepScratchBases(directory);
    const folder = mkdtempSync(join(directory, `.prove-${process.pid}-`));
    let stages = 0;
    return {
      folder,
      stage({ directory: isThere, files }) {
        const stage = join(folder, String(stages++));
        mkdirSync(stage, { mode: DIRECTORY_MODE });
        const base = join(stage, "kb");
        if (isThere) mkdirSync(base, { mode: DIRECTORY_MODE });
        for (const [name, bytes] of files) writeFileSync(join(base, name), bytes, { mode: FILE_MODE });
        return {
          files: diskFileSystem,
          directory: base,
          remove: () => rmSync(stage, { recursive: true, force: true }),
        };
      },
      examine: () => examine(folder),
      remove() {
        rmSync(folder, { recursive: true, force: true });
        if (made !== undefined) removeIfEmpty(directory);
      },
    };
  } catch (error) {
    throw ioError(`cannot make a temporary folder in ${directory} to prove anything in`, error);
  }
}

function examine(folder: string): GroundReport {
  const kind = KINDS[statfsSync(folder).type] ?? "";
  const file = diskFileSystem.open(join(folder, "sync"), "append");
  const times = Array.from({ length: SYNCS_MEASURED }, () => {
    const start = performance.now();
    file.append(new Uint8Array(64));
    file.sync();
    return performance.now() - start;
  });
  file.close();
  const isRefused = () => {
    try {
      file.sync();
      return false;
    } catch {
      return true;
    }
  };
  return {
    kind,
    isMemory: kind === "tmpfs" || kind === "ramfs",
    syncsReachSystem: isRefused(),
    syncMs: times.sort((a, b) => a - b)[SYNCS_MEASURED >> 1]!,
    locks: keepsOut(join(folder, "lock")),
  };
}

function keepsOut(path: string): boolean {
  const first = diskFileSystem.tryLock(path);
  const second = diskFileSystem.tryLock(path);
  first?.release();
  const third = diskFileSystem.tryLock(path);
  third?.release();
  second?.release();
  return first !== null && second === null && third !== null;
}

// Writes the index of a work tree. One process at a time does, under a lock; all others go on with what is there.
// Invariants:
// - A segment is on the disk before a manifest names it. What is cut off in between is rubbish that the next writer
//   removes.

import type { FileSystem, HeldLock } from "../../platform/file-system.ts";
import { sweepFolder } from "./code-index.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";

export const LOCK_NAME = ".lock";

/** What a writer does under the lock: from the manifest as it is now to the new one. */
export type Rewrite = (manifest: Manifest | null) => Promise<Manifest | null>;

/** Runs `rewrite` under the lock of the folder. Returns false when another process writes. Throws what the disk says. */
export async function rewriting(files: FileSystem, folder: string, rewrite: Rewrite): Promise<boolean> {
  files.makeDirectory(folder);
  const lock: HeldLock | null = files.tryLock(`${folder}/${LOCK_NAME}`);
  if (lock === null) return false;
  try {
    const before = readManifest(files, folder);
    sweepFolder(files, folder, before);
    let after: Manifest | null = null;
    try {
      after = await rewrite(before);
      if (after !== null) writeManifest(files, folder, after);
    } finally {
      sweepFolder(files, folder, readManifest(files, folder) ?? after);
    }
    return true;
  } finally {
    lock.release();
  }
}

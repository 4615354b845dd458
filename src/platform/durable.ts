// Makes what was written outlast a loss of power: the bytes of a file, the names in a folder. On macOS fsync(2) hands
// the bytes to the drive, which may keep them in its own memory; fcntl(F_FULLFSYNC) also has the drive write them. A
// volume that cannot do that, as one over the network, gets fsync.

import { closeSync, constants, fdatasyncSync, fsyncSync, openSync } from "node:fs";
import { isMac } from "./libc.ts";
import { fullSync } from "./system-library.ts";

/** How the system flushes. */
export interface Flushing {
  /** Flushes through the drive's memory; false where the volume cannot. Null: fsync does that. */
  readonly whole: ((descriptor: number) => boolean) | null;
  readonly fsync: (descriptor: number) => void;
  readonly fdatasync: (descriptor: number) => void;
}

const here: Flushing = { whole: isMac ? fullSync : null, fsync: fsyncSync, fdatasync: fdatasyncSync };

/** Makes the bytes of an open file durable. Throws the system's error. */
export function syncBytes(descriptor: number, flushing: Flushing = here): void {
  if (flushing.whole === null) flushing.fdatasync(descriptor);
  else syncAll(descriptor, flushing);
}

/** Makes an open file durable with its owner and permissions, or the names in a folder. Throws the system's error. */
export function syncAll(descriptor: number, { whole, fsync }: Flushing = here): void {
  if (whole?.(descriptor) !== true) fsync(descriptor);
}

/** Makes the names in a folder durable. Throws the system's error. */
export function syncFolder(path: string, flushing: Flushing = here): void {
  const descriptor = openSync(path, constants.O_RDONLY);
  try {
    syncAll(descriptor, flushing);
  } finally {
    closeSync(descriptor);
  }
}

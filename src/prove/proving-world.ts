// Where a proof takes place: on disks in memory or in real directories, with code between the product and the disk.

import type { FileSystem } from "../platform/file-system.ts";
import type { DiskImage } from "./disk-model.ts";

/** A disk that was set up for a proof. */
export interface Stage {
  readonly files: FileSystem;
  /** The knowledge base directory on it; absolute. */
  readonly directory: string;
  /** Removes the disk. */
  remove(): void;
}

export interface ProvingWorld {
  /** Sets up a disk with the contents of `image`. */
  stage(image: DiskImage): Stage;
  /** Wraps the recording file system for the product: a test puts a fault here that the proof must find. */
  readonly fault?: (files: FileSystem) => FileSystem;
}

// Where a proof takes place: disks in memory or real directories, and the code that stands between the product and
// them.

import type { FileSystem } from "../platform/file-system.ts";
import type { DiskImage } from "./disk-model.ts";

/** A disk that was set up. */
export interface Stage {
  readonly files: FileSystem;
  /** The knowledge base directory on it; absolute. */
  readonly directory: string;
  /** Takes the disk away again. */
  remove(): void;
}

export interface ProvingWorld {
  /** Sets up a disk that holds what `image` says. */
  stage(image: DiskImage): Stage;
  /** Stands between the product and the record: a test puts a fault here that the proof must find. */
  readonly fault?: (files: FileSystem) => FileSystem;
}

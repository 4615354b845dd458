// Disks in memory for proofs: thousands of them in a second.

import type { FileSystem } from "../../src/platform/file-system.ts";
import type { ProvingWorld } from "../../src/prove/proving-world.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";

const DIRECTORY = "/kb";

/** A world of disks in memory; `fault` stands between the product and the record of what it asks of the disk. */
export function memoryWorld(fault?: (files: FileSystem) => FileSystem): ProvingWorld {
  return {
    ...(fault ? { fault } : {}),
    stage({ files }) {
      const disk = new MemoryFileSystem();
      for (const [name, bytes] of files) disk.write(`${DIRECTORY}/${name}`, bytes);
      return { files: disk, directory: DIRECTORY, remove() {} };
    },
  };
}

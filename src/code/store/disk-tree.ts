// A work tree on the disk, as the index reads it.

import { type Listing, type ListingPorts, listFiles } from "../files/list-files.ts";
import { NO_EXCLUSION, type PathExclusion } from "../files/path-exclusion.ts";
import type { WorkTree } from "../files/work-tree.ts";
import { DiskFiles, type DiskFilesPorts, settledHash } from "./disk-files.ts";
import type { TreeListing, TreeReader } from "./tree-reader.ts";

export interface DiskTreePorts extends ListingPorts, DiskFilesPorts {}

export class DiskTree extends DiskFiles implements TreeReader {
  readonly tree: WorkTree;
  readonly #ports: DiskTreePorts;
  #excluded = 0;

  constructor(tree: WorkTree, ports: DiskTreePorts) {
    super(tree.root, ports);
    this.tree = tree;
    this.#ports = ports;
  }

  /** What configuration leaves out now. */
  get exclusion(): PathExclusion {
    return this.#ports.exclusion?.() ?? NO_EXCLUSION;
  }

  get excluded(): number {
    return this.#excluded;
  }

  excludedBy(path: string): string | null {
    return this.exclusion.by(path);
  }

  async list(): Promise<TreeListing & Pick<Listing, "by" | "isCut">> {
    // A time from before: what changes while files are looked at counts as changed lately.
    const nowMs = this.#ports.wallMs();
    const { files, notes, by, isCut, excluded } = await listFiles(this.tree, this.#ports);
    this.#excluded = excluded;
    return {
      files: files.map(({ path, facts }) => ({ path, facts: settledHash(facts, nowMs) })),
      remarks: notes,
      by,
      isCut,
    };
  }
}

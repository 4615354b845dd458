// A work tree on the disk, as the index reads it.

import type { SourceFacts } from "../../platform/source-files.ts";
import { type Listing, type ListingPorts, listFiles, looksAt } from "../files/list-files.ts";
import { factsHash, readText } from "../files/read-text.ts";
import type { WorkTree } from "../files/work-tree.ts";
import type { TreeListing, TreeReader, Unread } from "./tree-reader.ts";

/** A file that changed less than this long ago may change again and look the same: file systems count in ticks. */
const TICK_MS = 2000;

export interface DiskTreePorts extends ListingPorts {
  /** The time in milliseconds since 1970, by the clock that files get their times from. */
  readonly wallMs: () => number;
}

export class DiskTree implements TreeReader {
  readonly #tree: WorkTree;
  readonly #ports: DiskTreePorts;

  constructor(tree: WorkTree, ports: DiskTreePorts) {
    this.#tree = tree;
    this.#ports = ports;
  }

  get root(): string {
    return this.#tree.root;
  }

  async list(): Promise<TreeListing & Pick<Listing, "by" | "isCut">> {
    // A time from before: what changes while files are looked at counts as changed lately.
    const nowMs = this.#ports.wallMs();
    const { files, notes, by, isCut } = await listFiles(this.#tree, this.#ports);
    return {
      files: files.map(({ path, facts }) => ({ path, facts: settledHash(facts, nowMs) })),
      remarks: notes,
      by,
      isCut,
    };
  }

  facts(path: string): bigint | null {
    return this.factsOfAll([path])[0]!;
  }

  /** The same for many files, at less cost for each. */
  factsOfAll(paths: readonly string[]): (bigint | null)[] {
    const nowMs = this.#ports.wallMs();
    const factsOf = looksAt(this.root, this.#ports.sources);
    return paths.map((path) => {
      const facts = factsOf(path);
      return typeof facts === "string" ? null : settledHash(facts, nowMs);
    });
  }

  read(path: string): { readonly text: string } | { readonly unread: Unread } {
    const outcome = readText(this.root, { path }, this.#ports.sources);
    if ("text" in outcome) return { text: outcome.text };
    return { unread: outcome.failed === "missing" ? "gone" : outcome.failed };
  }
}

function settledHash(facts: SourceFacts, nowMs: number): bigint {
  return Math.abs(nowMs - facts.changedMs) < TICK_MS ? 0n : factsHash(facts);
}

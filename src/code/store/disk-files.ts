// The files of a work tree on the disk, one by one. A thread that builds needs no more of a tree.

import type { SourceFacts, SourceFiles } from "../../platform/source-files.ts";
import { looksAt } from "../files/list-files.ts";
import { factsHash, readText } from "../files/read-text.ts";
import type { TreeReader, Unread } from "./tree-reader.ts";

/** A file that changed less than this long ago may change again and look the same: file systems count in ticks. */
export const TICK_MS = 2000;

export interface DiskFilesPorts {
  readonly sources: SourceFiles;
  /** The time in milliseconds since 1970, by the clock that files get their times from. */
  readonly wallMs: () => number;
}

export class DiskFiles implements Pick<TreeReader, "facts" | "read" | "looks"> {
  readonly root: string;
  readonly #ports: DiskFilesPorts;

  constructor(root: string, ports: DiskFilesPorts) {
    this.root = root;
    this.#ports = ports;
  }

  facts(path: string): bigint | null {
    return this.looks()(path);
  }

  looks(): (path: string) => bigint | null {
    const factsOf = looksAt(this.root, this.#ports.sources);
    return (path) => {
      const nowMs = this.#ports.wallMs();
      const facts = factsOf(path);
      return typeof facts === "string" ? null : settledHash(facts, nowMs);
    };
  }

  read(path: string): { readonly text: string } | { readonly unread: Unread } {
    const outcome = readText(this.root, { path }, this.#ports.sources);
    if ("text" in outcome) return { text: outcome.text };
    return { unread: outcome.failed === "missing" ? "gone" : outcome.failed };
  }
}

/** A hash of what the system says of a file; 0n if the file changed about now. */
export function settledHash(facts: SourceFacts, nowMs: number): bigint {
  return Math.abs(nowMs - facts.changedMs) < TICK_MS ? 0n : factsHash(facts);
}

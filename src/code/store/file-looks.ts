// Looks at the same files again and again, and tells which of them moved. Whoever looks has seen before that the folders
// they lie in are no links.

import { type PathLooks, PlainLooks } from "../../platform/path-looks.ts";
import type { SourceFiles } from "../../platform/source-files.ts";
import { settledHash } from "./disk-files.ts";
import type { TreeFile } from "./tree-reader.ts";

export class FileLooks {
  readonly count: number;
  readonly #paths: readonly string[];
  readonly #looks: PathLooks;
  /** What is known of each file: a hash; 0n where it changed about when it was looked at; null: there is none. */
  readonly #facts: (bigint | null)[];

  constructor(root: string, files: readonly TreeFile[], sources: Pick<SourceFiles, "look" | "looks">) {
    this.count = files.length;
    this.#paths = files.map(({ path }) => path);
    this.#facts = files.map(({ facts }) => facts);
    const absolute = files.map(({ path }) => `${root}/${path}`);
    this.#looks = sources.looks?.(absolute) ?? new PlainLooks(absolute, sources);
  }

  /** Looks at a file; whether it is other than before, or may be so without showing it. */
  hasMoved(at: number, nowMs: number): boolean {
    const before = this.#facts[at]!;
    if (!this.#looks.hasMoved(at) && before !== 0n) return false;
    const entry = this.#looks.entry(at);
    const now = entry?.kind === "file" ? settledHash(entry, nowMs) : null;
    this.#facts[at] = now;
    return now !== before || before === 0n;
  }

  /** The files that are there, with what is known of them since the last look. */
  files(): TreeFile[] {
    return this.#paths.flatMap((path, at) => {
      const facts = this.#facts[at]!;
      return facts === null ? [] : [{ path, facts }];
    });
  }
}

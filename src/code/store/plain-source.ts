// The index of one work tree in the memory of one process. Nothing is saved, and no commits are read.

import type { FileSystem } from "../../platform/file-system.ts";
import { CodeIndex } from "./code-index.ts";
import type { CodeSource, CodeView } from "./code-view.ts";
import type { TreeReader } from "./tree-reader.ts";

/** Files that are read between two turns of others. */
const TURN_FILES = 20;

export class PlainSource implements CodeSource {
  readonly #index: CodeIndex;
  readonly #takeTurn: () => Promise<void>;

  constructor(files: FileSystem, tree: TreeReader, takeTurn: () => Promise<void> = async () => undefined) {
    this.#index = new CodeIndex(files, tree, "");
    this.#takeTurn = takeTurn;
  }

  async view(progress?: (done: number, total: number) => void, signal?: AbortSignal): Promise<CodeView> {
    const index = this.#index;
    const listing = await index.tree.list();
    const { changed, gone } = index.compare(listing);
    const paths = [...changed, ...gone];
    for (let at = 0; at < paths.length; at += TURN_FILES) {
      index.update(paths.slice(at, at + TURN_FILES));
      progress?.(Math.min(paths.length, at + TURN_FILES), paths.length);
      await this.#takeTurn();
      signal?.throwIfAborted();
    }
    const { live, tree } = index;
    return {
      tree,
      live,
      generations: live.searched,
      totals: live.totals,
      commits: [],
      nameNow: (path) => (live.place(path) === null ? null : path),
      pending: 0,
      remarks: listing.remarks,
      isCurrent: (path) => index.isCurrent(path),
    };
  }

  changed(paths: readonly string[]): void {
    this.#index.update(paths);
  }
}

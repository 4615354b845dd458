// A work tree in memory: files that tests put in, change and take away, and a source of views over them.

import { isSecretPath } from "../../src/code/files/unread-names.ts";
import { CodeIndex } from "../../src/code/store/code-index.ts";
import type { CodeTrees } from "../../src/code/store/code-trees.ts";
import type { CodeSource, CodeView } from "../../src/code/store/code-view.ts";
import type { TreeListing, TreeReader, Unread } from "../../src/code/store/tree-reader.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";

export const TREE_ROOT = "/srv/shop";

export class MemoryTree implements TreeReader {
  readonly root = TREE_ROOT;
  readonly #files = new Map<string, { text: string; facts: bigint }>();
  #changes = 0n;
  /** Called before each file is read; it may change files, as others do. */
  onRead: (path: string) => void = () => undefined;

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.put(path, text);
  }

  put(path: string, text: string): void {
    this.#changes++;
    this.#files.set(path, { text, facts: this.#changes });
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  async list(): Promise<TreeListing> {
    return { files: [...this.#files].map(([path, { facts }]) => ({ path, facts })), remarks: [] };
  }

  facts(path: string): bigint | null {
    return this.#files.get(path)?.facts ?? null;
  }

  looks(): (path: string) => bigint | null {
    return (path) => this.facts(path);
  }

  read(path: string): { readonly text: string } | { readonly unread: Unread } {
    this.onRead(path);
    const file = this.#files.get(path);
    if (file === undefined) return { unread: "gone" };
    return isSecretPath(path) ? { unread: "secret" } : { text: file.text };
  }
}

/** What features are given to look at this tree, and at no other. */
export function treesOf(tree: MemoryTree): CodeTrees {
  let source = new MemorySource(tree);
  const open = () => ({
    root: tree.root,
    source,
    stored: () => ({ bytes: 0, savedAt: null }),
    async rebuild() {
      source = new MemorySource(tree);
    },
  });
  return {
    open,
    openAlone: open,
    kept: () => null,
    forget: async () => null,
  };
}

/** Looks at all files for each view, and saves nothing. */
class MemorySource implements CodeSource {
  readonly #index: CodeIndex;

  constructor(tree: MemoryTree) {
    this.#index = new CodeIndex(new MemoryFileSystem(), tree, "");
  }

  async view(): Promise<CodeView> {
    const index = this.#index;
    const { live, tree } = index;
    const { changed, gone } = await index.compare(await tree.list(), async () => undefined);
    for (const path of changed) index.update(path);
    index.remove(gone);
    return {
      tree,
      live,
      generations: live.searched,
      totals: live.totals,
      commits: [],
      namesBefore: () => [],
      nameNow: (path) => (live.place(path) === null ? null : path),
      placeOf: (path) => live.place(path),
      parsed: {
        get: () => null,
        put: () => undefined,
        missing: () => [...live.code()].map(({ path }) => path),
        get state() {
          return `${live.version}`;
        },
      },
      pending: 0,
      remarks: [],
      isCurrent: index.looks(),
    };
  }

  glance(): Promise<CodeView> {
    return this.view();
  }

  async parseAll(): Promise<void> {}

  changed(paths: readonly string[]): void {
    for (const path of paths) this.#index.update(path);
  }
}

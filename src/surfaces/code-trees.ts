// The indexes of work trees that one process works with. A tree is found once, and its index is kept as long as the
// process runs.

import { join } from "node:path";
import { findWorkTree, type WorkTree } from "../code/files/work-tree.ts";
import type { CodeTree, CodeTrees } from "../code/store/code-trees.ts";
import { DiskTree } from "../code/store/disk-tree.ts";
import { PlainSource } from "../code/store/plain-source.ts";
import { takingTurns } from "../notes/store/long-work.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { diskFiles } from "../platform/disk-small-files.ts";
import { systemPrograms } from "../platform/programs.ts";
import { diskSourceFiles } from "../platform/source-files.ts";
import { homeDirectory } from "./environment.ts";

export class DiskCodeTrees implements CodeTrees {
  readonly #directory: string;
  readonly #trees = new Map<string, CodeTree>();

  /** `directory`: that of the knowledge base. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  open(folder: string, isAsked: boolean): CodeTree {
    const tree = this.#find(folder, isAsked);
    const known = this.#trees.get(tree.root);
    if (known !== undefined) return known;
    const opened = this.#opened(tree);
    this.#trees.set(tree.root, opened);
    return opened;
  }

  async forget(folder: string): Promise<{ root: string; bytes: number } | null> {
    const root = diskFiles.realPath(folder) ?? folder;
    return this.#trees.delete(root) ? { root, bytes: 0 } : null;
  }

  /** A folder that somebody asked for once counts from then on. */
  #find(folder: string, isAsked: boolean): WorkTree {
    const wasAsked = this.#trees.has(diskFiles.realPath(folder) ?? folder);
    return findWorkTree({ folder, isAsked: isAsked || wasAsked, home: homeDirectory(), files: diskFiles });
  }

  #opened(tree: WorkTree): CodeTree {
    const reader = new DiskTree(tree, {
      programs: systemPrograms,
      files: diskFiles,
      sources: diskSourceFiles,
      scratch: join(this.#directory, "code"),
      searchPath: process.env.PATH ?? "",
      home: homeDirectory(),
      configHome: process.env.XDG_CONFIG_HOME ?? "",
      takeTurn: takingTurns({}),
      wallMs: () => Date.now(),
    });
    let source = new PlainSource(diskFileSystem, reader, takingTurns({}));
    return {
      root: tree.root,
      get source() {
        return source;
      },
      stored: () => ({ bytes: 0, savedAt: null }),
      async rebuild() {
        source = new PlainSource(diskFileSystem, reader, takingTurns({}));
      },
    };
  }
}

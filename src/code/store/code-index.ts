// The index of one work tree, as one process sees it: what is on the disk, and what it found changed since.
// Invariants:
// - Truth is the work tree. Whatever is wrong with the files of the index, it is built anew.
// - After `refresh` all files are as the tree has them, but those that `refresh` says are not in yet.
// - Nothing here writes but `save` and `build`, which hold the lock.

import type { FileIdentity, FileSystem } from "../../platform/file-system.ts";
import { CHUNK_SCHEMA, FILE_SCHEMA } from "../index/code-schemas.ts";
import type { Generation } from "../index/generation.ts";
import { LiveFiles } from "../index/live-files.ts";
import { filesOf, MANIFEST_NAME, type Manifest, readManifest } from "./manifest.ts";
import { readFile } from "./read-file.ts";
import { openSegmentFile } from "./segment-file.ts";
import type { TreeListing, TreeReader } from "./tree-reader.ts";

/** What a look at the tree found. */
export interface TreeChanges {
  /** Paths that are new or may have changed, and paths that are gone. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

/** How many changed files are read at once by the process that asks; more are built aside. */
export const INLINE_FILES_MAX = 200;

export class CodeIndex {
  readonly tree: TreeReader;
  readonly folder: string;
  readonly #files: FileSystem;
  #live = new LiveFiles([]);
  #manifest: Manifest | null = null;
  #identity: FileIdentity | null = null;

  constructor(files: FileSystem, tree: TreeReader, folder: string) {
    this.#files = files;
    this.tree = tree;
    this.folder = folder;
  }

  get live(): LiveFiles {
    return this.#live;
  }

  get manifest(): Manifest | null {
    return this.#manifest;
  }

  /**
   * Takes what is on the disk, if it is other than before. What was found changed since is forgotten: the next look at
   * the tree finds it again. Returns whether anything was taken.
   */
  load(): boolean {
    const identity = identityOf(this.#files, `${this.folder}/${MANIFEST_NAME}`);
    if (identity !== null && this.#identity !== null && isSame(identity, this.#identity)) return false;
    if (identity === null && this.#identity === null) return false;
    const manifest = readManifest(this.#files, this.folder);
    const generations = manifest?.root === this.tree.root ? this.#open(manifest) : null;
    this.#identity = identity;
    this.#manifest = generations === null ? null : manifest;
    this.#live = new LiveFiles(generations ?? []);
    return true;
  }

  /** What differs between the tree and the index. */
  compare({ files }: TreeListing): TreeChanges {
    const changed: string[] = [];
    const listed = new Set<string>();
    for (const { path, facts } of files) {
      listed.add(path);
      const known = this.#live.stamp(path);
      if (known === null || known.facts === 0n || known.facts !== facts) changed.push(path);
    }
    const gone: string[] = [];
    for (const path of this.#live.paths()) if (!listed.has(path)) gone.push(path);
    return { changed, gone };
  }

  /** Takes over these paths as they are now. Reads each once. */
  update(paths: Iterable<string>): void {
    for (const path of paths) {
      const { content, stamp } = readFile(this.tree, path);
      const known = this.#live.stamp(path);
      const isSameText = known !== null && "text" in content && known.content === stamp.content;
      if (isSameText) this.#live.settle(path, stamp.facts);
      else this.#live.put(path, content, stamp);
    }
  }

  /** Whether a file is as the index has it, by what the system says now. */
  isCurrent(path: string): boolean {
    const known = this.#live.stamp(path);
    const now = this.tree.facts(path);
    return known === null ? now === null : known.facts !== 0n && now === known.facts;
  }

  #open(manifest: Manifest): Generation[] | null {
    const generations: Generation[] = [];
    for (const { name, files: fileCount, chunks: chunkCount } of manifest.generations) {
      const files = openSegmentFile(this.#files, `${this.folder}/${name}.files`, FILE_SCHEMA);
      const chunks = openSegmentFile(this.#files, `${this.folder}/${name}.chunks`, CHUNK_SCHEMA);
      if (files?.documentCount !== fileCount || chunks?.documentCount !== chunkCount) return null;
      generations.push({ files, chunks });
    }
    return generations;
  }
}

function identityOf(files: FileSystem, path: string): FileIdentity | null {
  try {
    return files.identify(path);
  } catch {
    return null;
  }
}

function isSame(a: FileIdentity, b: FileIdentity): boolean {
  return a.inode === b.inode && a.device === b.device && a.size === b.size && a.changedMs === b.changedMs;
}

/** Removes what no manifest names from a folder. The caller holds the lock. */
export function sweepFolder(files: FileSystem, folder: string, manifest: Manifest | null): void {
  const needed = new Set(manifest === null ? [] : filesOf(manifest));
  for (const name of files.list(folder)) {
    if (!/\.(?:files|chunks|commits)$/.test(name) || needed.has(name)) continue;
    try {
      files.remove(`${folder}/${name}`);
    } catch {
      // The next writer tries again.
    }
  }
}

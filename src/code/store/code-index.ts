// The index of one work tree, as one process sees it: what is on the disk, and what it found changed since.
// Invariants:
// - Truth is the work tree. Whatever is wrong with the files of the index, it is built anew.
// - After `refresh` all files are as the tree has them, but those that `refresh` says are not in yet.
// - Nothing here writes.

import type { BaseSegment } from "../../engine/segment/base-segment.ts";
import type { Schema } from "../../engine/segment/schema.ts";
import type { FileIdentity, FileSystem } from "../../platform/file-system.ts";
import { CHUNK_SCHEMA, COMMIT_SCHEMA, FILE_SCHEMA } from "../index/code-schemas.ts";
import type { Generation } from "../index/generation.ts";
import { LiveFiles } from "../index/live-files.ts";
import { filesOf, MANIFEST_NAME, type Manifest, readManifest } from "./manifest.ts";
import { readFile } from "./read-file.ts";
import { openSegmentFile } from "./segment-file.ts";
import type { TreeFile, TreeListing, TreeReader } from "./tree-reader.ts";

/** What a look at the tree found. */
export interface TreeChanges {
  /** Paths that are new or may have changed, and paths that are gone. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

/** How many changed files are read at once by the process that asks; more are built aside. */
export const INLINE_FILES_MAX = 200;
/** After so many files that are compared other work has its turn. */
const TURN_FILES = 4000;
/** How often the manifest is read again when a writer removed what it named. */
const LOADS_MAX = 5;

interface OpenedSegments {
  readonly generations: readonly Generation[];
  readonly commits: readonly BaseSegment[];
}

const NO_CHANGES: TreeChanges = { changed: [], gone: [] };
const NO_SEGMENTS: OpenedSegments = { generations: [], commits: [] };

export class CodeIndex {
  readonly tree: TreeReader;
  readonly folder: string;
  readonly #files: FileSystem;
  #live = new LiveFiles([]);
  #manifest: Manifest | null = null;
  #identity: FileIdentity | null = null;
  #opened = NO_SEGMENTS;
  /** The segments that are open, by the names of their files. A name never stands for two contents. */
  #segments = new Map<string, BaseSegment>();
  /** Those whose content was found as their checksums say. */
  readonly #sound = new WeakSet<BaseSegment>();
  /** What was compared last, if nothing differed. */
  #settled: { readonly files: readonly TreeFile[]; readonly live: LiveFiles; readonly version: number } | null = null;

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

  /** The commits that are saved. */
  get commits(): readonly BaseSegment[] {
    return this.#opened.commits;
  }

  /**
   * Takes what is on the disk, if it is other than before. What was found changed since is forgotten: the next look at
   * the tree finds it again. Returns whether anything was taken.
   */
  load(): boolean {
    for (let loads = 0; ; loads++) {
      const identity = identityOf(this.#files, `${this.folder}/${MANIFEST_NAME}`);
      if (isSame(identity, this.#identity)) return loads > 0;
      const manifest = readManifest(this.#files, this.folder);
      if (manifest !== null && hasSameSegments(manifest, this.#manifest)) {
        this.#identity = identity;
        this.#manifest = manifest;
        return true;
      }
      const opened = manifest?.root === this.tree.root ? this.#open(manifest) : null;
      this.#take(identity, opened === null ? null : manifest, opened ?? NO_SEGMENTS);
      // A writer may have put another manifest in place meanwhile, and removed what this one names.
      if (opened !== null || loads === LOADS_MAX) return true;
    }
  }

  /** Whether the contents of all segments are as they were written; `takeTurn` is called in between. */
  async isSound(takeTurn: () => Promise<void>): Promise<boolean> {
    for (const segment of [...this.#segments.values()]) {
      if (this.#sound.has(segment)) continue;
      if (!segment.isSound()) return false;
      this.#sound.add(segment);
      await takeTurn();
    }
    return true;
  }

  /** Gives up what is on the disk, because it is damaged. It is not taken again until a writer has replaced it. */
  giveUp(): void {
    this.#take(this.#identity, null, NO_SEGMENTS);
  }

  #take(identity: FileIdentity | null, manifest: Manifest | null, opened: OpenedSegments): void {
    this.#identity = identity;
    this.#manifest = manifest;
    this.#opened = opened;
    this.#live = new LiveFiles(opened.generations);
    const needed = new Set(manifest === null ? [] : filesOf(manifest));
    for (const name of this.#segments.keys()) if (!needed.has(name)) this.#segments.delete(name);
  }

  /** What differs between the tree and the index; `takeTurn` is called in between. */
  async compare({ files }: TreeListing, takeTurn: () => Promise<void>): Promise<TreeChanges> {
    const live = this.#live;
    const { version } = live;
    const settled = this.#settled;
    if (settled?.files === files && settled.live === live && settled.version === version) return NO_CHANGES;
    const changed: string[] = [];
    let found = 0;
    for (const [at, { path, facts }] of files.entries()) {
      if (at % TURN_FILES === TURN_FILES - 1) await takeTurn();
      const known = this.#live.facts(path);
      if (known === null || known === 0n || known !== facts) changed.push(path);
      if (known !== null) found++;
    }
    const gone: string[] = [];
    // As many as there are: then none is gone.
    if (found === live.count) {
      if (changed.length === 0) this.#settled = { files, live, version };
      return { changed, gone };
    }
    const listed = new Set(files.map(({ path }) => path));
    for (const path of this.#live.paths()) if (!listed.has(path)) gone.push(path);
    return { changed, gone };
  }

  /**
   * Takes over a file as it is now, if it is no other than before, or if there is room for its text, in code units.
   * Returns how much of the room it took; null: it did not fit.
   */
  update(path: string, room = Number.POSITIVE_INFINITY): number | null {
    const { content, stamp } = readFile(this.tree, path);
    const known = this.#live.stamp(path);
    const state = "text" in content ? "read" : content.unread;
    if (known !== null && known.content === stamp.content && this.#live.state(path) === state) {
      this.#live.settle(path, stamp.facts);
      return 0;
    }
    const size = "text" in content ? Math.max(1, content.text.length) : 1;
    if (size > room) return null;
    this.#live.put(path, content, stamp);
    return size;
  }

  /** Takes out paths that are none of the tree's any more, whatever stands there. */
  remove(paths: Iterable<string>): void {
    for (const path of paths) this.#live.put(path, { unread: "gone" }, { facts: 0n, content: 0n });
  }

  /**
   * A function that tells whether a file is as the index has it, by what the system says now, or by its content where
   * that says nothing. It is for one answer: each folder on the way is looked at once.
   */
  looks(): (path: string) => boolean {
    const factsOf = this.tree.looks();
    return (path) => this.#isCurrent(path, factsOf(path));
  }

  #isCurrent(path: string, now: bigint | null): boolean {
    const known = this.#live.stamp(path);
    if (known === null || now === null) return known === now;
    if (known.facts !== 0n && now === known.facts) return true;
    if (known.facts !== 0n && now !== 0n) return false;
    const { content, stamp } = readFile(this.tree, path);
    return stamp.content === known.content && this.#live.state(path) === ("text" in content ? "read" : content.unread);
  }

  /** Whether the manifest on the disk is still the one that was taken, or given up. */
  get isLatest(): boolean {
    return isSame(identityOf(this.#files, `${this.folder}/${MANIFEST_NAME}`), this.#identity);
  }

  #open(manifest: Manifest): OpenedSegments | null {
    const generations: Generation[] = [];
    for (const { name, files: fileCount, chunks: chunkCount } of manifest.generations) {
      const files = this.#segment(`${name}.files`, FILE_SCHEMA);
      const chunks = this.#segment(`${name}.chunks`, CHUNK_SCHEMA);
      if (files?.documentCount !== fileCount || chunks?.documentCount !== chunkCount) return null;
      generations.push({ files, chunks });
    }
    const commits: BaseSegment[] = [];
    for (const { name, count } of manifest.commits) {
      const segment = this.#segment(`${name}.commits`, COMMIT_SCHEMA);
      if (segment?.documentCount !== count) return null;
      commits.push(segment);
    }
    return { generations, commits };
  }

  #segment(name: string, schema: Schema): BaseSegment | null {
    const open = this.#segments.get(name);
    if (open !== undefined) return open;
    const segment = openSegmentFile(this.#files, `${this.folder}/${name}`, schema);
    if (segment !== null) this.#segments.set(name, segment);
    return segment;
  }
}

/** Whether two manifests name the same files and commits: then only what the parser said differs. */
function hasSameSegments(a: Manifest, b: Manifest | null): boolean {
  const saying = ({ root, generations, commits, head, unreached }: Manifest) =>
    JSON.stringify([root, generations, commits, head, unreached]);
  return b !== null && saying(a) === saying(b);
}

function identityOf(files: FileSystem, path: string): FileIdentity | null {
  try {
    return files.identify(path);
  } catch {
    return null;
  }
}

function isSame(a: FileIdentity | null, b: FileIdentity | null): boolean {
  if (a === null || b === null) return a === b;
  return a.inode === b.inode && a.device === b.device && a.size === b.size && a.changedMs === b.changedMs;
}

const RUBBISH = new RegExp(`\\.(?:files|chunks|commits|parsed)$|^${MANIFEST_NAME.replace(".", "\\.")}\\.tmp-`);

/**
 * Removes what no manifest names from a folder, and manifests that were never put in place. The caller holds the lock.
 */
export function sweepFolder(files: FileSystem, folder: string, manifest: Manifest | null): void {
  const needed = new Set(manifest === null ? [] : filesOf(manifest));
  for (const name of files.list(folder)) {
    if (!RUBBISH.test(name) || needed.has(name)) continue;
    try {
      files.remove(`${folder}/${name}`);
    } catch {
      // The next writer tries again.
    }
  }
}

// The folders of the indexes in the knowledge base directory, one for each work tree, and how long they are kept.
// Invariants:
// - Only folders that were made here are removed, and only under their locks.

import type { FileSystem } from "../../platform/file-system.ts";
import { codeFolderName } from "./brief-map-file.ts";
import { PARSING_LOCK } from "./code-parsing.ts";
import { LOCK_NAME } from "./index-writer.ts";
import { type Manifest, readManifest } from "./manifest.ts";

/** All indexes together take so many bytes at most; those that were not used for the longest time go first. */
export const CODE_BYTES_MAX = 2 * 1024 * 1024 * 1024;
const FOLDER_NAME = /^[0-9a-f]{16}$/;
const FOLDER_FILE =
  /^(?:[a-z0-9-]{1,40}\.(?:files|chunks|commits|parsed)|\.parsing|map\.json(?:\.tmp-[0-9a-z-]+)?|manifest\.json(?:\.tmp-[0-9a-z-]+)?)$/;

/** The folder of all indexes. */
export function codeDirectory(knowledgeBase: string): string {
  return `${knowledgeBase}/code`;
}

/** The folder of the index of a work tree; `root` is its real path. */
export function codeFolder(knowledgeBase: string, root: string): string {
  return `${codeDirectory(knowledgeBase)}/${codeFolderName(root)}`;
}

export interface FolderPorts {
  readonly disk: FileSystem;
  /** Removes a folder unless something is in it. */
  readonly removeFolder: (path: string) => void;
}

/** What is kept of a tree. */
export interface KeptTree {
  readonly folder: string;
  /** The real path of the tree; null if the index does not say. */
  readonly root: string | null;
  readonly bytes: number;
  /** When it was last saved, in milliseconds since 1970. */
  readonly lookedAt: number;
}

/** What is kept, the trees that were used last first. */
export function keptTrees(disk: FileSystem, knowledgeBase: string): KeptTree[] {
  const directory = codeDirectory(knowledgeBase);
  const names = disk.list(directory).filter((name) => FOLDER_NAME.test(name));
  const kept = names.map((name) => keptTree(disk, `${directory}/${name}`));
  return kept.sort((a, b) => b.lookedAt - a.lookedAt || (a.folder < b.folder ? -1 : 1));
}

/** Removes everything that is kept of a tree. `busy`: a process is writing it. */
export function forgetTree(ports: FolderPorts, knowledgeBase: string, root: string): "forgotten" | "none" | "busy" {
  return removeIndex(ports, codeFolder(knowledgeBase, root));
}

/**
 * Removes indexes of trees that are gone, and those used the longest time ago while all together are too large. `own`
 * is the folder that stays in any case. At most `most` are removed. Returns what was removed. Does not throw.
 */
export function sweepTrees(
  ports: FolderPorts,
  knowledgeBase: string,
  own: string,
  isThere: (root: string) => boolean,
  bytesMax = CODE_BYTES_MAX,
  most = Number.POSITIVE_INFINITY,
): KeptTree[] {
  const kept = keptTrees(ports.disk, knowledgeBase);
  let room = bytesMax - (kept.find(({ folder }) => folder === own)?.bytes ?? 0);
  const removed: KeptTree[] = [];
  for (const tree of kept) {
    if (tree.folder === own) continue;
    if (removed.length >= most) break;
    const isWanted = tree.root !== null && codeFolder(knowledgeBase, tree.root) === tree.folder && isThere(tree.root);
    if (isWanted && tree.bytes <= room) room -= tree.bytes;
    else if (removeQuietly(ports, tree.folder)) removed.push(tree);
  }
  return removed;
}

function keptTree(disk: FileSystem, folder: string): KeptTree {
  const manifest: Manifest | null = readManifest(disk, folder);
  let bytes = 0;
  for (const name of disk.list(folder)) bytes += sizeOf(disk, `${folder}/${name}`);
  return { folder, root: manifest?.root ?? null, bytes, lookedAt: manifest?.lookedAt ?? 0 };
}

function sizeOf(disk: FileSystem, path: string): number {
  try {
    return disk.identify(path)?.size ?? 0;
  } catch {
    return 0;
  }
}

/** Whether nobody holds a lock; a lock that is removed under its holder keeps nobody out. */
function isFree(disk: FileSystem, path: string): boolean {
  const lock = disk.tryLock(path);
  lock?.release();
  return lock !== null;
}

function removeQuietly(ports: FolderPorts, folder: string): boolean {
  try {
    return removeIndex(ports, folder) === "forgotten";
  } catch {
    // The next sweep tries again.
    return false;
  }
}

/** Throws the system's error. */
function removeIndex({ disk, removeFolder }: FolderPorts, folder: string): "forgotten" | "none" | "busy" {
  if (disk.list(folder).length === 0) {
    removeFolder(folder);
    return "none";
  }
  const lock = disk.tryLock(`${folder}/${LOCK_NAME}`);
  if (lock === null) return "busy";
  try {
    // Without the manifest nobody opens the rest.
    const names = disk.list(folder).filter((name) => FOLDER_FILE.test(name));
    names.sort((a, b) => Number(b.startsWith("manifest")) - Number(a.startsWith("manifest")));
    for (const name of names)
      if (name !== PARSING_LOCK || isFree(disk, `${folder}/${name}`)) disk.remove(`${folder}/${name}`);
    disk.remove(`${folder}/${LOCK_NAME}`);
  } finally {
    lock.release();
  }
  removeFolder(folder);
  return "forgotten";
}

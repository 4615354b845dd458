// Finds the project of a directory: the git work tree around it. A project has one or two keys, and entries carry them:
// 1. The folder's name with a hash of the real path of git's common directory. It is the same in all work trees of one
//    clone, differs for two folders of one name, and exists before there is a remote.
// 2. The origin remote's `owner/repo`, the same in every clone (remote-key.ts). Anybody can write a remote into a
//    configuration, so project-standing.ts decides where it counts.
// Invariants:
// - One common key is enough to belong together, so adding a remote orphans nothing.
// - git is never run: the settings of a repository could make it run anything.
// - Whatever `.git` holds, the walk ends, nothing throws, and no key can be made into two.
// - A `.git` that leads elsewhere gives the folder the key of that place only if that place names the folder
//   (repository.ts).

import { nameOf, parentOf } from "../../base/path-names.ts";
import { gitConfigValue } from "../../platform/git/git-config.ts";
import { dotGitIn, type GitDirectories, repositoryAt } from "../../platform/git/repository.ts";
import type { SmallFiles } from "../../platform/small-files.ts";
import { keyText, remoteKey } from "./remote-key.ts";

/** A project as it counts: its notes are shown, and new notes carry its keys. */
export interface Project {
  /** The folder that holds `.git`, a path without links. */
  root: string;
  /** The remote's key, if there is an origin that counts here; then the folder's key. */
  keys: string[];
  /** The key of an origin that does not count here; left out if there is none. */
  claimed?: string | undefined;
}

/** A project as its own files describe it. */
export interface FoundProject extends GitDirectories {
  readonly root: string;
  /** The key of the folder, and the key of the remote that its configuration names. */
  readonly folder: string;
  readonly remote: string | null;
  /** Whether these directories belong to this folder. */
  readonly isOwn: boolean;
}

const LEVELS_MAX = 64;
const HASH_LENGTH = 8;
const FOLDER_LENGTH_MAX = 100;
/** The form of a folder's key. No key of a remote may have it. */
const FOLDER_KEY = /^[^/]*-[0-9a-f]{8}$/;

/** The project around `directory`; null outside of git work trees. */
export function findProject(directory: string, files: SmallFiles): FoundProject | null {
  let folder = files.realPath(directory);
  for (let level = 0; folder !== null && level < LEVELS_MAX; level++) {
    const found = projectAt(folder, files);
    if (found !== null) return found;
    const parent = parentOf(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return null;
}

/** A found project with the keys that count: the folder's key, and the remote's key if it `counts`. */
export function projectOf({ root, folder, remote }: FoundProject, counts: boolean): Project {
  if (remote === null) return { root, keys: [folder] };
  return counts ? { root, keys: [remote, folder] } : { root, keys: [folder], claimed: remote };
}

/**
 * Whether an entry with `entryKeys` belongs to the project with `projectKeys`. Forges do not distinguish `O/R` from
 * `o/r`.
 */
export function sameProject(entryKeys: readonly string[], projectKeys: readonly string[]): boolean {
  // Plain loops: hooks call this, and the first call of an array method costs a tenth of a millisecond.
  for (const own of entryKeys) {
    const key = own.toLowerCase();
    for (const wanted of projectKeys) if (wanted.toLowerCase() === key) return true;
  }
  return false;
}

/** The project whose root is `folder`, a path without links; null if git would find no repository there. */
function projectAt(folder: string, files: SmallFiles): FoundProject | null {
  const found = repositoryAt(folder, files);
  if (found === null) return null;
  const { gitDirectory, common, config, isOwn } = found;
  const url = gitConfigValue(config, "remote", "origin", "url");
  const remote = url === null ? null : remoteKey(url);
  return {
    root: folder,
    folder: folderKey(isOwn ? common : dotGitIn(folder)),
    remote: remote === null || FOLDER_KEY.test(remote) ? null : remote,
    gitDirectory,
    common,
    isOwn,
  };
}

/** The key of the folder that holds `.git`, or of a bare repository. `path`: the git directory. */
export function folderKey(path: string): string {
  const name = nameOf(path);
  const folder = name === ".git" ? nameOf(parentOf(path)) : name.replace(/\.git$/, "");
  const hash = new Bun.CryptoHasher("sha256").update(path).digest("hex").slice(0, HASH_LENGTH);
  return `${keyText(folder.slice(0, FOLDER_LENGTH_MAX)) || "repository"}-${hash}`;
}

// Which project a directory belongs to: the git work tree around it. A project has one or two keys, and entries carry them:
// - the origin remote's `owner/repo`, the same in every clone (remote-key.ts);
// - the folder's name with a hash of the real path of git's common directory, the same in all work trees of one clone, different
//   for two folders of one name, and there before any remote is.
// Either key is enough to belong together, so adding a remote orphans nothing. git is never run: a repository's own settings
// could make it run anything. Whatever stands in `.git`, the walk ends, nothing throws, and no key can be made into two.

import type { SmallFiles } from "../storage/small-files.ts";
import { nameOf, parentOf, pathFrom } from "../text/path-names.ts";
import { gitConfigValue } from "./git-config.ts";
import { keyText, remoteKey } from "./remote-key.ts";

export interface Project {
  /** The folder that holds `.git`, without links. */
  root: string;
  /** The remote's key if there is an origin, then the folder's. */
  keys: string[];
}

const LEVELS_MAX = 64;
const CONFIG_BYTES_MAX = 256 * 1024;
const POINTER_BYTES_MAX = 16 * 1024;
const HASH_LENGTH = 8;
const FOLDER_LENGTH_MAX = 100;

/** The project around `directory`; null outside of git work trees. */
export function findProject(directory: string, files: SmallFiles): Project | null {
  let folder = files.realPath(directory);
  for (let level = 0; folder !== null && level < LEVELS_MAX; level++) {
    const common = commonDirectory(folder, files);
    if (common !== null) return { root: folder, keys: projectKeys(common, files) };
    const parent = parentOf(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return null;
}

/** Whether an entry with `entryKeys` belongs to the project with `projectKeys`. Forges do not tell `O/R` from `o/r`. */
export function sameProject(entryKeys: readonly string[], projectKeys: readonly string[]): boolean {
  // Plain loops: hooks ask this, and each of the array's own ways takes a tenth of a millisecond to begin with.
  for (const own of entryKeys) {
    const key = own.toLowerCase();
    for (const wanted of projectKeys) if (wanted.toLowerCase() === key) return true;
  }
  return false;
}

/** The real path of the directory that all work trees of the repository in `folder` share; null when there is none. */
function commonDirectory(folder: string, files: SmallFiles): string | null {
  const gitDirectory = gitDirectoryOf(`${folder}/.git`, files);
  if (gitDirectory === null) return null;
  const pointer = files.readText(`${gitDirectory}/commondir`, POINTER_BYTES_MAX);
  const common = files.realPath(pointer === null ? gitDirectory : pathFrom(gitDirectory, withoutLineEnd(pointer)));
  // git passes over a `.git` that holds no repository, and so does the walk.
  return common !== null && files.kind(`${common}/objects`) === "directory" ? common : null;
}

/** `.git` is a directory, or in linked work trees and submodules a file that names one. */
function gitDirectoryOf(dotGit: string, files: SmallFiles): string | null {
  const kind = files.kind(dotGit);
  if (kind === "directory") return dotGit;
  if (kind !== "file") return null;
  const pointer = /^gitdir: *(.+)$/s.exec(withoutLineEnd(files.readText(dotGit, POINTER_BYTES_MAX) ?? ""))?.[1];
  return pointer === undefined ? null : pathFrom(parentOf(dotGit), pointer);
}

function projectKeys(common: string, files: SmallFiles): string[] {
  const config = files.readText(`${common}/config`, CONFIG_BYTES_MAX);
  const url = config === null ? null : gitConfigValue(config, "remote", "origin", "url");
  const remote = url === null ? null : remoteKey(url);
  return remote === null ? [folderKey(common)] : [remote, folderKey(common)];
}

function folderKey(common: string): string {
  const name = nameOf(common);
  const folder = name === ".git" ? nameOf(parentOf(common)) : name.replace(/\.git$/, "");
  const hash = new Bun.CryptoHasher("sha256").update(common).digest("hex").slice(0, HASH_LENGTH);
  return `${keyText(folder.slice(0, FOLDER_LENGTH_MAX)) || "repository"}-${hash}`;
}

function withoutLineEnd(text: string): string {
  return text.replace(/(?<![\r\n])[\r\n]+$/, "");
}

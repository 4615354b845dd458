// Where git keeps what belongs to a work tree. Reads git's files; git is never run.
//
// Invariants:
// - Whatever `.git` holds, every call ends and none throws.
// - A `.git` that leads elsewhere belongs to the folder only if that place names the folder, as with linked work trees
//   and submodules. Otherwise anybody could point at another user's repository.

import { parentOf, pathFrom } from "../../base/path-names.ts";
import type { SmallFiles } from "../small-files.ts";
import { gitConfigValue } from "./git-config.ts";

/** Git's directories for one work tree, without links. */
export interface GitDirectories {
  /** The directory of this work tree: it holds HEAD and the index. */
  readonly gitDirectory: string;
  /** The directory of all work trees of the repository: it holds objects, refs and the configuration. */
  readonly common: string;
}

/** The repository of a work tree as its files describe it. */
export interface FoundRepository extends GitDirectories {
  /** The text of its configuration; "" if it cannot be read. */
  readonly config: string;
  /** Whether these directories belong to this work tree. */
  readonly isOwn: boolean;
}

const CONFIG_BYTES_MAX = 256 * 1024;
const POINTER_BYTES_MAX = 16 * 1024;

/** The path of `.git` in a folder. */
export function dotGitIn(folder: string): string {
  return `${folder === "/" ? "" : folder}/.git`;
}

/** The repository whose work tree is `folder`, a path without links; null if git would find none there. */
export function repositoryAt(folder: string, files: SmallFiles): FoundRepository | null {
  const dotGit = dotGitIn(folder);
  const named = gitDirectoryOf(dotGit, files);
  const gitDirectory = named === null ? null : files.realPath(named);
  if (gitDirectory === null) return null;
  const pointer = files.readText(`${gitDirectory}/commondir`, POINTER_BYTES_MAX);
  const common = pointer === null ? gitDirectory : files.realPath(pathFrom(gitDirectory, withoutLineEnd(pointer)));
  if (common === null || files.kind(`${common}/objects`) !== "directory") return null;
  const config = files.readText(`${common}/config`, CONFIG_BYTES_MAX) ?? "";
  const isOwn =
    (gitDirectory === dotGit || namesFolder(gitDirectory, dotGit, config, files)) &&
    (common === gitDirectory || parentOf(parentOf(gitDirectory)) === common);
  return { gitDirectory, common, config, isOwn };
}

/** Git's directory. `.git` is that directory or, in linked work trees and submodules, a file that names it. */
function gitDirectoryOf(dotGit: string, files: SmallFiles): string | null {
  const kind = files.kind(dotGit);
  if (kind === "directory") return dotGit;
  if (kind !== "file") return null;
  const pointer = /^gitdir: *(.+)$/s.exec(withoutLineEnd(files.readText(dotGit, POINTER_BYTES_MAX) ?? ""))?.[1];
  return pointer === undefined ? null : pathFrom(parentOf(dotGit), pointer);
}

/**
 * Whether a git directory elsewhere belongs to the work tree with `dotGit`. The directory of a linked work tree names
 * that file, and the directory of a submodule names the folder.
 */
function namesFolder(gitDirectory: string, dotGit: string, config: string, files: SmallFiles): boolean {
  const back = files.readText(`${gitDirectory}/gitdir`, POINTER_BYTES_MAX);
  if (back !== null) return files.realPath(pathFrom(gitDirectory, withoutLineEnd(back))) === dotGit;
  const tree =
    gitConfigValue(config, "core", null, "worktree") ??
    gitConfigValue(files.readText(`${gitDirectory}/config.worktree`, CONFIG_BYTES_MAX) ?? "", "core", null, "worktree");
  return tree !== null && files.realPath(pathFrom(gitDirectory, tree)) === parentOf(dotGit);
}

function withoutLineEnd(text: string): string {
  return text.replace(/(?<![\r\n])[\r\n]+$/, "");
}

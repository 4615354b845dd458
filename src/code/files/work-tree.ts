// Finds the work tree around a folder: the tree whose files an index is of.
//
// Invariants:
// - A `.git` that leads elsewhere counts only if that place names this very folder (platform/git/repository.ts).
// - Nobody's home directory, and no folder above one, is taken by accident: only if it was asked for itself.
// - What is no git repository is taken only if it was asked for.

import { type ErrorMessage, invalid } from "../../base/errors.ts";
import { isWithin, parentOf } from "../../base/path-names.ts";
import type { Wording } from "../../base/wording.ts";
import { dotGitIn, type FoundRepository, repositoryAt } from "../../platform/git/repository.ts";
import type { SmallFiles } from "../../platform/small-files.ts";

/** A tree of files; `root` is a path without links. */
export interface WorkTree {
  readonly root: string;
  /** Its git repository; null for a plain folder. */
  readonly repository: FoundRepository | null;
}

export interface WorkTreeRequest {
  readonly folder: string;
  /** Whether a person asked for this very folder. */
  readonly isAsked: boolean;
  /** The user's home directory; "" if there is none. */
  readonly home: string;
  readonly files: SmallFiles;
}

const LEVELS_MAX = 2000;

/** How a reader asks for a folder that is not taken by itself. */
const asking = (say: Wording) => say.either("helix code index .", 'code action="index" path="."');

/**
 * The work tree that a folder lies in. Throws INVALID_ARGUMENT, with what to do, where there is none or where it may not be taken.
 */
export function findWorkTree({ folder, isAsked, home, files }: WorkTreeRequest): WorkTree {
  const { root: start } = plainTree(folder, files);
  const root = gitRootOf(start, files);
  const realHome = home === "" ? null : files.realPath(home);
  const isTooWide = (path: string) => path === "/" || (realHome !== null && isWithin(path, realHome));
  if (root !== null && (!isTooWide(root) || (isAsked && root === start))) {
    const repository = repositoryAt(root, files);
    if (repository?.isOwn) return { root, repository };
    if (!isAsked) throw invalid(leadsElsewhere(root, repository));
  }
  if (isAsked) return { root: start, repository: null };
  const wide = root ?? start;
  if (isTooWide(wide)) {
    const what = wide === "/" ? "the whole disk" : wide === realHome ? "a home directory" : "a folder above a home";
    throw invalid((say) => `${wide} is ${what}: start in a project, or ask for the folder, e.g. ${asking(say)}`);
  }
  const isBare = files.kind(`${start}/objects`) === "directory" && files.kind(`${start}/HEAD`) === "file";
  throw invalid(
    isBare
      ? `${start} is a bare git repository, which has no files: start in a work tree of it, e.g. git worktree add ../work`
      : (say) => `${start} lies in no git repository: start in one, or ask for the folder, e.g. ${asking(say)}`,
  );
}

function leadsElsewhere(root: string, repository: FoundRepository | null): ErrorMessage {
  const where = repository === null ? "no repository" : `${repository.gitDirectory}, whose work tree is another`;
  return (say) =>
    `${dotGitIn(root)} leads to ${where}: repair it (git worktree repair), or ask for the folder, e.g. ${asking(say)}`;
}

/** A folder as a tree, whatever it lies in. Throws INVALID_ARGUMENT for what is no folder. */
export function plainTree(folder: string, files: SmallFiles): WorkTree {
  const root = files.realPath(folder);
  if (root !== null && files.kind(root) === "directory") return { root, repository: null };
  throw invalid((say) => `${folder} is no folder: name a folder of the project, e.g. ${asking(say)}`);
}

/** The nearest folder with a repository, or with a `.git` file or link that claims one; null if there is none. */
function gitRootOf(start: string, files: SmallFiles): string | null {
  let folder = start;
  for (let level = 0; level < LEVELS_MAX; level++) {
    // A folder named .git without a repository in it is passed over, as git does.
    if (files.kind(dotGitIn(folder)) === "file" || repositoryAt(folder, files) !== null) return folder;
    const parent = parentOf(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return null;
}

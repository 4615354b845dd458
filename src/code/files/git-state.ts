// Where a repository stands: HEAD's commit, and the state of its index. Cheap to ask again and again: as long as a few
// files are the same, nothing is read, and git is never run.

import { headCommit } from "../../platform/git/git-refs.ts";
import type { GitDirectories } from "../../platform/git/repository.ts";
import type { StampedFiles } from "../../platform/small-files.ts";

export interface GitState {
  /** The name of HEAD's commit; null if there is none yet, or if it cannot be found out. */
  readonly head: string | null;
  /** Git's list of tracked files, and what tells one version of it from another; null if there is none. */
  readonly indexPath: string;
  readonly indexVersion: string | null;
  /** What tells one version of HEAD and of what it names from another. */
  readonly headVersion: string;
}

const HEAD_BYTES_MAX = 4096;

/** The state of a repository. Gives back `before` itself if nothing moved since. */
export function gitState(directories: GitDirectories, files: StampedFiles, before?: GitState): GitState {
  const { gitDirectory, common } = directories;
  const indexPath = `${gitDirectory}/index`;
  const indexVersion = files.stamp(indexPath)?.version ?? null;
  const headVersion = versionOfHead(directories, files);
  if (before?.headVersion === headVersion) {
    return before.indexVersion === indexVersion ? before : { ...before, indexVersion };
  }
  return { head: headCommit({ gitDirectory, common }, files), indexPath, indexVersion, headVersion };
}

/** HEAD is a small text, read as it is. What it names moves with its own file, with the packed refs, and is logged. */
function versionOfHead({ gitDirectory, common }: GitDirectories, files: StampedFiles): string {
  const head = files.readText(`${gitDirectory}/HEAD`, HEAD_BYTES_MAX)?.trim() ?? "";
  const ref = /^ref: *(refs\/.+)$/.exec(head)?.[1];
  const paths = [`${gitDirectory}/logs/HEAD`, `${common}/packed-refs`, `${common}/reftable/tables.list`];
  if (ref !== undefined && !ref.includes("..")) paths.push(`${common}/${ref}`);
  return [head, ...paths.map((path) => files.stamp(path)?.version ?? "-")].join("\n");
}

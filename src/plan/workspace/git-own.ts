// What of git's own has effects in a work tree: where HEAD stands, what is ignored, and what makes git run programs, by
// its configuration as it counts and by the hooks that count.

import { isWithin, pathBelow, pathFrom } from "../../base/path-names.ts";
import { effectiveConfig } from "../../platform/git/effective-config.ts";
import type { GitPorts } from "../../platform/git/git-program.ts";
import type { FoundRepository } from "../../platform/git/repository.ts";
import type { TreeEntries } from "../../platform/tree-entries.ts";

export interface GitOwn {
  /** The files: by a path that begins with that of `.git`, or by where they are, and their places on this machine. */
  readonly places: readonly { readonly path: string; readonly place: string }[];
  /** A hash of each value, by `FOLDER/.git/config (NAME)`; null where git cannot tell. */
  readonly config: ReadonlyMap<string, string> | null;
}

const COMMON_FILES = ["config", "info/exclude", "info/attributes"];
const HOOKS_MAX = 1000;

/** The configuration of the repository in a folder of the tree, as it is named. */
export function configOf(folder: string): string {
  return `${keyOf(folder)}/config`;
}

function keyOf(folder: string): string {
  return folder === "" ? ".git" : `${folder}/.git`;
}

/** What of git's own counts in a folder of the tree at `root`. */
export async function gitOwn(
  {
    root,
    folder,
    repository,
  }: { readonly root: string; readonly folder: string; readonly repository: FoundRepository },
  git: GitPorts,
  entries: TreeEntries,
): Promise<GitOwn> {
  const { gitDirectory, common } = repository;
  const key = keyOf(folder);
  const at = folder === "" ? root : `${root}/${folder}`;
  const hooksIn = (path: string, place: string) =>
    (entries.list(place) ?? [])
      // git runs none of these.
      .filter(({ name }) => !name.endsWith(".sample"))
      .slice(0, HOOKS_MAX)
      .map(({ name }) => ({ path: path === "" ? name : `${path}/${name}`, place: `${place}/${name}` }));
  const config = await effectiveConfig(git, { root: at, repository });
  const hooks = config === null || config.hooksPath === "" ? null : pathFrom(at, config.hooksPath);
  return {
    places: [
      ...["HEAD", "config.worktree"].map((name) => ({ path: `${key}/${name}`, place: `${gitDirectory}/${name}` })),
      ...COMMON_FILES.map((name) => ({ path: `${key}/${name}`, place: `${common}/${name}` })),
      ...hooksIn(`${key}/hooks`, `${common}/hooks`),
      ...(hooks === null ? [] : hooksIn(isWithin(root, hooks) ? pathBelow(root, hooks) : hooks, hooks)),
    ],
    config: config && new Map(Array.from(config.values, ([name, hash]) => [`${configOf(folder)} (${name})`, hash])),
  };
}

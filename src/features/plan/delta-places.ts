// Looks at where the paths of a delta really are: a path in a repository of its own, or one that leads out of the tree by
// a link, cannot be what the planner meant.

import { isWithin } from "../../base/path-names.ts";
import type { TreeEntries } from "../../platform/tree-entries.ts";

/** What a delta has that a workspace cannot hold, and what it should know. */
export interface DeltaPlaces {
  /** Paths in a submodule, or in another repository within the tree, with the folder of that. */
  readonly foreign: readonly { readonly path: string; readonly repository: string }[];
  /** Paths that lead out of the tree by a link, with where to. */
  readonly leading: readonly { readonly path: string; readonly to: string }[];
}

/** Looks at the paths of a delta in the work tree at `root`, a path without links. Globs count up to their first star. */
export function deltaPlaces(root: string, delta: readonly string[], entries: TreeEntries): DeltaPlaces {
  const foreign: { path: string; repository: string }[] = [];
  const leading: { path: string; to: string }[] = [];
  for (const path of delta) {
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    const stars = parts.findIndex((part) => part.includes("*"));
    const plain = stars < 0 ? parts : parts.slice(0, stars);
    for (let length = 1; length <= plain.length; length++) {
      const each = plain.slice(0, length).join("/");
      const kind = entries.look(`${root}/${each}`)?.kind;
      const git = kind === "directory" ? (entries.look(`${root}/${each}/.git`)?.kind ?? "closed") : "closed";
      // What cannot be looked at says nothing: a folder that may not be entered is no repository for that.
      if (git !== "closed") {
        foreign.push({ path, repository: each });
        break;
      }
      const to = kind === "link" ? entries.realPath(`${root}/${each}`) : null;
      if (kind === "link" && (to === null || !isWithin(root, to))) {
        leading.push({ path, to: to ?? entries.target(`${root}/${each}`) ?? "nowhere" });
        break;
      }
    }
  }
  return { foreign, leading };
}

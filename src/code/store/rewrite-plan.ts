// Decides which generations of an index stay, and what is written anew.

import type { LiveFiles } from "../index/live-files.ts";
import type { TreeChanges } from "./code-index.ts";
import type { StoredGeneration } from "./manifest.ts";

/** With more documents that count no more, everything is written anew. */
const REPLACED_SHARE_MAX = 0.3;
/** A generation stays when it has more than so many times the files of all later ones. */
const TIER = 2;

export interface RewritePlan {
  readonly kept: readonly StoredGeneration[];
  /** Paths to be read, sorted, and paths that the kept generations are to lose. */
  readonly paths: readonly string[];
  readonly gone: readonly string[];
}

/**
 * Plans to save what is in memory only, and the changes. Each file is written again about as often as there are tiers.
 */
export function planRewrite(
  live: LiveFiles,
  generations: readonly StoredGeneration[],
  { changed, gone }: TreeChanges,
): RewritePlan {
  const isNew = changed.length + gone.length + live.putCount;
  const kept = isNew === 0 ? generations.length : keptCount(live, generations, isNew);
  const left = new Set(gone);
  const present = new Set(changed);
  const lost = new Set(gone);
  for (const path of live.pathsFrom(kept)) {
    if (!left.has(path) && live.place(path) !== null) present.add(path);
    else if (!present.has(path)) lost.add(path);
  }
  return { kept: generations.slice(0, kept), paths: [...present].sort(), gone: kept === 0 ? [] : [...lost].sort() };
}

function keptCount(live: LiveFiles, generations: readonly StoredGeneration[], isNew: number): number {
  const total = generations.reduce((sum, { files }) => sum + files, 0);
  const replaced = live.replacedCounts.reduce((sum, count) => sum + count, 0);
  if (replaced > total * REPLACED_SHARE_MAX) return 0;
  let kept = generations.length;
  for (let size = isNew; kept > 0 && generations[kept - 1]!.files <= TIER * size; ) size += generations[--kept]!.files;
  return kept;
}

// The files that changed most lately, by the live commits.

import type { SearchedCommits } from "../search/commit-scores.ts";

export interface ChangedFile {
  /** As it is named now. */
  readonly path: string;
  /** How many commits changed it. */
  readonly commits: number;
  /** Their number with each halved by every 90 days between it and the newest commit. */
  readonly weight: number;
  /** When it was changed last, in minutes since 1970. */
  readonly last: number;
}

const HALF_LIFE_MINUTES = 90 * 1440;
const WEIGHT_MIN = 1e-6;

/**
 * The files that `isWanted` accepts, those that changed most first. Ages count up to the newest commit, so that a
 * repository in which nobody has worked for years is shown as it was then; nothing is newer than `nowMinutes`. Commits
 * that changed many files at once name none.
 */
export function changedFiles(
  parts: readonly SearchedCommits[],
  nowMinutes: number,
  nameNow: (path: string) => string | null,
  isWanted: (path: string) => boolean,
): ChangedFile[] {
  const newest = newestOf(parts, nowMinutes);
  const found = new Map<string, { path: string; commits: number; weight: number; last: number }>();
  for (const { segment, isGone } of parts) {
    const minutes = segment.numbers("minutes");
    const paths = segment.sets("paths");
    for (let commit = 0; commit < segment.documentCount; commit++) {
      if (isGone?.(commit)) continue;
      const at = Math.min(minutes.of(commit), newest);
      const weight = Math.max(WEIGHT_MIN, 2 ** ((at - newest) / HALF_LIFE_MINUTES));
      for (const path of new Set(paths.of(commit).map(nameNow))) {
        if (path === null || !isWanted(path)) continue;
        const known = found.get(path) ?? { path, commits: 0, weight: 0, last: 0 };
        known.commits++;
        known.weight += weight;
        known.last = Math.max(known.last, at);
        found.set(path, known);
      }
    }
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
}

/** When the newest live commit was made; one that claims to be of the future counts as made now. */
function newestOf(parts: readonly SearchedCommits[], nowMinutes: number): number {
  let newest = 0;
  for (const { segment, isGone } of parts) {
    const minutes = segment.numbers("minutes");
    for (let commit = 0; commit < segment.documentCount; commit++) {
      if (!isGone?.(commit)) newest = Math.max(newest, minutes.of(commit));
    }
  }
  return Math.min(newest, nowMinutes);
}

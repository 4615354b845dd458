// Follows renames: what a path that a commit changed is named today.
// Invariants:
// - The answer depends on which commits are reached, not on when they became known.

import type { Segment } from "../../engine/segment/segment.ts";
import type { SearchedCommits } from "../search/commit-scores.ts";
import { renamedPaths } from "./commit-document.ts";

/** A path is followed through so many names at most. */
const NAMES_MAX = 64;

export class Renames {
  /** By the path before: the paths after, the latest first. */
  readonly #after = new Map<string, string[]>();
  /** The same the other way round, made when it is first asked for. */
  #before: Map<string, string[]> | null = null;

  constructor(parts: readonly SearchedCommits[]) {
    const found: { minutes: number; commit: string; from: string; to: string }[] = [];
    for (const { segment, isGone } of parts) collect(segment, isGone, found);
    found.sort((a, b) => b.minutes - a.minutes || (a.commit < b.commit ? -1 : 1) || (a.to < b.to ? -1 : 1));
    for (const { from, to } of found) {
      const after = this.#after.get(from);
      if (after === undefined) this.#after.set(from, [to]);
      else if (!after.includes(to)) after.push(to);
    }
  }

  /** Former names of a path, at most NAMES_MAX, whose present name it is. */
  namesBefore(path: string, isLive: (path: string) => boolean): string[] {
    if (this.#before === null) {
      this.#before = new Map();
      for (const [from, after] of this.#after) {
        for (const to of after) this.#before.set(to, [...(this.#before.get(to) ?? []), from]);
      }
    }
    const found = new Set<string>();
    const waiting = [path];
    for (let next = waiting.pop(); next !== undefined && found.size < NAMES_MAX; next = waiting.pop()) {
      for (const before of this.#before.get(next) ?? []) {
        if (found.has(before) || isLive(before) || this.nameNow(before, isLive) !== path) continue;
        found.add(before);
        waiting.push(before);
      }
    }
    return [...found];
  }

  /** The present name of a path; null when it is gone. `isLive` says which names there are. */
  nameNow(path: string, isLive: (path: string) => boolean): string | null {
    const seen = new Set<string>();
    const waiting = [path];
    for (let next = waiting.pop(); next !== undefined && seen.size < NAMES_MAX; next = waiting.pop()) {
      if (seen.has(next)) continue;
      if (isLive(next)) return next;
      seen.add(next);
      // The latest is looked at first.
      for (const after of this.#after.get(next)?.toReversed() ?? []) waiting.push(after);
    }
    return null;
  }
}

function collect(
  segment: Segment,
  isGone: SearchedCommits["isGone"],
  into: { minutes: number; commit: string; from: string; to: string }[],
): void {
  const renames = segment.sets("renames");
  const names = segment.names("name");
  const minutes = segment.numbers("minutes");
  for (let commit = 0; commit < segment.documentCount; commit++) {
    if (isGone?.(commit)) continue;
    for (const rename of renames.of(commit)) {
      const [from, to] = renamedPaths(rename);
      into.push({ minutes: minutes.of(commit), commit: names.of(commit) ?? "", from, to });
    }
  }
}

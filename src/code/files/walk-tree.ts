// Walks through the files of a tree without git, by the rules in ignore-rules.ts.
//
// Invariants:
// - Nothing outside of the root is looked at. Links are not followed.
// - A folder's names are taken in order, files before folders, so that answers do not depend on the disk.

import type { SourceFiles } from "../../platform/source-files.ts";
import { type IgnoreRules, isForeignContent, isForeignFolder, isIgnored, rulesIn } from "./ignore-rules.ts";

/** How many folders deep the walk goes. */
export const DEPTH_MAX = 60;
/** Characters in names that would break a line or a terminal, and what a name that is not UTF-8 is decoded to. */
const UNUSABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffd]/;

/**
 * Why something is not among the files: a link; a FIFO, socket or device; a name with control characters or not in
 * UTF-8; a folder that cannot be listed; one that is too deep; a repository inside; more names than are looked at.
 */
export type PassedOver = "link" | "special" | "named" | "unlisted" | "deep" | "repository" | "many";

export interface TreeWalk {
  /** The real path that paths are relative to. */
  readonly root: string;
  readonly files: SourceFiles;
  /** Rules that count less than those of the tree; left out: none. */
  readonly excludes?: IgnoreRules | null;
  readonly namesMax: number;
  /** Whether a folder that no rule ignores is entered; left out: each is. */
  readonly enters?: (path: string) => boolean;
  /** Called now and then, so that other work can go on. */
  readonly takeTurn: () => Promise<void>;
  /** Whether the walk is to end. */
  readonly isOver: () => boolean;
  /** Takes a file by its path and its name. */
  readonly found: (path: string, name: string) => void;
  readonly passedOver: (why: PassedOver, path: string) => void;
}

/** Whether a name, or a path, can be shown and opened. */
export function isUsableName(name: string): boolean {
  return !UNUSABLE.test(name);
}

/** Walks through the files of a tree that are not ignored. Repositories inside are not entered. */
export async function walkTree(walk: TreeWalk): Promise<void> {
  const { root, files, excludes = null, takeTurn, passedOver } = walk;
  const waiting: { path: string; rules: IgnoreRules | null; depth: number }[] = [
    { path: "", rules: excludes, depth: 0 },
  ];
  let names = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    await takeTurn();
    if (walk.isOver()) break;
    const entries = files.list(next.path === "" ? root : `${root}/${next.path}`, root);
    if (entries === null) {
      passedOver("unlisted", next.path);
      continue;
    }
    if (next.depth > 0 && isForeignContent(entries)) continue;
    if (next.depth > 0 && entries.some(({ name }) => name === ".git")) {
      passedOver("repository", next.path);
      continue;
    }
    const room = walk.namesMax - names;
    names += entries.length;
    if (entries.length > room) {
      passedOver("many", next.path);
      // What is known already may be found; other folders are not entered.
      entries.length = room;
      waiting.length = 0;
    }
    const rules = rulesIn(files, root, next.path, next.rules);
    const folders: typeof waiting = [];
    for (const { name, kind } of entries) {
      const path = next.path === "" ? name : `${next.path}/${name}`;
      if (!isUsableName(name)) {
        passedOver("named", path);
        continue;
      }
      // A file or a link of this name leads to a repository, and is no source.
      if (name === ".git") continue;
      const isFolder = kind === "directory";
      if ((isFolder || kind === "link") && isForeignFolder(name)) continue;
      if (isIgnored(path, isFolder, rules)) continue;
      if (isFolder && walk.enters?.(path) === false) continue;
      if (kind === "file") walk.found(path, name);
      else if (!isFolder) passedOver(kind === "link" ? "link" : "special", path);
      else if (names > walk.namesMax) continue;
      else if (next.depth < DEPTH_MAX) folders.push({ path, rules, depth: next.depth + 1 });
      else passedOver("deep", path);
    }
    for (const each of folders.reverse()) waiting.push(each);
  }
}

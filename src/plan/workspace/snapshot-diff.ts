// What changed between two snapshots of one tree.
// Invariants:
// - Equality is compared, never order: a clock that jumps hides nothing and shows nothing.
// - A path that git ignored at the start is not compared: nobody knows what was there. What is ignored only by a rule
//   that was changed since is told as added.
// - Of a pipe, a socket or a device, and of a folder, only the mode counts beside that it is there: their times change
//   by use.

import { hasSameFacts, type Snapshot, type SnapshotEntry } from "./snapshot.ts";
import type { Listing } from "./tree-names.ts";

/**
 * `content`, `mode`, `target` (of a link) and `type` (a file became a link, say) are changes of what stayed. `facts`:
 * the system says something else of it than before, and what it holds was not compared.
 */
export type ChangeKind = "added" | "deleted" | "content" | "mode" | "target" | "type" | "facts";

export interface TreeChange {
  readonly path: string;
  readonly kind: ChangeKind;
  /** Of an added path, a deleted one that had the same content: it was probably renamed; null mostly. */
  readonly from: string | null;
  /** Whether git ignores it now, by a rule that was changed since. */
  readonly isHidden: boolean;
}

type Compared = Pick<Snapshot, "entries" | "folders" | "ignored" | "hidden" | "listing">;

/** The changes in the order of their paths. */
export function snapshotDiff(before: Compared, now: Compared): TreeChange[] {
  const changes: TreeChange[] = [];
  const ignoredBefore = new IgnoredPaths(before.ignored);
  const deleted = new Map<string, string>();
  for (const [path, entry] of before.entries) {
    const after = now.entries.get(path);
    if (after === undefined) {
      changes.push({ path, kind: "deleted", from: null, isHidden: false });
      if (entry.kind === "file" && entry.size > 0 && entry.content !== "") deleted.set(entry.content, path);
      continue;
    }
    const kind = changeOf(entry, after);
    if (kind !== null) changes.push({ path, kind, from: null, isHidden: false });
  }
  for (const [path, entry] of now.entries) {
    if (before.entries.has(path) || ignoredBefore.has(path)) continue;
    if (before.listing === null && isUnknownToOld(path, entry)) continue;
    const from = (entry.kind === "file" && deleted.get(entry.content)) || null;
    changes.push({ path, kind: "added", from, isHidden: now.hidden.has(path) });
  }
  for (const [path, mode] of before.folders) {
    if (![mode, undefined].includes(now.folders.get(path)))
      changes.push({ path, kind: "mode", from: null, isHidden: false });
  }
  changes.push(...configChanges(before.listing, now.listing));
  return changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Whether helix 0.2 would not have named what is there. */
function isUnknownToOld(path: string, { kind }: SnapshotEntry): boolean {
  return kind === "other" || path.startsWith("/") || path.endsWith(".git/config.worktree");
}

/** How an entry changed; null where it did not. */
function changeOf(before: SnapshotEntry, after: SnapshotEntry): ChangeKind | null {
  if (before.kind !== after.kind) return "type";
  if (!before.isFresh && hasSameFacts(before, after)) return null;
  if (before.kind === "other") return before.mode === after.mode ? null : "mode";
  if (before.kind === "link") return before.content === after.content ? null : "target";
  if (before.kind === "file" && before.content !== "" && after.content !== "") {
    if (before.content !== after.content) return "content";
    return before.mode === after.mode ? null : "mode";
  }
  return hasSameFacts(before, after) ? null : before.mode === after.mode ? "facts" : "mode";
}

/** What git's effective configuration says otherwise, in repositories whose configuration was known. */
function configChanges(before: Snapshot["listing"], now: Snapshot["listing"]): TreeChange[] {
  if (before === null || now === null) return [];
  const files = (listing: Listing) => new Set(Array.from(listing.config.keys(), fileOf));
  const [old, known] = [files(before), files(now)];
  const names = new Set([...before.config.keys(), ...now.config.keys()]);
  return [...names].flatMap((path): TreeChange[] => {
    const [was, is] = [before.config.get(path), now.config.get(path)];
    if (was === is || !old.has(fileOf(path)) || !known.has(fileOf(path))) return [];
    const kind = was === undefined ? "added" : is === undefined ? "deleted" : "content";
    return [{ path, kind, from: null, isHidden: false }];
  });
}

/** The file that stands before the name of a value. */
function fileOf(path: string): string {
  return path.slice(0, path.indexOf(" ("));
}

/** Paths that were ignored, with all below them. */
class IgnoredPaths {
  readonly #paths: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
  }

  has(path: string): boolean {
    if (this.#paths.has(path)) return true;
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
      if (this.#paths.has(path.slice(0, at + 1))) return true;
    }
    return false;
  }
}

// The commits of the index: those on the disk, and those that were read since.
// Invariants:
// - Each commit stands in one segment. What HEAD does not reach any more is hidden.

import type { BaseSegment } from "../../engine/segment/base-segment.ts";
import { liveOrder } from "../../engine/segment/document-order.ts";
import type { MergeableSegment } from "../../engine/segment/segment.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { GitPorts, GitTree } from "../../platform/git/git-program.ts";
import { readHistory } from "../files/history.ts";
import { COMMIT_SCHEMA } from "../index/code-schemas.ts";
import { commitDocument } from "../index/commit-document.ts";
import { Renames } from "../index/renames.ts";
import { SegmentBuilder } from "../index/segment-builder.ts";
import type { SearchedCommits } from "../search/commit-scores.ts";
import type { Manifest, StoredCommits } from "./manifest.ts";
import { writeSegmentMerge } from "./segment-file.ts";

/** After so many commits other work has its turn. */
const TURN_COMMITS = 50;
/** More segments, or a larger share of commits that are not reached, are merged into one. */
const SEGMENTS_MAX = 6;
const UNREACHED_SHARE_MAX = 0.2;

/** What the manifest has of the commits. */
export type SavedCommits = Pick<Manifest, "commits" | "head" | "unreached">;

export class CommitHistory {
  #manifest: SavedCommits | null = null;
  #segments: readonly BaseSegment[] = [];
  #stored: readonly StoredCommits[] = [];
  #memory = new SegmentBuilder(COMMIT_SCHEMA);
  #head: string | null = null;
  #isComplete = true;
  /** Whether a further call may read more. */
  #goesOn = false;
  #unreached: ReadonlySet<string> = new Set();
  #searched: readonly SearchedCommits[] | null = null;
  #renames: Renames | null = null;
  remarks: readonly string[] = [];

  /** Takes what is on the disk. What was read since is forgotten if there are other commits on the disk now. */
  load(segments: readonly BaseSegment[], manifest: SavedCommits | null): void {
    const isSame = JSON.stringify(manifest?.commits ?? []) === JSON.stringify(this.#stored);
    this.#manifest = manifest;
    // What was read since is still new.
    if (isSame) return;
    this.#segments = segments;
    this.#stored = manifest?.commits ?? [];
    this.#memory = new SegmentBuilder(COMMIT_SCHEMA);
    this.#head = manifest?.head ?? null;
    this.#isComplete = true;
    this.#goesOn = false;
    this.#forget(manifest?.unreached ?? []);
  }

  /** Whether this is what the manifest names, and what was read since. */
  isOf(manifest: SavedCommits | null): boolean {
    return this.#manifest === manifest;
  }

  /** Reads what is new since. `tree` is null where there is no repository. Returns whether anything moved. */
  async refresh(
    ports: GitPorts,
    tree: GitTree | null,
    head: string | null,
    takeTurn: () => Promise<void>,
  ): Promise<boolean> {
    if (head === this.#head && !this.#goesOn) return false;
    const { commits, gone, isComplete, notes } = await readHistory(ports, tree, head, this.#names());
    for (const [at, commit] of commits.entries()) {
      if (at % TURN_COMMITS === 0) await takeTurn();
      this.#memory.add(commitDocument(commit));
    }
    this.remarks = notes;
    // What cannot be read now is asked for again when HEAD moves, or by another process.
    this.#isComplete = isComplete;
    this.#goesOn = !isComplete && commits.length > 0;
    this.#head = head;
    this.#forget(isComplete || this.#goesOn ? gone : this.#unreached);
    return true;
  }

  get searched(): readonly SearchedCommits[] {
    this.#searched ??= this.#parts().map((segment) => {
      const names = segment.names("name");
      const isGone = (commit: number) => this.#unreached.has(names.of(commit) ?? "");
      return { segment, isGone: this.#unreached.size === 0 ? null : isGone };
    });
    return this.#searched;
  }

  get renames(): Renames {
    this.#renames ??= new Renames(this.searched);
    return this.#renames;
  }

  /** How many commits are in memory only. */
  get newCount(): number {
    return this.#memory.count;
  }

  /** Writes what is new into the folder, durably. Returns what the manifest is to name. Throws the system's error. */
  save(files: FileSystem, folder: string, newName: () => string): SavedCommits {
    const stored = this.#stored.reduce((sum, { count }) => sum + count, 0) + this.#memory.count;
    const isMerged =
      this.#stored.length >= SEGMENTS_MAX || this.#unreached.size > Math.max(20, stored * UNREACHED_SHARE_MAX);
    if (!isMerged && this.#memory.count === 0) return this.#saved(this.#stored, [...this.#unreached]);
    const inputs = (isMerged ? this.#parts() : [this.#memory.segment]).map((segment) => {
      const names = segment.names("name");
      return { segment, isDeleted: (commit: number) => isMerged && this.#unreached.has(names.of(commit) ?? "") };
    });
    const name = newName();
    writeSegmentMerge(files, `${folder}/${name}.commits`, inputs);
    const added = { name, count: liveOrder(inputs).count };
    return isMerged ? this.#saved([added], []) : this.#saved([...this.#stored, added], [...this.#unreached]);
  }

  #saved(commits: readonly StoredCommits[], unreached: readonly string[]): SavedCommits {
    return { commits, unreached: [...unreached].sort(), head: this.#isComplete ? this.#head : null };
  }

  #parts(): MergeableSegment[] {
    return this.#memory.count === 0 ? [...this.#segments] : [...this.#segments, this.#memory.segment];
  }

  #names(): Set<string> {
    const found = new Set<string>();
    for (const segment of this.#parts()) {
      const names = segment.names("name");
      for (let commit = 0; commit < segment.documentCount; commit++) found.add(names.of(commit) ?? "");
    }
    return found;
  }

  #forget(unreached: Iterable<string>): void {
    this.#unreached = new Set(unreached);
    this.#searched = null;
    this.#renames = null;
  }
}

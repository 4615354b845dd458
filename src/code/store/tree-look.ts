// Looks at a work tree again and again. Its files are listed anew only when something says that there may be others:
// a folder, git's index, HEAD, or a file with ignore rules. Else each known file is asked for.
// Invariants:
// - What changed so lately that a later change might look the same counts as changed.

import type { StampedFiles } from "../../platform/small-files.ts";
import type { FoundEntry } from "../../platform/source-files.ts";
import { type GitState, gitState } from "../files/git-state.ts";
import { isForeignContent, isForeignFolder } from "../files/ignore-rules.ts";
import { factsHash } from "../files/read-text.ts";
import { TICK_MS } from "./disk-files.ts";
import type { DiskTree, DiskTreePorts } from "./disk-tree.ts";
import type { TreeFile, TreeListing } from "./tree-reader.ts";

/** After so many files, or folders, other work has its turn: a few milliseconds. */
const TURN_FILES = 1000;
const TURN_FOLDERS = 64;
/** So many folders without a listed file are looked at. Where there are more, files are listed each time. */
const EMPTY_FOLDERS_MAX = 4000;
/** What nothing here shows, like rules in files that configurations name, is found after so long, in milliseconds. */
const LISTED_MS = 60_000;
const RULES = /^\.(?:gitignore|ignore)$/;

export interface TreeLookPorts extends DiskTreePorts {
  readonly files: StampedFiles;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
}

export class TreeLook {
  readonly #tree: DiskTree;
  readonly #ports: TreeLookPorts;
  #state: GitState | null = null;
  #paths: readonly string[] = [];
  #remarks: readonly string[] = [];
  /** By path relative to the root: what the system said of folders and of files with rules; 0n: to be listed again. */
  #watched = new Map<string, bigint>();
  /** By absolute path: versions of files with rules outside of the tree. */
  #outside = new Map<string, string>();
  #listedAt = Number.NEGATIVE_INFINITY;
  #mustList = true;

  constructor(tree: DiskTree, ports: TreeLookPorts) {
    this.#tree = tree;
    this.#ports = ports;
  }

  /** The name of HEAD's commit as of the last look; null if there is none. */
  get head(): string | null {
    return this.#state?.head ?? null;
  }

  /** Makes the next look list the files anew. */
  listAgain(): void {
    this.#mustList = true;
  }

  /** The files as they are now. */
  async look(): Promise<TreeListing> {
    const isSame = this.#isGitSame();
    if (!isSame || this.#mustList || this.#isDue() || (await this.#maybeOthers())) return this.#list();
    return { files: await this.#known(), remarks: this.#remarks };
  }

  #isDue(): boolean {
    return this.#ports.now() - this.#listedAt >= LISTED_MS;
  }

  #isGitSame(): boolean {
    const { repository } = this.#tree.tree;
    if (repository === null) return true;
    const before = this.#state;
    this.#state = gitState(repository, this.#ports.files, before ?? undefined);
    const index = this.#ports.files.stamp(this.#state.indexPath);
    const isRecent = index !== null && Math.abs(this.#ports.wallMs() - index.modifiedMs) < TICK_MS;
    return this.#state === before && !isRecent;
  }

  /** Whether a folder or a file with rules is other than it was. */
  async #maybeOthers(): Promise<boolean> {
    for (const [path, version] of this.#outside) if (this.#version(path) !== version) return true;
    const nowMs = this.#ports.wallMs();
    let seen = 0;
    for (const [path, facts] of this.#watched) {
      if (++seen % TURN_FILES === 0) await this.#ports.takeTurn();
      if (facts === 0n || this.#factsOf(path, nowMs) !== facts) return true;
    }
    return false;
  }

  async #known(): Promise<TreeFile[]> {
    const found: TreeFile[] = [];
    for (let from = 0; from < this.#paths.length; from += TURN_FILES) {
      if (from > 0) await this.#ports.takeTurn();
      const paths = this.#paths.slice(from, from + TURN_FILES);
      for (const [at, facts] of this.#tree.factsOfAll(paths).entries()) {
        if (facts !== null) found.push({ path: paths[at]!, facts });
      }
    }
    return found;
  }

  async #list(): Promise<TreeListing> {
    const startMs = this.#ports.wallMs();
    // A failure leaves this as it is: the next look lists.
    this.#mustList = true;
    const listing = await this.#tree.list();
    this.#paths = listing.files.map(({ path }) => path);
    this.#remarks = listing.remarks;
    const isWhole = await this.#watch(startMs);
    this.#listedAt = this.#ports.now();
    this.#mustList = !isWhole;
    return listing;
  }

  /** Notes what would show that there are other files. Returns whether nothing escapes. */
  async #watch(startMs: number): Promise<boolean> {
    this.#watched = new Map();
    this.#outside = new Map(this.#rulesOutside().map((path) => [path, this.#version(path)]));
    const listed = foldersOf(this.#paths);
    const waiting = [...listed];
    let empty = 0;
    for (let seen = 0; waiting.length > 0; seen++) {
      if (seen % TURN_FOLDERS === 0) await this.#ports.takeTurn();
      const folder = waiting.pop()!;
      const prefix = folder === "" ? "" : `${folder}/`;
      this.#watched.set(folder, this.#factsOf(folder, startMs, true));
      const entries = this.#ports.sources.list(
        folder === "" ? this.#tree.root : `${this.#tree.root}/${folder}`,
        this.#tree.root,
      );
      if (entries === null) continue;
      const isListed = listed.has(folder);
      for (const { name, kind } of entries) {
        const path = prefix + name;
        if (RULES.test(name)) this.#watched.set(path, this.#factsOf(path, startMs, true));
        // What nobody has tracked in a repository inside, or in a foreign folder, is no file of the tree.
        if (kind !== "directory" || listed.has(path) || name === ".git" || isForeignFolder(name)) continue;
        if (!isListed && (isForeignContent(entries) || entries.some((entry) => entry.name === ".git"))) continue;
        if (++empty > EMPTY_FOLDERS_MAX) return false;
        waiting.push(path);
      }
    }
    return true;
  }

  /** A hash of what the system says of a folder or a file; 0n if it changed after `sinceMs`, or shortly before. */
  #factsOf(path: string, sinceMs: number, isNew = false): bigint {
    const found: FoundEntry | null = this.#ports.sources.look(
      path === "" ? this.#tree.root : `${this.#tree.root}/${path}`,
    );
    if (found === null) return 1n;
    const age = sinceMs - found.changedMs;
    // A clock that was set back must not make every look a listing: far in the future counts as settled later on.
    const isRecent = isNew ? age < TICK_MS : Math.abs(age) < TICK_MS;
    return isRecent ? 0n : factsHash(found);
  }

  #rulesOutside(): string[] {
    const { home, configHome } = this.#ports;
    const { repository } = this.#tree.tree;
    const config = configHome || (home === "" ? "" : `${home}/.config`);
    return [
      ...(repository === null ? [] : [`${repository.common}/info/exclude`]),
      ...(home === "" ? [] : [`${home}/.gitconfig`]),
      ...(config === "" ? [] : [`${config}/git/ignore`, `${config}/git/config`]),
    ];
  }

  #version(path: string): string {
    return this.#ports.files.stamp(path)?.version ?? "";
  }
}

/** The folders that paths lie in, with those above. */
function foldersOf(paths: readonly string[]): Set<string> {
  const found = new Set<string>([""]);
  for (const path of paths) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (found.has(folder)) break;
      found.add(folder);
    }
  }
  return found;
}

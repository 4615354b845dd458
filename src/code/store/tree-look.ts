// Looks at a work tree again and again. Its files are listed anew only when something says that there may be others:
// a folder, git's index, HEAD, or a file with ignore rules. Else each known file is asked for.
// Invariants:
// - What changed so lately that a later change might look the same counts as changed.

import { type PathLooks, PlainLooks } from "../../platform/path-looks.ts";
import type { StampedFiles } from "../../platform/small-files.ts";
import type { FoundEntry } from "../../platform/source-files.ts";
import { type GitState, gitState } from "../files/git-state.ts";
import { isForeignContent, isForeignFolder } from "../files/ignore-rules.ts";
import type { PathExclusion } from "../files/path-exclusion.ts";
import { factsHash } from "../files/read-text.ts";
import { TICK_MS } from "./disk-files.ts";
import type { DiskTree, DiskTreePorts } from "./disk-tree.ts";
import { FileLooks } from "./file-looks.ts";
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
  #files: readonly TreeFile[] = [];
  #looks: FileLooks;
  #remarks: readonly string[] = [];
  /** By path relative to the root: what the system said of folders and of files with rules; 0n: to be listed again. */
  #watchedFacts: readonly bigint[] = [];
  #watchedLooks: PathLooks = new PlainLooks([], { look: () => null });
  /** By absolute path: versions of files with rules outside of the tree. */
  #outside = new Map<string, string>();
  /** What configuration left out when the files were listed. */
  #exclusionKey = "";
  #listedAt = Number.NEGATIVE_INFINITY;
  #mustList = true;

  constructor(tree: DiskTree, ports: TreeLookPorts) {
    this.#tree = tree;
    this.#ports = ports;
    this.#looks = new FileLooks(tree.root, [], ports.sources);
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
    const isSame = this.#isGitSame() && this.#tree.exclusion.key === this.#exclusionKey;
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
    for (const [at, facts] of this.#watchedFacts.entries()) {
      if (at % TURN_FILES === TURN_FILES - 1) await this.#ports.takeTurn();
      if (facts === 0n) return true;
      if (this.#watchedLooks.hasMoved(at) && watchedHash(this.#watchedLooks.entry(at), nowMs) !== facts) return true;
    }
    return false;
  }

  /** The files that were listed, as they are now; the same array as before where nothing moved. */
  async #known(): Promise<readonly TreeFile[]> {
    const looks = this.#looks;
    const nowMs = this.#ports.wallMs();
    let isSame = true;
    for (let at = 0; at < looks.count; at++) {
      if (at % TURN_FILES === TURN_FILES - 1) await this.#ports.takeTurn();
      if (looks.hasMoved(at, nowMs)) isSame = false;
    }
    if (!isSame) this.#files = looks.files();
    return this.#files;
  }

  async #list(): Promise<TreeListing> {
    const startMs = this.#ports.wallMs();
    // A failure leaves this as it is: the next look lists.
    this.#mustList = true;
    const { exclusion } = this.#tree;
    const listing = await this.#tree.list();
    this.#files = listing.files;
    this.#looks = new FileLooks(this.#tree.root, listing.files, this.#ports.sources);
    this.#remarks = listing.remarks;
    const isWhole = await this.#watch(startMs, exclusion);
    this.#exclusionKey = exclusion.key;
    this.#listedAt = this.#ports.now();
    this.#mustList = !isWhole;
    return listing;
  }

  /** Notes what would show that there are other files. Returns whether nothing escapes. */
  async #watch(startMs: number, exclusion: PathExclusion): Promise<boolean> {
    const watched = new Map<string, bigint>();
    const isWhole = await this.#watchFolders(watched, startMs, exclusion);
    const paths = [...watched.keys()].map((path) => this.#absolute(path));
    this.#watchedFacts = [...watched.values()];
    this.#watchedLooks = this.#ports.sources.looks?.(paths) ?? new PlainLooks(paths, this.#ports.sources);
    return isWhole;
  }

  async #watchFolders(watched: Map<string, bigint>, startMs: number, exclusion: PathExclusion): Promise<boolean> {
    this.#outside = new Map(this.#rulesOutside().map((path) => [path, this.#version(path)]));
    const listed = foldersOf(this.#files);
    const waiting = [...listed];
    let empty = 0;
    for (let seen = 0; waiting.length > 0; seen++) {
      if (seen % TURN_FOLDERS === 0) await this.#ports.takeTurn();
      const folder = waiting.pop()!;
      const prefix = folder === "" ? "" : `${folder}/`;
      watched.set(folder, this.#factsOf(folder, startMs));
      const entries = this.#ports.sources.list(this.#absolute(folder), this.#tree.root);
      if (entries === null) continue;
      const isListed = listed.has(folder);
      for (const { name, kind } of entries) {
        const path = prefix + name;
        if (RULES.test(name)) watched.set(path, this.#factsOf(path, startMs));
        // What nobody has tracked in a repository inside, or in a foreign folder, is no file of the tree.
        if (kind !== "directory" || listed.has(path) || name === ".git" || isForeignFolder(name)) continue;
        if (exclusion.has(`${path}/`)) continue;
        if (!isListed && (isForeignContent(entries) || entries.some((entry) => entry.name === ".git"))) continue;
        if (++empty > EMPTY_FOLDERS_MAX) return false;
        waiting.push(path);
      }
    }
    return true;
  }

  /** What is noted of a folder or a file when it is listed. */
  #factsOf(path: string, startMs: number): bigint {
    return watchedHash(this.#ports.sources.look(this.#absolute(path)), startMs, true);
  }

  #absolute(path: string): string {
    return path === "" ? this.#tree.root : `${this.#tree.root}/${path}`;
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

/**
 * A hash of what the system says of a folder or a file; 0n if it changed after `sinceMs`, or shortly before. A clock
 * that was set back must not make every look a listing: what is not new and far in the future counts as settled.
 */
function watchedHash(found: FoundEntry | null, sinceMs: number, isNew = false): bigint {
  if (found === null) return 1n;
  const age = sinceMs - found.changedMs;
  const isRecent = isNew ? age < TICK_MS : Math.abs(age) < TICK_MS;
  return isRecent ? 0n : factsHash(found);
}

/** The folders that paths lie in, with those above. */
function foldersOf(files: readonly TreeFile[]): Set<string> {
  const found = new Set<string>([""]);
  for (const { path } of files) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (found.has(folder)) break;
      found.add(folder);
    }
  }
  return found;
}

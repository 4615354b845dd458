// The files of a work tree, and what the system says of each: by git where it can be asked, else by helix's own walk.
//
// Invariants:
// - Only what lies in the tree is looked at: a path through a folder that is a link does not count.
// - Names are counted where they are left out, and every bound that was reached is said.

import { counted } from "../../base/wording.ts";
import { type GitPorts, userExcludes } from "../../platform/git/git-program.ts";
import type { SourceFacts, SourceFiles } from "../../platform/source-files.ts";
import { ClosedFolders } from "./closed-folders.ts";
import { type GitNames, listByGit } from "./git-listing.ts";
import { rulesOf } from "./ignore-rules.ts";
import { type PathClass, pathClassOf } from "./path-class.ts";
import { NO_EXCLUSION, type PathExclusion } from "./path-exclusion.ts";
import { RealFolders } from "./real-folders.ts";
import { type Unread, unreadBecause } from "./unread-names.ts";
import { DEPTH_MAX, type PassedOver, walkTree } from "./walk-tree.ts";
import type { WorkTree } from "./work-tree.ts";

/** A file by its path relative to the root, with forward slashes. */
export interface ListedFile {
  readonly path: string;
  readonly facts: SourceFacts;
  readonly class: PathClass;
  /** Why it is never read; null if it is. Its content may give further reasons. */
  readonly unread: Unread | null;
}

export interface ListingBounds {
  /** How many names are looked at. */
  readonly namesMax: number;
  /** How long git may take, and how long the walk may, in milliseconds. */
  readonly timeMs: number;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

export const LISTING_BOUNDS: ListingBounds = { namesMax: 500_000, timeMs: 20_000, now: () => performance.now() };

export interface ListingPorts extends GitPorts {
  readonly sources: SourceFiles;
  /** Called now and then, so that other work can go on. */
  readonly takeTurn: () => Promise<void>;
  readonly bounds?: ListingBounds;
  /** What configuration leaves out now; left out: nothing. */
  readonly exclusion?: () => PathExclusion;
}

/** What is left out; `gone`: tracked, but not there. */
export type LeftOut = PassedOver | "gone";

export interface Listing {
  /** In the order of their paths, by code units. */
  readonly files: readonly ListedFile[];
  readonly by: "git" | "walk";
  readonly leftOut: ReadonlyMap<LeftOut, number>;
  /** How many paths configuration leaves out. Without git a folder counts as one. */
  readonly excluded: number;
  /** Whether there may be more files than these. */
  readonly isCut: boolean;
  /** What an answer has to say about the listing, a line each. */
  readonly notes: readonly string[];
}

/** After so many files other work has its turn. */
const TURN_FILES = 1000;
const RULES_BYTES_MAX = 1024 * 1024;

/** The names, and what is known of them before anybody looked at the files. */
interface Names {
  readonly by: Listing["by"];
  readonly paths: string[];
  readonly leftOut: Map<LeftOut, number>;
  readonly notes: string[];
  excluded: number;
  isCut: boolean;
}

/** Lists the files of a work tree. Never throws for what is in it. */
export async function listFiles(tree: WorkTree, ports: ListingPorts): Promise<Listing> {
  const bounds = ports.bounds ?? LISTING_BOUNDS;
  const exclusion = ports.exclusion?.() ?? NO_EXCLUSION;
  const names = await namesOf(tree, ports, bounds, exclusion);
  names.paths.sort();
  const files: ListedFile[] = [];
  const factsOf = looksAt(tree.root, ports.sources);
  const closed = new ClosedFolders(tree.root, ports.sources);
  const unlisted = new Set<string>();
  for (const [at, path] of names.paths.entries()) {
    if (at % TURN_FILES === 0) await ports.takeTurn();
    if (exclusion.has(path)) {
      names.excluded++;
      continue;
    }
    const facts = factsOf(path);
    const folder = facts === "gone" ? closed.above(path) : null;
    if (folder !== null) unlisted.add(folder);
    else if (typeof facts === "string") count(names.leftOut, facts);
    else files.push({ path, facts, class: pathClassOf(path), unread: unreadBecause(path, facts.size) });
  }
  const { by, leftOut, excluded, isCut } = names;
  count(leftOut, "unlisted", unlisted.size);
  return { files, by, leftOut, excluded, isCut, notes: [...names.notes, ...leftOutNote(leftOut)] };
}

function count(leftOut: Map<LeftOut, number>, what: LeftOut, times = 1): void {
  if (times > 0) leftOut.set(what, (leftOut.get(what) ?? 0) + times);
}

async function namesOf(
  tree: WorkTree,
  ports: ListingPorts,
  bounds: ListingBounds,
  exclusion: PathExclusion,
): Promise<Names> {
  const { root, repository } = tree;
  if (repository === null) return walkedNames(tree, ports, bounds, exclusion, []);
  const listed = await listByGit(ports, { root, repository }, bounds.namesMax, bounds.timeMs);
  return typeof listed === "string"
    ? walkedNames(tree, ports, bounds, exclusion, [`git ${listed}: the files were found without it`])
    : gitNames(listed, bounds);
}

function gitNames({ paths, repositories, unusable, isCut }: GitNames, { namesMax }: ListingBounds): Names {
  const leftOut = new Map<LeftOut, number>();
  count(leftOut, "repository", repositories);
  count(leftOut, "named", unusable);
  const notes = isCut ? [stoppedAfter(counted(namesMax, "name", "names"))] : [];
  return { by: "git", paths, leftOut, excluded: 0, isCut, notes };
}

function stoppedAfter(what: string): string {
  return `stopped after ${what}: the rest is not looked at`;
}

async function walkedNames(
  tree: WorkTree,
  ports: ListingPorts,
  bounds: ListingBounds,
  exclusion: PathExclusion,
  notes: string[],
): Promise<Names> {
  const { root, repository } = tree;
  const deadline = bounds.now() + bounds.timeMs;
  const names: Names = { by: "walk", paths: [], leftOut: new Map(), notes, excluded: 0, isCut: false };
  const everywhere = await userExcludes(ports, root, repository?.config ?? "");
  // A linked work tree's file lies elsewhere than in .git.
  const own =
    repository && ports.files.readText(`${repository.common}/info/exclude`, RULES_BYTES_MAX, repository.common);
  await walkTree({
    root,
    files: ports.sources,
    excludes: rulesOf(`${everywhere}\n${own ?? ""}`),
    namesMax: bounds.namesMax,
    takeTurn: ports.takeTurn,
    enters(path) {
      const isExcluded = exclusion.has(`${path}/`);
      if (isExcluded) names.excluded++;
      return !isExcluded;
    },
    isOver() {
      const isLate = bounds.now() >= deadline;
      if (isLate) notes.push(stoppedAfter(`${bounds.timeMs / 1000} s`));
      if (isLate) names.isCut = true;
      return isLate;
    },
    found: (path) => names.paths.push(path),
    passedOver(why) {
      if (why !== "many") count(names.leftOut, why);
      else {
        names.isCut = true;
        notes.push(stoppedAfter(counted(bounds.namesMax, "name", "names")));
      }
    },
  });
  return names;
}

/**
 * Makes a function that tells what the system says of a file of the tree at `root`, a path without links; or why it is
 * none of its files. Each folder is looked at once, so the function is for looking at files now.
 */
export function looksAt(root: string, sources: SourceFiles): (path: string) => SourceFacts | LeftOut {
  const looks = new FolderLooks(root, sources);
  return (path) => looks.factsOf(path);
}

/** Looks at files, and once at each folder on the way. */
class FolderLooks {
  readonly #root: string;
  readonly #sources: SourceFiles;
  readonly #real: RealFolders;

  constructor(root: string, sources: SourceFiles) {
    this.#root = root;
    this.#sources = sources;
    this.#real = new RealFolders((folder) => sources.look(`${root}/${folder}`)?.kind === "link");
  }

  /** What the system says of a file, or why it is none of the tree's. */
  factsOf(path: string): SourceFacts | LeftOut {
    if (!this.#real.has(path.slice(0, Math.max(0, path.lastIndexOf("/"))))) return "link";
    const entry = this.#sources.look(`${this.#root}/${path}`);
    if (entry === null) return "gone";
    const { kind, size, modifiedMs, changedMs, inode } = entry;
    if (kind === "file") return { size, modifiedMs, changedMs, inode };
    // A folder in the place of a file holds a repository of its own: a submodule.
    return kind === "directory" ? "repository" : kind === "link" ? "link" : "special";
  }
}

const LEFT_OUT: readonly (readonly [LeftOut, one: string, many: string])[] = [
  ["link", "link", "links"],
  ["repository", "repository inside", "repositories inside"],
  ["special", "file that is no regular file", "files that are no regular files"],
  ["named", "name that cannot be shown", "names that cannot be shown"],
  ["unlisted", "folder that cannot be listed", "folders that cannot be listed"],
  ["deep", `folder deeper than ${DEPTH_MAX} levels`, `folders deeper than ${DEPTH_MAX} levels`],
];

function leftOutNote(leftOut: ReadonlyMap<LeftOut, number>): string[] {
  const parts = LEFT_OUT.flatMap(([what, one, many]) => {
    const times = leftOut.get(what);
    return times === undefined ? [] : [counted(times, one, many)];
  });
  return parts.length === 0 ? [] : [`left out: ${parts.join(", ")}`];
}

// Names everything in a work tree that can be compared later: tracked files and others that git does not ignore, with
// those of repositories inside, and what of git's own folder has effects. Without git, a walk names them.
// Invariants:
// - What is ignored is named as well, a folder as one, so that a rule that comes later hides nothing.
// - Names are bytes to git: those that are not UTF-8 are named as tree-entries.ts does.
// - What a bound leaves out is said.

import { isWithin } from "../../base/path-names.ts";
import { whyNot } from "../../code/files/git-listing.ts";
import { type IgnoreRules, isForeignFolder, isIgnored, rulesIn, rulesOf } from "../../code/files/ignore-rules.ts";
import { RealFolders } from "../../code/files/real-folders.ts";
import { type GitPorts, type GitTree, runGit, userExcludes } from "../../platform/git/git-program.ts";
import { type FoundRepository, repositoryAt } from "../../platform/git/repository.ts";
import { diskSourceFiles } from "../../platform/source-files.ts";
import { decodedName, hashOf, type TreeEntries, type TreeEntry } from "../../platform/tree-entries.ts";

export interface TreeNames {
  /** What stands at each path, relative to the root. Folders are none. */
  readonly found: ReadonlyMap<string, PlacedEntry>;
  /** What is ignored, in no order; a folder ends with a slash. */
  readonly ignored: readonly string[];
  /** A hash of the rules that do not lie in the tree. */
  readonly rules: string;
  readonly isCut: boolean;
  /** What an answer has to say, a line each. */
  readonly notes: readonly string[];
}

/** An entry, and its path on this machine: git's own folder may lie elsewhere. */
export interface PlacedEntry {
  readonly place: string;
  readonly entry: TreeEntry;
}

export interface TreeNamesPorts {
  readonly git: GitPorts;
  readonly entries: TreeEntries;
  readonly passedOver?: readonly string[];
  /** Called now and then, so that other work can go on. */
  readonly takeTurn: () => Promise<void>;
}

/** How many names count, and how long one run of git may take. */
export interface NameBounds {
  readonly namesMax: number;
  readonly timeMs: number;
  /** Whether the time for a walk is over. */
  readonly isLate: () => boolean;
}

/** Repositories in repositories, so deep. */
const DEPTH_MAX = 5;
const NAME_BYTES_MAX = 100_000;
const ZERO = 0;
const SCRATCH_MARK = ".scratch-";
/** Of git's own folder, what runs programs or says where the tree stands and what is ignored. */
const GIT_FILES = ["config", "info/exclude", "info/attributes"];

/**
 * Names what is in the work tree at `root`, a path without links, and what stands at the `known` paths, listed or not.
 * Never throws for what is in the tree.
 */
export async function treeNames(
  root: string,
  ports: TreeNamesPorts,
  bounds: NameBounds,
  known: Iterable<string> = [],
): Promise<TreeNames> {
  const naming = new Naming(root, ports, bounds);
  await naming.enter("", 0);
  naming.lookAt(known);
  return naming.result();
}

class Naming {
  readonly #root: string;
  readonly #ports: TreeNamesPorts;
  readonly #bounds: NameBounds;
  readonly #found = new Map<string, PlacedEntry>();
  /** Whether folders are no links, and those above them neither. */
  readonly #real: RealFolders;
  readonly #ignored = new Set<string>();
  readonly #notes: string[] = [];
  readonly #rules: string[] = [];
  #isCut = false;

  constructor(root: string, ports: TreeNamesPorts, bounds: NameBounds) {
    this.#root = root;
    this.#ports = ports;
    this.#bounds = bounds;
    this.#real = new RealFolders((folder) => ports.entries.look(`${root}/${folder}`)?.kind === "link");
  }

  result(): TreeNames {
    return {
      found: this.#found,
      ignored: [...this.#ignored].sort(),
      rules: hashOf(this.#rules.join("\0")),
      isCut: this.#isCut,
      notes: this.#notes,
    };
  }

  /** Notes what stands at paths that nothing has listed: a rule that is new may hide them. */
  lookAt(paths: Iterable<string>): void {
    for (const path of paths) {
      const entry =
        this.#found.has(path) || !this.#real.has(parentOf(path))
          ? null
          : this.#ports.entries.look(`${this.#root}/${path}`);
      if (entry === null || entry.kind === "directory") continue;
      this.#found.set(path, { place: `${this.#root}/${path}`, entry });
    }
  }

  /** Names what is in a folder, the root or one with a repository of its own. */
  async enter(folder: string, depth: number): Promise<void> {
    const { git } = this.#ports;
    const root = folder === "" ? this.#root : `${this.#root}/${folder}`;
    const found = repositoryAt(root, git.files);
    const repository = found?.isOwn ? found : null;
    if (repository !== null) this.#nameGitFiles(folder, repository);
    const excludes = await userExcludes(git, root, repository?.config ?? "");
    this.#rules.push(excludes);
    const inside = repository === null ? "" : await this.#byGit(folder, { root, repository }, excludes);
    if (typeof inside === "string") {
      if (inside !== "") this.#notes.push(`git ${inside}: the files were found without it`);
      await this.#walk(folder, depth, rulesOf(excludes));
      return;
    }
    for (const each of inside) await this.#enterDeeper(each, depth);
  }

  async #enterDeeper(folder: string, depth: number): Promise<void> {
    if (depth < DEPTH_MAX) await this.enter(folder, depth + 1);
    else {
      this.#isCut = true;
      this.#notes.push(`${folder} is not compared: a repository ${DEPTH_MAX + 1} deep`);
    }
  }

  /** Notes what stands at a path. Gives what it is; null: nothing is there, or there are enough names. */
  #note(path: string, place: string): TreeEntry | null {
    if (this.#isPassedOver(place)) return null;
    const entry = this.#ports.entries.look(place);
    if (entry === null || entry.kind === "directory") return entry;
    if (this.#found.size < this.#bounds.namesMax || this.#found.has(path)) {
      this.#found.set(path, { place, entry });
      return entry;
    }
    if (!this.#isCut) this.#notes.push(`only ${this.#bounds.namesMax} files are compared: there are more`);
    this.#isCut = true;
    return null;
  }

  /** The same for a path in the tree. Where it leads through a link, nothing is there: the link stands there. */
  #noteInTree(path: string): TreeEntry | null {
    return this.#real.has(parentOf(path)) ? this.#note(path, `${this.#root}/${path}`) : null;
  }

  /** Also what this very look makes: folders for git, and those that other processes make. */
  #isPassedOver(place: string): boolean {
    const { passedOver = [], git } = this.#ports;
    return (
      passedOver.some((each) => isWithin(each, place)) ||
      git.scratch.some((folder) => isWithin(this.#root, folder) && place.startsWith(`${folder}/${SCRATCH_MARK}`))
    );
  }

  #nameGitFiles(folder: string, { gitDirectory, common }: FoundRepository): void {
    const key = folder === "" ? ".git" : `${folder}/.git`;
    this.#note(`${key}/HEAD`, `${gitDirectory}/HEAD`);
    if (gitDirectory !== common) this.#note(`${key}/config.worktree`, `${gitDirectory}/config.worktree`);
    for (const name of GIT_FILES) this.#note(`${key}/${name}`, `${common}/${name}`);
    for (const { name } of this.#ports.entries.list(`${common}/hooks`) ?? []) {
      this.#note(`${key}/hooks/${name}`, `${common}/hooks/${name}`);
    }
  }

  /** Gives the folders inside that have to be entered; or why git did not answer, as a text that reads on from "git". */
  async #byGit(folder: string, tree: GitTree, excludes: string): Promise<string[] | string> {
    const before = folder === "" ? "" : `${folder}/`;
    const inside: string[] = [];
    const listed = await this.#namesOfGit(tree, ["--cached", "--others", "--exclude-standard"], excludes, (name) => {
      if (!isTreeName(name)) return true;
      // A folder holds a repository: one that is tracked has no slash behind its name.
      const path = `${before}${name.endsWith("/") ? name.slice(0, -1) : name}`;
      if (this.#noteInTree(path)?.kind === "directory") inside.push(path);
      return !this.#isCut;
    });
    if (listed !== null && !this.#isCut) return listed;
    const words = ["--others", "--ignored", "--exclude-standard", "--directory"];
    const ignored = await this.#namesOfGit(tree, words, excludes, (name) => {
      const path = `${before}${name}`;
      if (isTreeName(name) && !this.#isPassedOver(`${this.#root}/${path}`)) this.#ignored.add(path);
      return this.#ignored.size < this.#bounds.namesMax;
    });
    if (ignored !== null) this.#notes.push(`what git ignores is not told: git ${ignored}`);
    return inside;
  }

  /** Hands on names; null where git came to its end, else why not. */
  async #namesOfGit(
    tree: GitTree,
    words: readonly string[],
    excludes: string,
    take: (name: string) => boolean,
  ): Promise<string | null> {
    if (this.#ports.git.files.kind(`${tree.repository.gitDirectory}/index`) === "other") {
      return "has an index that is no file";
    }
    const names = new ZeroEnded(take);
    const { timeMs } = this.#bounds;
    const end = await runGit(this.#ports.git, tree, {
      words: ["ls-files", "-z", ...words],
      seesFiles: true,
      excludes,
      limitMs: timeMs,
      receive: (bytes) => names.write(bytes),
    });
    return end.by === "exit" && end.code === 0 ? null : whyNot(end, timeMs);
  }

  async #walk(start: string, depth: number, excludes: IgnoreRules | null): Promise<void> {
    const { entries } = this.#ports;
    const waiting: { folder: string; rules: IgnoreRules | null }[] = [{ folder: start, rules: excludes }];
    const base = start === "" ? this.#root : `${this.#root}/${start}`;
    for (let next = waiting.pop(); next !== undefined && !this.#isCut; next = waiting.pop()) {
      const { folder } = next;
      await this.#ports.takeTurn();
      if (this.#bounds.isLate()) {
        this.#isCut = true;
        this.#notes.push("not all folders could be listed in time: what is in the others is not compared");
        break;
      }
      const below = folder === start ? "" : start === "" ? folder : folder.slice(start.length + 1);
      const names = entries.list(folder === "" ? this.#root : `${this.#root}/${folder}`);
      if (names === null) {
        this.#isCut = true;
        this.#notes.push(`${folder} cannot be listed, so what is in it is not compared`);
        continue;
      }
      const rules = rulesIn(diskSourceFiles, base, below, next.rules);
      for (const { name, kind } of names) {
        const path = folder === "" ? name : `${folder}/${name}`;
        const isFolder = kind === "directory";
        if (isForeignFolder(name) && (isFolder || name === ".git")) continue;
        if (isIgnored(below === "" ? name : `${below}/${name}`, isFolder, rules)) {
          this.#ignored.add(isFolder ? `${path}/` : path);
        } else if (!isFolder) this.#noteInTree(path);
        else if (this.#isPassedOver(`${this.#root}/${path}`)) continue;
        else if (entries.look(`${this.#root}/${path}/.git`) !== null) await this.#enterDeeper(path, depth);
        else waiting.push({ folder: path, rules });
      }
    }
  }
}

/** The folder of a path in the tree; "" for the root. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Whether a name that git gave stays in the tree. */
function isTreeName(name: string): boolean {
  return name !== "" && !name.startsWith("/") && !name.split("/").some((part) => part === ".." || part === ".");
}

/** Takes bytes apart at zeros. */
class ZeroEnded {
  readonly #take: (name: string) => boolean;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(take: (name: string) => boolean) {
    this.#take = take;
  }

  write(bytes: Uint8Array): boolean {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let from = 0;
    for (let end = all.indexOf(ZERO); end >= 0; end = all.indexOf(ZERO, from)) {
      if (!this.#take(decodedName(all.subarray(from, end)))) return false;
      from = end + 1;
    }
    this.#rest = all.slice(from);
    return this.#rest.length <= NAME_BYTES_MAX;
  }
}

// Names everything in a work tree that can be compared later: files that git tracks or does not ignore, with those of
// repositories inside; pipes and the like, which git does not list; the modes of folders; and what of git's own says
// which programs git runs. Without git, a walk names them.
// Invariants:
// - A later look goes by the rules of the first one, and in its way: what is listed by git there is listed by git again,
//   or it is a flaw. So no rule that comes later hides anything, and nothing is taken for gone because git fails.
// - Git lists with an index of its own that is empty: what the tree's index says (a submodule, assume-unchanged) hides
//   nothing. What is tracked although it is ignored is listed beside that.
// - Names are bytes to git: those that are not UTF-8 are named as tree-entries.ts does.
// - What a bound leaves out is said.

import { isWithin, nameOf } from "../../base/path-names.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { type IgnoreRules, isForeignFolder, isIgnored, rulesIn, rulesOf } from "../../code/files/ignore-rules.ts";
import { RealFolders } from "../../code/files/real-folders.ts";
import { type GitPorts, userExcludes } from "../../platform/git/git-program.ts";
import { type FoundRepository, repositoryAt } from "../../platform/git/repository.ts";
import { diskSourceFiles } from "../../platform/source-files.ts";
import { hashOf, type TreeEntries, type TreeEntry } from "../../platform/tree-entries.ts";
import { type GitFolder, namesByRules, trackedNames, untrackedNames } from "./git-names.ts";
import { configOf, gitOwn } from "./git-own.ts";
import { isInOwnCache, RULE_NAME, type RuleFile, ruleLines } from "./rule-lines.ts";

/** How the files of a tree were named: a later look has to do it in the same way. */
export interface Listing {
  /** The folders that git listed, "" for the root: that of the tree, and those of repositories inside. */
  readonly byGit: ReadonlySet<string>;
  /** The rules of each folder that was listed by itself (rule-lines.ts). */
  readonly rules: ReadonlyMap<string, string>;
  /** Git's effective configuration: a hash of each value, by a name that begins with the path of `.git/config`. */
  readonly config: ReadonlyMap<string, string>;
}

export interface TreeNames {
  /** What stands at each path, relative to the root, or absolute for what of git lies elsewhere. Folders are none. */
  readonly found: ReadonlyMap<string, PlacedEntry>;
  /** The modes of folders, by their paths with a slash behind them. */
  readonly folders: ReadonlyMap<string, number>;
  /** Paths that only a rule hides which is newer than the listing that was given. */
  readonly hidden: ReadonlySet<string>;
  /** What is ignored, in no order; a folder that is ignored itself ends with a slash. */
  readonly ignored: readonly string[];
  /** A hash of the rules that do not lie in the tree. */
  readonly rules: string;
  readonly listing: Listing;
  readonly isCut: boolean;
  /** What an answer has to say, a line each. */
  readonly notes: readonly string[];
  /** Why the names cannot be compared with those of the listing that was given; "" where they can. */
  readonly flaw: string;
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

/** What an earlier look knew. */
export interface KnownNames {
  /** Looked at whether they are listed or not. */
  readonly paths: Iterable<string>;
  /** Null: an older helix looked, and kept none. */
  readonly listing: Listing | null;
  /** What that look said. */
  readonly notes: readonly string[];
}

const SCRATCH_MARK = ".scratch-";
const RULES_BYTES_MAX = 1024 * 1024;
const ROOT_FOLDER = "./";

/**
 * Names what is in the work tree at `root`, a path without links; with `known`, to compare it with what an earlier look
 * found. Never throws for what is in the tree.
 */
export async function treeNames(
  root: string,
  ports: TreeNamesPorts,
  bounds: NameBounds,
  known: KnownNames | null = null,
): Promise<TreeNames> {
  const naming = new Naming(root, ports, bounds, known);
  await naming.run();
  return naming.result();
}

class Naming {
  readonly #root: string;
  readonly #ports: TreeNamesPorts;
  readonly #bounds: NameBounds;
  readonly #known: KnownNames | null;
  readonly #found = new Map<string, PlacedEntry>();
  readonly #folders = new Map<string, number>();
  readonly #hidden = new Set<string>();
  /** Whether folders are no links, and those above them neither. */
  readonly #real: RealFolders;
  readonly #ignored = new Set<string>();
  readonly #notes: string[] = [];
  readonly #flaws: string[] = [];
  readonly #excludes: string[] = [];
  readonly #listing = { byGit: new Set<string>(), rules: new Map<string, string>(), config: new Map<string, string>() };
  /** Folders that are still to be listed by themselves, and all that are or were. */
  readonly #waiting: string[] = [];
  readonly #entered = new Set<string>();
  #isCut = false;
  #isFull = false;

  constructor(root: string, ports: TreeNamesPorts, bounds: NameBounds, known: KnownNames | null) {
    this.#root = root;
    this.#ports = ports;
    this.#bounds = bounds;
    this.#known = known;
    this.#real = new RealFolders((folder) => ports.entries.look(`${root}/${folder}`)?.kind === "link");
  }

  result(): TreeNames {
    return {
      found: this.#found,
      folders: this.#folders,
      hidden: this.#hidden,
      ignored: [...this.#ignored].sort(),
      rules: hashOf(this.#excludes.join("\0")),
      listing: this.#listing,
      isCut: this.#isCut,
      notes: this.#notes,
      flaw: this.#flaws.join("; "),
    };
  }

  async run(): Promise<void> {
    this.#enterLater("");
    for (let folder = this.#waiting.pop(); folder !== undefined; folder = this.#waiting.pop()) {
      if (this.#isFull || this.#isLateHere()) break;
      await this.#enter(folder);
    }
    // A link that replaced a folder, and whatever stands now where something was.
    for (const path of this.#known?.paths ?? []) {
      const place = this.#placeOf(path);
      const isReal = path.startsWith("/") || this.#real.has(parentOf(path));
      const entry = this.#found.has(path) || !isReal ? null : this.#ports.entries.look(place);
      if (entry !== null && entry.kind !== "directory") this.#found.set(path, { place, entry });
    }
  }

  #placeOf(path: string): string {
    if (path === "") return this.#root;
    return path.startsWith("/") ? path : `${this.#root}/${path}`;
  }

  #enterLater(folder: string): void {
    if (this.#entered.has(folder)) return;
    this.#entered.add(folder);
    this.#waiting.push(folder);
  }

  /** Says what is not looked at. Where an earlier look said nothing of it, the two cannot be compared. */
  #cut(note: string): void {
    this.#isCut = true;
    if (this.#notes.includes(note)) return;
    this.#notes.push(note);
    if (this.#known !== null && !this.#known.notes.includes(note)) this.#flaws.push(note);
  }

  #isLateHere(): boolean {
    if (!this.#bounds.isLate()) return false;
    this.#cut("not all folders could be listed in time: what is in the others is not compared");
    return true;
  }

  /** Names what is in a folder: the root, or one with a repository of its own. */
  async #enter(folder: string): Promise<void> {
    const { git } = this.#ports;
    const root = this.#placeOf(folder);
    const found = repositoryAt(root, git.files);
    const repository = found?.isOwn ? found : null;
    if (repository !== null) await this.#nameGitFiles(folder, repository);
    const excludes = await userExcludes(git, root, repository?.config ?? "");
    this.#excludes.push(excludes);
    const before = this.#known?.listing ?? null;
    const wasWalked = (before?.rules.has(folder) ?? false) && !before?.byGit.has(folder);
    // Within a tree that git lists, it lists each folder, whoever claims it: a walk passes over some.
    const isListed = (repository !== null || this.#listing.byGit.has("")) && !wasWalked;
    const why = isListed ? await this.#byGit(folder, { root, repository }, excludes) : "";
    if (why === null) {
      this.#listing.byGit.add(folder);
      return;
    }
    if (before !== null && !wasWalked && (isListed || before.byGit.has(folder))) {
      const what = folder === "" ? "the files" : `the files in ${folder}`;
      this.#flaws.push(
        why === ""
          ? `git listed ${what} at the start, and there is no repository of git any more: put .git back`
          : `git cannot list ${what} any more: it ${why}; take back what hinders it`,
      );
    }
    if (why !== "") this.#notes.push(`git ${why}: the files were found without it`);
    await this.#walk(folder, excludes);
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
    this.#isFull = true;
    this.#cut(`only ${this.#bounds.namesMax} files are compared: there are more`);
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

  async #nameGitFiles(folder: string, repository: FoundRepository): Promise<void> {
    const { git, entries } = this.#ports;
    const { places, config } = await gitOwn({ root: this.#root, folder, repository }, git, entries);
    for (const { path, place } of places) this.#note(path, place);
    for (const [name, hash] of config ?? []) this.#listing.config.set(name, hash);
    const had = this.#known?.listing?.config.keys() ?? [];
    const file = configOf(folder);
    if (config === null && [...had].some((name) => name.startsWith(`${file} (`)))
      this.#flaws.push(`git cannot read ${file}, or what it includes, any more: take back what hinders it`);
  }

  /** Lists a folder by git. Gives why git did not answer, as a text that reads on from "git"; null where it did. */
  async #byGit(
    folder: string,
    tree: { readonly root: string; readonly repository: FoundRepository | null },
    excludes: string,
  ): Promise<string | null> {
    const { git } = this.#ports;
    const at: GitFolder = { ...tree, excludes, limitMs: this.#bounds.timeMs };
    const inTree = (name: string) => (folder === "" ? name : `${folder}/${name}`);
    const inside = new Set<string>();
    const ruleFiles: RuleFile[] = [];
    const ruleFile = (name: string) => {
      if (nameOf(name) === RULE_NAME && !isInOwnCache(name)) ruleFiles.push(...this.#ruleFile(inTree(name), name));
    };
    const take = (name: string): boolean => {
      // A folder holds a repository: one that is tracked has no slash behind its name.
      const path = inTree(name.endsWith("/") ? name.slice(0, -1) : name);
      if (this.#noteInTree(path)?.kind === "directory") inside.add(path);
      ruleFile(name);
      return !this.#isFull;
    };
    const tracked = await trackedNames(git, at, take);
    if (tracked !== null && !this.#isFull) return tracked;
    // A folder in the index that holds no repository is none for git's list of files either.
    for (const path of inside) if (this.#ports.entries.look(`${this.#root}/${path}/.git`) === null) inside.delete(path);
    const untracked = await untrackedNames(git, at, (name, isUnseen) => {
      if (!isUnseen) return take(name);
      const path = inTree(name);
      if (this.#isPassedOver(`${this.#root}/${path}`)) return true;
      this.#ignored.add(path);
      ruleFile(name);
      if (this.#ignored.size < this.#bounds.namesMax) return true;
      this.#isFull = true;
      this.#cut(`git ignores more than ${this.#bounds.namesMax} files: what is new is not told from them`);
      return false;
    });
    if (untracked !== null && !this.#isFull) return untracked;
    const own = tree.repository === null ? "" : this.#textAt(`${tree.repository.common}/info/exclude`);
    const rules = ruleLines([excludes, own], ruleFiles);
    this.#listing.rules.set(folder, rules);
    const before = this.#known?.listing?.rules.get(folder) ?? "";
    if (this.#known?.listing && before !== rules) {
      const old = await namesByRules(git, at, before, (name) => {
        const path = inTree(name.endsWith("/") ? name.slice(0, -1) : name);
        if (this.#found.has(path) || isInOwnCache(path)) return true;
        if (this.#noteInTree(path)?.kind === "directory") inside.add(path);
        else this.#hidden.add(path);
        return !this.#isFull;
      });
      if (old !== null && !this.#isFull) return old;
    }
    for (const path of inside) this.#enterLater(path);
    await this.#lookAtFolders(folder, rulesOf(this.#known?.listing ? before : rules));
    return null;
  }

  /** A file of rules, which is compared also where it ignores itself. */
  #ruleFile(path: string, name: string): RuleFile[] {
    const entry = this.#noteInTree(path);
    if (entry?.kind !== "file") return [];
    return [{ folder: parentOf(name), text: this.#textAt(`${this.#root}/${path}`) }];
  }

  #textAt(place: string): string {
    const bytes = this.#ports.entries.bytes(place, RULES_BYTES_MAX);
    return bytes === null ? "" : decodeUtf8(bytes);
  }

  /** Notes the modes of the folders that git has listed, and what is neither file, link nor folder in them. */
  async #lookAtFolders(start: string, rules: IgnoreRules | null): Promise<void> {
    const waiting = [start];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (this.#isLateHere()) return;
      await this.#ports.takeTurn();
      for (const { name, kind } of this.#listed(folder)) {
        const path = folder === "" ? name : `${folder}/${name}`;
        if (name === ".git" || this.#isPassedOver(`${this.#root}/${path}`)) continue;
        if (kind === "directory") {
          if (!this.#ignored.has(`${path}/`) && !this.#entered.has(path)) waiting.push(path);
        } else if (kind === "other" && !isIgnored(start === "" ? path : path.slice(start.length + 1), false, rules))
          this.#noteInTree(path);
      }
    }
  }

  /** What a folder holds. Its mode is noted. */
  #listed(folder: string) {
    const place = this.#placeOf(folder);
    const entry = this.#ports.entries.look(place);
    if (entry?.kind === "directory") this.#folders.set(folder === "" ? ROOT_FOLDER : `${folder}/`, entry.mode);
    const names = this.#ports.entries.list(place);
    if (names === null && entry !== null) this.#cut(`${folder} cannot be listed, so what is in it is not compared`);
    return names ?? [];
  }

  async #walk(start: string, excludes: string): Promise<void> {
    const { entries } = this.#ports;
    const before = this.#known?.listing?.rules.get(start);
    const first = rulesOf(before ?? excludes);
    const waiting: { folder: string; rules: IgnoreRules | null }[] = [{ folder: start, rules: first }];
    const base = this.#placeOf(start);
    const ruleFiles: RuleFile[] = [];
    for (let next = waiting.pop(); next !== undefined && !this.#isFull; next = waiting.pop()) {
      const { folder } = next;
      await this.#ports.takeTurn();
      if (this.#isLateHere()) break;
      const below = folder === start ? "" : start === "" ? folder : folder.slice(start.length + 1);
      const names = this.#listed(folder);
      const rules = before === undefined ? rulesIn(diskSourceFiles, base, below, next.rules) : next.rules;
      for (const file of below === "" ? [".git/info/exclude", RULE_NAME, ".ignore"] : [RULE_NAME, ".ignore"])
        ruleFiles.push({ folder: below, text: this.#textAt(`${this.#placeOf(folder)}/${file}`) });
      for (const { name, kind } of names) {
        const path = folder === "" ? name : `${folder}/${name}`;
        const isFolder = kind === "directory";
        if (isForeignFolder(name) && (isFolder || name === ".git")) continue;
        if (isIgnored(below === "" ? name : `${below}/${name}`, isFolder, rules)) {
          this.#ignored.add(isFolder ? `${path}/` : path);
        } else if (!isFolder) this.#noteInTree(path);
        else if (this.#isPassedOver(`${this.#root}/${path}`)) continue;
        else if (entries.look(`${this.#root}/${path}/.git`) !== null) this.#enterLater(path);
        else waiting.push({ folder: path, rules });
      }
    }
    this.#listing.rules.set(start, before ?? ruleLines([excludes], ruleFiles));
  }
}

/** The folder of a path in the tree; "" for the root. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

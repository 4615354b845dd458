// The names of a work tree's files as git sees them: tracked ones, and others that are not ignored.
//
// Invariants:
// - The index is hostile data: only paths that stay in the tree count.

import { type GitPorts, type GitTree, runGit, userExcludes } from "../../platform/git/git-program.ts";
import type { ProgramEnd } from "../../platform/programs.ts";
import { isForeignFolder } from "./ignore-rules.ts";
import { isUsableName } from "./walk-tree.ts";

/** The names, in no order, each once. */
export interface GitNames {
  readonly paths: string[];
  /** Names that end in a slash: repositories inside that are not tracked. */
  readonly repositories: number;
  /** Names that cannot be shown or that lead out of the tree. */
  readonly unusable: number;
  /** Whether there were more names than were wanted. */
  readonly isCut: boolean;
}

/** A segment of a path that git itself would never write. */
const BAD_SEGMENT = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i;
/** Files that mark their folder as a cache or a virtual environment. */
const FOREIGN_MARK = /(?:^|\/)(?:CACHEDIR\.TAG|pyvenv\.cfg)$/;
/** Longer than any name, in code units. */
const NAME_LENGTH_MAX = 100_000;
/** `H path`: `?` for what is not tracked. */
const UNTRACKED = "?";

/** Whether a path of git's can be shown and stays in the tree. */
export function isTreePath(path: string): boolean {
  return isUsableName(path) && !BAD_SEGMENT.test(path);
}

/** Asks git. Gives why there is no answer as a text that reads on from "git". */
export async function listByGit(
  ports: GitPorts,
  tree: GitTree,
  namesMax: number,
  limitMs: number,
): Promise<GitNames | string> {
  const { root, repository } = tree;
  if (ports.files.kind(`${repository.gitDirectory}/index`) === "other") return "has an index that is no file";
  const excludes = await userExcludes(ports, root, repository.config);
  const names = new NameCollector(namesMax);
  const decoder = new TextDecoder();
  let rest = "";
  const end = await runGit(ports, tree, {
    words: ["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"],
    seesFiles: true,
    excludes,
    limitMs,
    receive(bytes) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\0");
      rest = parts.pop()!;
      return parts.every((part) => names.add(part)) && rest.length < NAME_LENGTH_MAX;
    },
  });
  if (end.by === "exit" && end.code === 0) return names.result(false);
  return end.by === "reader" && names.isFull ? names.result(true) : whyNot(end, limitMs);
}

/** Why a run of git gave no answer, as a text that reads on from "git". */
export function whyNot({ by, code, complaint }: ProgramEnd, limitMs: number): string {
  if (by === "time") return `did not end within ${limitMs / 1000} s`;
  if (by === "reader") return "gave a name without an end";
  const said = complaint.split("\n")[0]!.slice(0, 200);
  return by === "failed" ? `could not be run (${said})` : `failed with exit code ${code}${said && ` (${said})`}`;
}

class NameCollector {
  readonly #max: number;
  readonly #tracked = new Set<string>();
  readonly #others: string[] = [];
  readonly #foreign: string[] = [];
  #count = 0;
  #repositories = 0;
  #unusable = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get isFull(): boolean {
    return this.#count > this.#max;
  }

  /** Takes a name with its tag; false when there are enough. */
  add(tagged: string): boolean {
    this.#count++;
    if (this.isFull) return false;
    const path = tagged.slice(2);
    const isOther = tagged[0] === UNTRACKED;
    if (isOther && path.endsWith("/")) this.#repositories++;
    else if (!isTreePath(path)) this.#unusable++;
    else if (!isOther) this.#tracked.add(path);
    else this.#addOther(path);
    return true;
  }

  /** What nobody has tracked is foreign where the walk without git would leave it out. */
  #addOther(path: string): void {
    if (FOREIGN_MARK.test(path) && path.includes("/")) this.#foreign.push(path.slice(0, path.lastIndexOf("/") + 1));
    const segments = path.split("/");
    segments.pop();
    if (!segments.some(isForeignFolder)) this.#others.push(path);
  }

  result(isCut: boolean): GitNames {
    const foreign = this.#foreign;
    const others =
      foreign.length === 0
        ? this.#others
        : this.#others.filter((path) => !foreign.some((folder) => path.startsWith(folder)));
    const paths = [...this.#tracked, ...others.filter((path) => !this.#tracked.has(path))];
    return { paths, repositories: this.#repositories, unusable: this.#unusable, isCut };
  }
}

// Asks git for the names in a folder: those that it tracks, those that it does not, and those that it would list by
// other rules.
// Invariants:
// - Only what is tracked depends on the index. The rest is listed as if nothing were tracked.
// - The index is hostile data: only names that stay in the folder are handed on.

import { whyNot } from "../../code/files/git-listing.ts";
import { type GitCommand, type GitPorts, NO_REPOSITORY, runGit } from "../../platform/git/git-program.ts";
import type { FoundRepository } from "../../platform/git/repository.ts";
import { decodedName } from "../../platform/tree-entries.ts";

/** A folder that git lists. */
export interface GitFolder {
  /** A path without links. */
  readonly root: string;
  /** Null where it has none of its own. */
  readonly repository: FoundRepository | null;
  /** The rules of ignoring that this user has everywhere. */
  readonly excludes: string;
  /** In milliseconds, for one run. */
  readonly limitMs: number;
}

/** Takes a name; false where there are enough. */
type Take = (name: string) => boolean;

const NAME_BYTES_MAX = 100_000;
const ZERO = 0;
const STATUS = [
  "status",
  "--porcelain=v1",
  "-z",
  "--no-renames",
  "--ignore-submodules=all",
  "--untracked-files=all",
  // A folder is named as one only where a rule names it, not where all in it happens to be ignored.
  "--ignored=matching",
];
const UNTRACKED = "?? ";
const IGNORED = "!! ";

/** Hands on what git tracks. Null where git came to its end, else why not, as a text that reads on from "git". */
export async function trackedNames(git: GitPorts, folder: GitFolder, take: Take): Promise<string | null> {
  if (folder.repository === null) return null;
  if (git.files.kind(`${folder.repository.gitDirectory}/index`) === "other") return "has an index that is no file";
  return namesOf(git, folder, { words: ["ls-files", "-z", "--cached"] }, (name) => !staysWithin(name) || take(name));
}

/** The same of all that git lists where nothing is tracked: what it ignores, and what it does not. */
export function untrackedNames(
  git: GitPorts,
  folder: GitFolder,
  take: (name: string, isIgnored: boolean) => boolean,
): Promise<string | null> {
  return namesOf(git, folder, { words: STATUS, hidesIndex: true }, (line) => {
    const kind = line.slice(0, UNTRACKED.length);
    const name = line.slice(kind.length);
    return !(kind === UNTRACKED || kind === IGNORED) || !staysWithin(name) || take(name, kind === IGNORED);
  });
}

/** The same of what is not ignored by these rules alone, whatever those in the folder are. */
export function namesByRules(git: GitPorts, folder: GitFolder, rules: string, take: Take): Promise<string | null> {
  const command = { words: ["ls-files", "-z", "--others"], hidesIndex: true, rules };
  return namesOf(git, folder, command, (name) => !staysWithin(name) || take(name));
}

async function namesOf(
  git: GitPorts,
  { root, repository, excludes, limitMs }: GitFolder,
  command: Pick<GitCommand, "words" | "hidesIndex" | "rules">,
  take: Take,
): Promise<string | null> {
  const names = new ZeroEnded(take);
  const end = await runGit(
    git,
    { root, repository: repository ?? NO_REPOSITORY },
    { ...command, seesFiles: true, excludes, limitMs, receive: (bytes) => names.write(bytes) },
  );
  return end.by === "exit" && end.code === 0 ? null : whyNot(end, limitMs);
}

function staysWithin(name: string): boolean {
  return name !== "" && !name.startsWith("/") && !name.split("/").some((part) => part === ".." || part === ".");
}

/** Takes bytes apart at zeros. */
class ZeroEnded {
  readonly #take: Take;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(take: Take) {
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

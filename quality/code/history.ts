// The commits of a repository, oldest first, as they are on its main line.

import { COMMIT_FORMAT, type Commit, CommitParser } from "../../src/code/files/commit-parser.ts";
import { gitBytes, gitText } from "../git/git.ts";

/** So many commits are read, the newest. */
const COMMITS_MAX = 20_000;
const LOG_MS_MAX = 600_000;

/** A commit, with its full name and who wrote it. */
export interface HistoryCommit extends Commit {
  readonly fullName: string;
  readonly author: string;
}

/** All commits that HEAD reaches, without merges; each stands behind those before it. Null: git cannot read them. */
export function readCommits(folder: string): HistoryCommit[] | null {
  const range = ["--no-merges", "--date-order", `--max-count=${COMMITS_MAX}`];
  const names = gitText(folder, ["log", ...range, "--format=%H %an", "HEAD"])?.split("\n") ?? [];
  const authors = new Map(
    names.map((line) => [
      line.slice(0, 16),
      { fullName: line.split(" ")[0]!, author: line.slice(line.indexOf(" ") + 1) },
    ]),
  );
  const log = gitBytes(
    folder,
    ["log", ...range, "--name-status", "-M", "-l400", "-z", `--format=${COMMIT_FORMAT}`, "HEAD"],
    { limitMs: LOG_MS_MAX },
  );
  if (log === null) return null;
  const commits: HistoryCommit[] = [];
  const parser = new CommitParser(
    (commit) => {
      const known = authors.get(commit.name);
      if (known !== undefined) commits.push({ ...commit, ...known });
    },
    () => true,
  );
  parser.write(log);
  parser.end();
  return commits.reverse();
}

/** The names of the commits that HEAD reaches and `revision` does not, by 16 digits. */
export function commitsAfter(folder: string, revision: string): Set<string> {
  const names = gitText(folder, ["rev-list", "--no-merges", `${revision}..HEAD`]) ?? "";
  return new Set(names.split("\n").map((name) => name.slice(0, 16)));
}

/** Follows files through renames. */
export class Renames {
  readonly #later = new Map<string, string>();

  add({ changes }: Commit): void {
    for (const { kind, path, from } of changes) if (kind === "renamed" && from !== null) this.#later.set(from, path);
  }

  /** The name of a path among those that exist; null: it is gone. */
  nameNow(path: string, exists: (path: string) => boolean): string | null {
    let name: string | undefined = path;
    const seen = new Set<string>();
    while (name !== undefined && !seen.has(name)) {
      if (exists(name)) return name;
      seen.add(name);
      name = this.#later.get(name);
    }
    return null;
  }
}

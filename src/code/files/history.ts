// The commits that HEAD reaches, without merges: which there are, and what those say that are not known yet.
//
// Invariants:
// - Commits count by their names, so a rebase, a forced push or another branch needs no case of its own.
// - Objects of others are not read, and nothing is fetched: see platform/git/git-program.ts.
// - What a bound leaves out is said, and the next call goes on there.

import { counted } from "../../base/wording.ts";
import { type GitPorts, type GitTree, holdsOwnObjects, runGit } from "../../platform/git/git-program.ts";
import { COMMIT_FORMAT, type Commit, CommitParser, NAME_DIGITS } from "./commit-parser.ts";
import { isTreePath, whyNot } from "./git-listing.ts";

export interface HistoryBounds {
  /** How many commits count, the newest. */
  readonly commitsMax: number;
  /** How long one run of git may take, in milliseconds. */
  readonly timeMs: number;
}

export const HISTORY_BOUNDS: HistoryBounds = { commitsMax: 20_000, timeMs: 60_000 };

export interface History {
  /** Commits that were not known, newest first. */
  readonly commits: readonly Commit[];
  /** Known commits, by 16 digits of their names, that HEAD does not reach any more. */
  readonly gone: readonly string[];
  /** Whether all that counts is known now. Else a further call goes on, unless a note says what is in the way. */
  readonly isComplete: boolean;
  /** What an answer has to say about the history, a line each. */
  readonly notes: readonly string[];
}

/**
 * How changed paths are found, from the best to the least: with renames by content, which needs the files' contents;
 * with renames of what stayed the same; not at all. A clone may lack contents, or folders too.
 */
const WAYS: readonly (readonly string[])[] = [["--name-status", "-M", "-l400"], ["--name-status", "-M100%"], ["-s"]];
const WAY_NOTES = [
  "",
  "the clone lacks contents: renames of changed files are not seen",
  "the clone lacks folders: what commits changed is not seen",
];
const LOG = [
  "log",
  "--no-walk=unsorted",
  "--stdin",
  "-z",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-show-signature",
  "--no-decorate",
  "--no-mailmap",
  "--no-notes",
  "--encoding=UTF-8",
  "--ignore-submodules=none",
  `--format=${COMMIT_FORMAT}`,
];
const COMMIT_NAME = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const NOTHING = { commits: [], gone: [], notes: [] };

/**
 * Reads the commits that `head` reaches and that are not among the `known`, names of 16 digits. `head` is the full name
 * of HEAD's commit; null: there is none, as without a repository. Never throws for what is in the repository.
 */
export async function readHistory(
  ports: GitPorts,
  tree: GitTree | null,
  head: string | null,
  known: ReadonlySet<string>,
  bounds: HistoryBounds = HISTORY_BOUNDS,
): Promise<History> {
  if (tree === null || head === null) return { ...NOTHING, gone: [...known], isComplete: true };
  if (!COMMIT_NAME.test(head)) return failure("HEAD names no commit");
  if (!holdsOwnObjects(tree.repository, ports.files)) {
    return failure("its objects lie elsewhere (objects/info/alternates, or a link)");
  }
  const reached = await reachedCommits(ports, tree, head, bounds);
  if (typeof reached === "string") return failure(`git ${reached}`);
  const notes: string[] = [];
  if (reached.length > bounds.commitsMax) {
    reached.pop();
    notes.push(`only the newest ${counted(bounds.commitsMax, "commit counts", "commits count")}`);
  }
  const names = new Set(reached.map((name) => name.slice(0, NAME_DIGITS)));
  const gone = [...known].filter((name) => !names.has(name));
  const wanted = reached.filter((name) => !known.has(name.slice(0, NAME_DIGITS)));
  const boundary = boundaryOf(ports, tree);
  const { commits, why, way } = await commitsNamed(ports, tree, wanted, bounds);
  if (WAY_NOTES[way]) notes.push(WAY_NOTES[way]!);
  const left = wanted.length - commits.length;
  if (left > 0) notes.push(`${counted(left, "commit is", "commits are")} not read yet: git ${why}`);
  return {
    // The first commits of a shallow clone seem to add every file.
    commits: commits.map((commit) => (boundary.has(commit.name) ? { ...commit, changes: [], changed: 0 } : commit)),
    gone,
    isComplete: left === 0,
    notes,
  };
}

function failure(why: string): History {
  return { ...NOTHING, isComplete: false, notes: [`commits are not read: ${why}`] };
}

/** The full names of the commits that count, newest first, and one more if there are more; or why there is no answer. */
async function reachedCommits(
  ports: GitPorts,
  tree: GitTree,
  head: string,
  { commitsMax, timeMs }: HistoryBounds,
): Promise<string[] | string> {
  const decoder = new TextDecoder();
  const bytesMax = (commitsMax + 1) * 65;
  let text = "";
  const end = await runGit(ports, tree, {
    words: ["rev-list", "--no-merges", `--max-count=${commitsMax + 1}`, head, "--"],
    seesFiles: false,
    limitMs: timeMs,
    receive(bytes) {
      text += decoder.decode(bytes, { stream: true });
      return text.length <= bytesMax;
    },
  });
  if (end.by !== "exit" || end.code !== 0) return whyNot(end, timeMs);
  return text.split("\n").filter((line) => line !== "");
}

/** Reads commits by their full names. When git fails at one, the rest is tried with less. */
async function commitsNamed(
  ports: GitPorts,
  tree: GitTree,
  names: readonly string[],
  { timeMs }: HistoryBounds,
): Promise<{ commits: Commit[]; why: string; way: number }> {
  const commits: Commit[] = [];
  let why = "";
  let way = 0;
  for (; way < WAYS.length && commits.length < names.length; way++) {
    const parser = new CommitParser((commit) => commits.push(commit), isTreePath);
    const end = await runGit(ports, tree, {
      words: [...LOG, ...WAYS[way]!],
      seesFiles: false,
      input: `${names.slice(commits.length).join("\n")}\n`,
      limitMs: timeMs,
      receive(bytes) {
        parser.write(bytes);
        return true;
      },
    });
    // What was written last may lack paths if git did not come to its end.
    if (end.by === "exit" && end.code === 0) parser.end();
    why = whyNot(end, timeMs);
    if (end.by !== "exit" || commits.length === names.length) break;
  }
  return { commits, why, way: Math.min(way, WAYS.length - 1) };
}

const SHALLOW_BYTES_MAX = 16 * 1024 * 1024;

/** The commits where a shallow clone ends, by 16 digits of their names. */
function boundaryOf({ files }: GitPorts, { repository }: GitTree): ReadonlySet<string> {
  const lines = (files.readText(`${repository.common}/shallow`, SHALLOW_BYTES_MAX) ?? "").split("\n");
  return new Set(lines.filter((line) => line !== "").map((line) => line.slice(0, NAME_DIGITS)));
}

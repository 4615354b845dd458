// What is asked about a repository: its files at a revision, and the commits behind it, each of which is a question, or
// history for the questions behind it, or both.

import { resolve } from "node:path";
import { ArgumentError } from "../../bench/arguments.ts";
import { gitText } from "../git/git.ts";
import { commitsAfter, type HistoryCommit, Renames, readCommits } from "./history.ts";
import { type CodeQuestion, questionOf } from "./questions.ts";
import { type SourceText, treeFiles } from "./tree-files.ts";

/** Fewer questions than this say nothing. */
const QUESTIONS_MIN = 5;
/** So much of the main line is history at least, as a share. */
const HISTORY_SHARE_MIN = 0.3;

/** One commit behind the revision. */
export interface Step {
  readonly commit: HistoryCommit;
  /** What it asks; null where it is history only. */
  readonly question: CodeQuestion | null;
}

export interface CodeSet {
  readonly name: string;
  readonly folder: string;
  /** The revision, by its full name. */
  readonly revision: string;
  readonly files: readonly SourceText[];
  /** The commits that the revision reaches, oldest first. */
  readonly before: readonly HistoryCommit[];
  /** What follows, up to the last question. */
  readonly steps: readonly Step[];
}

/** What a set is made of. */
export interface CodeSetRequest {
  readonly folder: string;
  /** Null: the latest revision that leaves as many questions as are wanted. */
  readonly revision: string | null;
  /** How many questions, the first behind the revision. */
  readonly questions: number;
}

/** Makes a set. Throws ArgumentError of one line where none can be made. */
export function codeSet({ folder, revision, questions }: CodeSetRequest): CodeSet {
  const name = repositoryName(folder);
  const refuse = (why: string) => repositoryRefused(folder, why, "--code");
  const isShallow = gitText(folder, ["rev-parse", "--is-shallow-repository"]);
  if (isShallow === null) throw refuse("there is no git repository, or no git");
  if (isShallow !== "false") throw refuse("the clone is shallow, so its history is not there");
  const commits = readCommits(folder);
  if (commits === null) throw refuse("git cannot read its history");
  const at =
    revision === null
      ? startFor(folder, commits, questions)
      : gitText(folder, ["rev-parse", "--verify", "-q", `${revision}^{commit}`]);
  if (at === null) throw refuse(revision === null ? "its history is too short" : `there is no revision ${revision}`);
  const files = [...treeFiles(folder, at)];
  const known = new Set(files.map(({ path }) => path));
  const { before, steps } = splitAt(commits, commitsAfter(folder, at), (path) => known.has(path), questions);
  const count = steps.filter(({ question }) => question !== null).length;
  if (count < QUESTIONS_MIN) {
    throw refuse(`${count} commits after ${at.slice(0, 10)} are questions, ${QUESTIONS_MIN} are needed`);
  }
  return { name, folder, revision: at, files, before, steps };
}

/** Files as they are named at the revision, whatever the commits since called them. */
export function renamesOf(commits: readonly HistoryCommit[]): Renames {
  const renames = new Renames();
  for (const commit of commits) renames.add(commit);
  return renames;
}

/** That a folder is not what `option` takes, in one line. */
export function repositoryRefused(folder: string, why: string, option: string): ArgumentError {
  return new ArgumentError(
    `${repositoryName(folder)}: ${why}; give a git repository with its history, e.g. npm run quality -- ${option} ../repository`,
  );
}

/** How a repository is called: by its origin, else by its folder. */
export function repositoryName(folder: string): string {
  const address = gitText(folder, ["config", "--get", "remote.origin.url"]);
  const ofOrigin = /([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(address ?? "")?.[1];
  return ofOrigin ?? resolve(folder).split("/").slice(-2).join("/");
}

/** The latest revision on the main line behind which there are so many questions, or the earliest that may be taken. */
function startFor(folder: string, commits: readonly HistoryCommit[], wanted: number): string | null {
  const line = gitText(folder, ["rev-list", "--first-parent", "HEAD"])?.split("\n") ?? [];
  if (line.length < 2) return null;
  const hasEnough = (at: number) => {
    const listed = gitText(folder, ["ls-tree", "-r", "--name-only", "-z", "--full-tree", line[at]!]) ?? "";
    const known = new Set(listed.split("\0"));
    const { steps } = splitAt(commits, commitsAfter(folder, line[at]!), (path) => known.has(path), wanted);
    return steps.filter(({ question }) => question !== null).length === wanted;
  };
  let [low, high] = [1, Math.max(1, Math.floor((line.length - 1) * (1 - HISTORY_SHARE_MIN)))];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return line[low]!;
}

/** The commits before a revision, and the steps behind it up to the last question that is wanted. */
function splitAt(
  commits: readonly HistoryCommit[],
  later: ReadonlySet<string>,
  exists: (path: string) => boolean,
  wanted: number,
): Pick<CodeSet, "before" | "steps"> {
  const before = commits.filter(({ name }) => !later.has(name));
  const said = new Set(before.map(({ subject }) => subject));
  const steps: Step[] = [];
  let count = 0;
  for (const commit of commits) {
    if (count === wanted) break;
    if (!later.has(commit.name)) continue;
    const question = said.has(commit.subject) ? null : questionOf(commit, exists);
    said.add(commit.subject);
    if (question !== null) count++;
    steps.push({ commit, question });
  }
  return { before, steps };
}

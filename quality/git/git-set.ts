// A judged set of a git repository, which nobody had to judge: what a commit says of itself is the query, and the files
// that it touched are the answers. The documents are the files of an older revision, so that no file holds what the
// commit has only brought.

import { basename, resolve } from "node:path";
import { ArgumentError } from "../../bench/arguments.ts";
import { type JudgedQuery, type JudgedSet, judgedSet } from "../judged-set.ts";
import { documentsAt } from "./documents.ts";
import { gitText } from "./git.ts";

/** So many queries at most: of the commits right behind the revision, whose files are still much as they were. */
export const QUERIES_MAX = 300;
/** A commit that touches more files than this is a sweep through all of them, and says nothing of any. */
export const TOUCHED_MAX = 20;
const WORDS_MIN = 3;
/** Fewer queries than this say nothing. */
const QUERIES_MIN = 5;

const NO_QUESTION = /^(?:revert\b|fixup!|squash!|merge\b|bump version|release v?\d|v?\d+\.\d+)/i;

/** Where a set comes from. */
export interface GitSource {
  readonly folder: string;
  /** What the set is called; left out: as its origin, or the folder. */
  readonly name?: string;
  /** The revision whose files are the documents; null: half way through the history. */
  readonly revision: string | null;
  readonly seed: number;
}

/** Makes the set. Throws ArgumentError of one line where none can be made. */
export function gitSet({ folder, name, revision, seed }: GitSource): JudgedSet {
  const shown = name ?? originOf(folder) ?? basename(resolve(folder));
  const refuse = (why: string) =>
    new ArgumentError(
      `${shown}: ${why}; a set is made of a git repository with its history, e.g. npm run quality -- --git ../repository`,
    );
  const isShallow = gitText(folder, ["rev-parse", "--is-shallow-repository"]);
  if (isShallow === null) throw refuse("there is no git repository, or no git");
  if (isShallow !== "false") throw refuse("the clone is shallow, so its history is not there");
  const at =
    revision === null ? halfWay(folder) : gitText(folder, ["rev-parse", "--verify", "-q", `${revision}^{commit}`]);
  if (at === null) throw refuse(revision === null ? "its history is too short" : `there is no revision ${revision}`);
  const documents = documentsAt(folder, at, seed);
  const queries = queriesAfter(folder, at, new Set(documents.map(({ id }) => id)));
  if (queries.length < QUERIES_MIN) {
    throw refuse(
      `${queries.length} commits after ${at.slice(0, 10)} touch files that were there, ${QUERIES_MIN} are needed`,
    );
  }
  return judgedSet(
    shown,
    documents,
    queries,
    `files at ${at.slice(0, 10)}, asked for by the commits that touched them next`,
  );
}

/** The last two names of the origin's address, `owner/name`; null where there is none. */
function originOf(folder: string): string | null {
  const address = gitText(folder, ["config", "--get", "remote.origin.url"]);
  return /([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(address ?? "")?.[1] ?? null;
}

/** The commit in the middle of the main line; null for a history of less than two. */
function halfWay(folder: string): string | null {
  const line = gitText(folder, ["rev-list", "--first-parent", "HEAD"])?.split("\n") ?? [];
  return line.length < 2 ? null : line[line.length >> 1]!;
}

/** The queries that the commits after `revision` make, the oldest first. */
function queriesAfter(folder: string, revision: string, known: ReadonlySet<string>): JudgedQuery[] {
  const log = gitText(folder, [
    "log",
    "--reverse",
    "--no-merges",
    "--no-renames",
    "--name-only",
    "-z",
    "--format=%x01%h%x02%s%x02",
    `${revision}..HEAD`,
  ]);
  const asked = new Set<string>();
  const queries: JudgedQuery[] = [];
  for (const commit of (log ?? "").split("\x01").slice(1)) {
    const [id, subject, files] = commit.split("\x02");
    const touched = files!
      .split("\0")
      .map((path) => path.replace(/^\n/, ""))
      .filter(Boolean);
    const grades = new Map(touched.filter((path) => known.has(path)).map((path) => [path, 1]));
    if (!isQuestion(subject!) || touched.length > TOUCHED_MAX || grades.size === 0 || asked.has(subject!)) continue;
    asked.add(subject!);
    queries.push({ id: id!, text: subject!, split: null, grades });
    if (queries.length === QUERIES_MAX) break;
  }
  return queries;
}

/** Whether the subject of a commit says what it is about. */
export function isQuestion(subject: string): boolean {
  return !NO_QUESTION.test(subject) && (subject.match(/\p{L}{2,}/gu) ?? []).length >= WORDS_MIN;
}

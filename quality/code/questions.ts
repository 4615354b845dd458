// Questions about code that nobody had to write: what a commit says of itself asks for the files that it changed.

import { pathClassOf } from "../../src/code/files/path-class.ts";
import { languageOf } from "../../src/code/languages.ts";
import { isStopWord, termGroups } from "../../src/engine/text/tokenizer.ts";
import type { HistoryCommit } from "./history.ts";

/** A commit that changes more source files than this is about none of them. */
export const SOURCES_MAX = 5;
const WORDS_MIN = 4;

/** A question. */
export interface CodeQuestion {
  readonly commit: HistoryCommit;
  readonly text: string;
  /** The implementation files that the commit changed and that were there at the revision. */
  readonly files: readonly string[];
}

const BOT = /\bbot\b|\[bot\]|dependabot|renovate|greenkeeper/i;
const NO_QUESTION = /^(?:revert|merge|release|bump|v?\d+\.\d+|prepare|fixup|squash)\b/i;
const TRAILER =
  /^(?:[A-Z][\w-]+-by: .*|[A-Z][\w-]+: .*[<@].*|(?:Co-authored-by|Signed-off-by|Closes|Fixes|Resolves|Refs?|PR-URL|Change-Id)\b.*)$/gim;
const FILE_NAME =
  /\b[\w.-]*(?:\/[\w.-]+)+\.\w+\b|\b[\w-]+\.(?:[cm]?[jt]sx?|rs|pyi?|go|c|h|cc|cpp|hpp|cs|java|kts?|rb|php|swift|sh|md|rst|toml|json|ya?ml)\b/g;
const ISSUE = /\(?(?:\bGH-|#)\d+\)?/gi;
const TYPE = /^(?:feat|fix|docs|chore|refactor|perf|test|tests|build|ci|style|revert)(?:\(([^)\n]*)\))?!?:\s*/i;

/** What a message asks, without what gives the answer away: trailers, file names, issues, the type but not its scope. */
export function questionText(message: string): string {
  return message
    .replace(TRAILER, "")
    .replace(FILE_NAME, " ")
    .replace(ISSUE, " ")
    .replace(TYPE, (_all, scope?: string) => (scope === undefined ? "" : `${scope} `))
    .trim();
}

/** The question that a commit makes, where `exists` says which files were there; null: it makes none. */
export function questionOf(commit: HistoryCommit, exists: (path: string) => boolean): CodeQuestion | null {
  if (BOT.test(commit.author) || NO_QUESTION.test(commit.subject)) return null;
  const sources = commit.changes.filter(
    ({ kind, path }) => kind === "modified" && languageOf(path) !== null && exists(path),
  );
  if (sources.length === 0 || sources.length > SOURCES_MAX) return null;
  const files = sources.map(({ path }) => path).filter((path) => pathClassOf(path) === "implementation");
  if (files.length === 0) return null;
  const text = questionText(`${commit.subject}\n${commit.body}`);
  const words = termGroups(text.split("\n", 1)[0]!).filter(
    (group) => !isStopWord(group) && group.parts.some((part) => /^\p{L}{2}/u.test(part)),
  );
  return words.length < WORDS_MIN ? null : { commit, text, files };
}

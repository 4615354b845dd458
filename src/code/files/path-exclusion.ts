// Which paths of a tree configuration leaves out of the index: by patterns as in .gitignore, from several sources. What
// one source excludes no other brings back.

import ignore, { type Ignore } from "ignore";

/** Patterns of one source; `where` names it for the reader. */
export interface ExcludedPatterns {
  readonly where: string;
  readonly patterns: readonly string[];
}

export interface PathExclusion {
  /** The same text means the same paths. */
  readonly key: string;
  /** Whether a path is left out; a folder's path ends in a slash. A folder counts for everything in it. */
  has(path: string): boolean;
  /** The source that leaves out a file or a folder of this path; null: none does. */
  by(path: string): string | null;
}

/** Nothing is left out. */
export const NO_EXCLUSION: PathExclusion = { key: "[]", has: () => false, by: () => null };

/** What these patterns leave out. They are checked before: none takes long to match. */
export function pathExclusion(sources: readonly ExcludedPatterns[]): PathExclusion {
  const used = sources.filter(({ patterns }) => patterns.length > 0);
  if (used.length === 0) return NO_EXCLUSION;
  const rules = used.map(({ where, patterns }) => ({ where, rules: ignore().add([...patterns]) }));
  const matches = (each: Ignore, path: string) => ignore.isPathValid(path) && each.ignores(path);
  return {
    key: JSON.stringify(used),
    has: (path) => rules.some((each) => matches(each.rules, path)),
    by: (path) => rules.find((each) => matches(each.rules, path) || matches(each.rules, `${path}/`))?.where ?? null,
  };
}

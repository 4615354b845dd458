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

/** The package remembers every path that it was asked about; after so many it begins anew. */
const REMEMBERED_MAX = 10_000;

/** What these patterns leave out. They are checked before: none takes long to match. */
export function pathExclusion(sources: readonly ExcludedPatterns[]): PathExclusion {
  const used = sources.filter(({ patterns }) => patterns.length > 0);
  if (used.length === 0) return NO_EXCLUSION;
  const all = used.map((each) => new Patterns(each));
  return {
    key: JSON.stringify(used),
    has: (path) => all.some((each) => each.has(path)),
    by: (path) => all.find((each) => each.has(path) || each.has(`${path}/`))?.where ?? null,
  };
}

class Patterns {
  readonly where: string;
  readonly #patterns: readonly string[];
  #rules: Ignore | null = null;
  #asked = 0;

  constructor({ where, patterns }: ExcludedPatterns) {
    this.where = where;
    this.#patterns = patterns;
  }

  has(path: string): boolean {
    if (!ignore.isPathValid(path)) return false;
    if (this.#asked++ % REMEMBERED_MAX === 0) this.#rules = null;
    this.#rules ??= ignore().add([...this.#patterns]);
    return this.#rules.ignores(path);
  }
}

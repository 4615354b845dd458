// What is asked of anything that ranks: to take the documents of a set in, and to answer queries with rankings.

import type { JudgedDocument } from "../judged-set.ts";

/** One way to ask a system that has a set loaded: a row of the table. */
export interface Ranker {
  readonly name: string;
  /** Why it cannot be asked so; "" when it can. */
  readonly problem: string;
  /** The ids of the best documents for a query, best first, at most ten. */
  search(query: string): readonly string[] | Promise<readonly string[]>;
}

/** A system that has a set loaded. */
export interface LoadedSystem {
  readonly rankers: readonly Ranker[];
  /** Lets go of everything. */
  close(): unknown;
}

/** A system, by what it loads documents with; `folder` is empty and its own. */
export interface RankingSystem {
  readonly name: string;
  load(documents: readonly JudgedDocument[], folder: string): Promise<LoadedSystem>;
}

/**
 * Words as a plain engine has them: lower case, split at whatever is no letter or digit, and where an identifier
 * changes case.
 */
export function plainWords(text: string): string[] {
  return (
    text
      .replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, "$1 ")
      .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

// The projects of entries as terms of the index, so that it is known how many entries a project has without going through them: the term
// `\x04acme/shop` for each key, without regard to case, and `\x04` for an entry that belongs to no project. No text can hold such a term.

import type { LiveIndex } from "./live-index.ts";

/** First character of the terms of projects: a namespace of its own. */
const PROJECT_NAMESPACE = "\u0004";

/** The terms of an entry's projects. */
export function projectTerms(projects: readonly string[]): string[] {
  return projects.length === 0 ? [PROJECT_NAMESPACE] : projects.map((key) => PROJECT_NAMESPACE + key.toLowerCase());
}

/**
 * How many entries, buried ones included, belong to the project with these keys or to none. Of two keys the one that more of them have
 * counts: nearly all have both.
 */
export function countOfProject(index: LiveIndex, keys: readonly string[]): number {
  let most = 0;
  for (const key of keys) most = Math.max(most, index.documentFrequency(PROJECT_NAMESPACE + key.toLowerCase()));
  return most + index.documentFrequency(PROJECT_NAMESPACE);
}

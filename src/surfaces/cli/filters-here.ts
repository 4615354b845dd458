// What the actions of `helix filter` share: the filters that count here, and what is wrong with them.

import { HelixError, invalid } from "../../base/errors.ts";
import { didYouMean } from "../../engine/text/near-names.ts";
import { expressionProblems } from "../../filters/filter-check.ts";
import { type FilterSet, type ListedFilter, loadFilterSet } from "../../filters/filter-set.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { namesIn } from "../../platform/path-facts.ts";
import { currentProject } from "../environment.ts";

/** The filters that count in the current folder. */
export function filtersHere(directory: string): FilterSet {
  return loadFilterSet({ files: { ...diskFiles, names: namesIn }, directory, project: currentProject()?.root ?? null });
}

/** What is wrong with the filters, their expressions included, each in one line. */
export function problemsOf(filters: FilterSet): string[] {
  return [...filters.problems, ...filters.list().flatMap(({ filter }) => expressionProblems(filter))];
}

/** The filter of that name. Throws NOT_FOUND. */
export function filterNamed(filters: FilterSet, name: string): ListedFilter {
  const found = filters.list().find(({ filter }) => filter.name === name);
  if (found !== undefined) return found;
  const names = filters.list().map(({ filter }) => filter.name);
  const meant = didYouMean(name, names) || "; helix filter list lists all";
  throw new HelixError("NOT_FOUND", `there is no filter ${JSON.stringify(name)}${meant}`);
}

/** The word that an action needs. Throws INVALID_ARGUMENT. */
export function needed(subject: string | undefined, action: string, what: string, example: string): string {
  if (subject !== undefined) return subject;
  throw invalid(`helix filter ${action} needs ${what}, e.g. ${example}`);
}

/** The problems, as lines behind an answer. */
export function problemLines(problems: readonly string[]): string[] {
  return problems.length === 0 ? [] : ["", "without effect:", ...problems.map((problem) => `  ${problem}`)];
}

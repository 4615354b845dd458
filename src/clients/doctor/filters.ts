// The filters for outputs as the doctor sees them: what in the files of the user and the project has no effect.

import { counted } from "../../base/wording.ts";
import { expressionProblems } from "../../filters/filter-check.ts";
import { loadFilterSet } from "../../filters/filter-set.ts";
import { findProject } from "../../notes/projects/project.ts";
import { type Finding, note, ok, type Surroundings } from "../claude-code/finding.ts";
import { ownCommand } from "../claude-code/programs.ts";

/** So many problems are told; `helix filter list` tells all. */
const PROBLEMS_SHOWN = 5;

/** Looks at the filters of the user and the project. Says nothing where there are none. */
export function checkFilters(surroundings: Surroundings): Finding[] {
  const { directory, currentDirectory, paths } = surroundings;
  const project = currentDirectory === null ? null : (findProject(currentDirectory, paths)?.root ?? null);
  const set = loadFilterSet({ files: paths, directory, project });
  const own = set.list().filter(({ filter }) => filter.source !== "bundled");
  const problems = [...set.problems, ...own.flatMap(({ filter }) => expressionProblems(filter))];
  const fix = `${ownCommand(surroundings)} filter list`;
  const findings: Finding[] = problems.slice(0, PROBLEMS_SHOWN).map((text) => note(`filters: ${text}`, fix));
  if (problems.length > PROBLEMS_SHOWN)
    findings.push(note(`filters: ${problems.length - PROBLEMS_SHOWN} more have no effect`, fix));
  const counts =
    own.length === 0 ? [] : [ok(`${counted(own.length, "filter", "filters")} of your own or this project's`)];
  return [...counts, ...findings];
}

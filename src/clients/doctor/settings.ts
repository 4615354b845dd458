// The settings as the doctor sees them: which are set, and what in files and variables has no effect.

import { readConfiguration } from "../../config/configuration.ts";
import { SETTING_NAMES } from "../../config/settings.ts";
import { findProject } from "../../notes/projects/project.ts";
import { type Finding, note, ok, problem, type Surroundings } from "../claude-code/finding.ts";
import { ownCommand } from "../claude-code/programs.ts";

/** So many problems are told; `helix config` tells all. */
const PROBLEMS_SHOWN = 5;

/** Looks at the settings. What is wrong with the user's own file is a problem; a project's file is not the user's. */
export function checkSettings(surroundings: Surroundings): Finding[] {
  const { directory, currentDirectory, environment, paths, user } = surroundings;
  const root = currentDirectory === null ? null : (findProject(currentDirectory, paths)?.root ?? currentDirectory);
  const access = (path: string) => paths.facts(paths.realPath(path) ?? path);
  const files = { ...paths, access };
  const realRoot = root === null ? null : paths.realPath(root);
  const configuration = readConfiguration({ files, directory, root: realRoot, environment, user });
  const set = SETTING_NAMES.filter((name) => configuration.origin(name).source !== "default");
  const { problems } = configuration;
  const fix = `${ownCommand(surroundings)} config`;
  const findings = problems
    .slice(0, PROBLEMS_SHOWN)
    .map(({ origin, text }) => (origin.source === "user" ? problem(text, fix) : note(text, fix)));
  if (problems.length > PROBLEMS_SHOWN)
    findings.push(note(`${problems.length - PROBLEMS_SHOWN} more have no effect`, fix));
  const named = set.map((name) => `${name} (${configuration.origin(name).where})`).join(", ");
  return [ok(set.length === 0 ? "all are the default" : `set: ${named}`), ...findings];
}

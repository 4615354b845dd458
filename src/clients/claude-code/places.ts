// The files that an installation changes: the client's settings file and its file of servers, for each scope. The
// scopes are those of the client's own `claude mcp` command.

import { join } from "node:path";
import { invalid } from "../../base/errors.ts";
import { findProject } from "../../notes/projects/project.ts";
import type { Surroundings } from "./finding.ts";
import type { JsonPath } from "./json-text.ts";

/**
 * `user`: for this user in every project; `project`: for everyone who works on the project; `local`: for this user in
 * this project.
 */
export type Scope = "user" | "project" | "local";

/** A file that may be changed. */
export interface Place {
  readonly path: string;
  /** The path as people write it: relative to the project, or with ~. */
  readonly label: string;
  /** The permissions of a new file. */
  readonly mode: number;
}

export interface Places {
  readonly settings: Place;
  readonly servers: Place;
  /** The path of the servers within the file. */
  readonly serversAt: JsonPath;
}

/** The settings file that everyone who works on the project shares. */
export const SHARED_LABEL = ".claude/settings.json";
const SHARED_MODE = 0o666;
const OWN_MODE = 0o600;

/** The folder that the client takes for the project: the root of the work tree, else the current directory. */
export function projectFolder({ currentDirectory, paths }: Surroundings): string | null {
  if (currentDirectory === null) return null;
  return findProject(currentDirectory, paths)?.root ?? currentDirectory;
}

/** The files of a scope. Throws INVALID_ARGUMENT where the scope has no files. */
export function placesOf(scope: Scope, surroundings: Surroundings): Places {
  const project = projectFolder(surroundings);
  if (scope === "user") return { ...userPlaces(surroundings), serversAt: ["mcpServers"] };
  if (project === null) {
    throw invalid(
      "the current directory is gone: go to a project, or install for the user, e.g. helix hooks install --user",
    );
  }
  const inProject = (label: string, mode: number): Place => ({ path: join(project, label), label, mode });
  if (scope === "project") {
    return {
      settings: inProject(SHARED_LABEL, SHARED_MODE),
      servers: inProject(".mcp.json", SHARED_MODE),
      serversAt: ["mcpServers"],
    };
  }
  return {
    settings: inProject(".claude/settings.local.json", OWN_MODE),
    servers: userPlaces(surroundings).servers,
    serversAt: ["projects", project, "mcpServers"],
  };
}

/** Every settings file that can hold hooks, the project's first. A file that serves two scopes is named once. */
export function settingsPlaces(surroundings: Surroundings): { scope: Scope; place: Place }[] {
  const places: { scope: Scope; place: Place }[] = [];
  for (const scope of ["project", "local", "user"] as const) {
    if (scope === "project" && isUserProject(surroundings)) continue;
    try {
      const { settings: place } = placesOf(scope, surroundings);
      const real = surroundings.paths.realPath(place.path);
      const isKnown = places.some((each) => real !== null && surroundings.paths.realPath(each.place.path) === real);
      if (!isKnown) places.push({ scope, place });
    } catch {
      // This scope has no files here.
    }
  }
  return places;
}

/** Whether the user's local settings of this project are a link to the project's shared settings. */
export function isLocalShared(surroundings: Surroundings): boolean {
  if (projectFolder(surroundings) === null) return false;
  const own = placesOf("local", surroundings).settings.path;
  if (surroundings.paths.facts(own)?.kind !== "link") return false;
  return (
    surroundings.paths.realPath(own) === surroundings.paths.realPath(placesOf("project", surroundings).settings.path)
  );
}

/** Whether the project's settings file is the user's, which is so in the home directory. */
export function isUserProject(surroundings: Surroundings): boolean {
  const project = projectFolder(surroundings);
  if (project === null || (surroundings.home === "" && !surroundings.environment.CLAUDE_CONFIG_DIR)) return false;
  const user = userPlaces(surroundings).settings.path;
  const own = join(project, ".claude", "settings.json");
  const { paths } = surroundings;
  const folderOf = (path: string) => paths.realPath(join(path, "..")) ?? paths.realPath(join(path, "..", ".."));
  return user === own || (folderOf(user) !== null && folderOf(user) === folderOf(own));
}

function userPlaces({ home, environment }: Surroundings): Pick<Places, "settings" | "servers"> {
  const own = (path: string, label: string): Place => ({ path, label, mode: OWN_MODE });
  const moved = environment.CLAUDE_CONFIG_DIR;
  if (moved) {
    const [settings, state] = [join(moved, "settings.json"), join(moved, ".claude.json")];
    return { settings: own(settings, settings), servers: own(state, state) };
  }
  if (home === "") {
    throw invalid(
      "there is no home directory: install for the project, e.g. helix hooks install --project, or set HOME",
    );
  }
  return {
    settings: own(join(home, ".claude", "settings.json"), "~/.claude/settings.json"),
    servers: own(join(home, ".claude.json"), "~/.claude.json"),
  };
}

// Turns the files that errors name into files of the project. Tools name files relative to the directory in which they
// run.

import { isAbsolutePath, isWithin, normalPath, pathBelow, pathFrom } from "../../base/path-names.ts";
import type { HookContext } from "../common/hook-context.ts";
import { isForeign, type NamedPlace } from "../runs/build-error.ts";

/** A place as notes and answers name it. */
export interface ProjectPlace {
  /** The path from the project's root where that is known, with line and column. */
  readonly shown: string;
  /** The path alone. */
  readonly path: string;
  /** Path and line, when the file exists in the project; else null. */
  readonly source: string | null;
  /** Whether the place is outside of the project. */
  readonly isOutside: boolean;
}

const PATH_LENGTH_MAX = 300;
/**
 * An absolute path of a file. Only paths that begin with a known folder match, because addresses and routes look like
 * paths too.
 */
const FOREIGN_PATH =
  /(^|[^\w./~:-]|file:\/\/)(?:~[\w.-]*|[A-Za-z]:\/[Uu]sers|\/(?:home|Users|root|tmp|private|var|opt|usr|etc|mnt|media|srv|Volumes|nix|proc|run|dev|builds|workspaces?|work|github|app|src|code|data))(?:\/[\w.@+~%-]*)+/g;

/**
 * The place in the project that an error names. The command ran in `folder`, as in `cd folder`; "" is the event's
 * directory.
 */
export function projectPlace(
  place: NamedPlace,
  folder: string,
  context: Pick<HookContext, "event" | "project" | "files">,
): ProjectPlace {
  const { event, project, files } = context;
  const root = project?.root ?? "";
  const name = place.path.replaceAll("\\", "/").slice(0, PATH_LENGTH_MAX);
  const bases = isAbsolutePath(name) ? ["/"] : [pathFrom(event.cwd, folder), event.cwd, root].filter(isAbsolutePath);
  for (const base of new Set(bases)) {
    const real = files.realPath(pathFrom(base, name));
    if (real === null || files.kind(real) !== "file") continue;
    const isOwn = root !== "" && isWithin(root, real);
    const path = isOwn ? pathBelow(root, real) : name;
    const isForeignFile = isForeign(path);
    const source = isOwn && !isForeignFile ? withLine(path, place.line) : null;
    return { shown: shown(path, place), path, source, isOutside: !isOwn };
  }
  const isBelow = root !== "" && isAbsolutePath(name) && isWithin(root, normalPath(name));
  const path = isBelow ? pathBelow(root, normalPath(name)) : name;
  return { shown: shown(path, place), path, source: null, isOutside: isAbsolutePath(path) || path.startsWith("..") };
}

/**
 * The text with project paths relative to the project's root. Of any other absolute path only the last name is left.
 */
export function withoutForeignPaths(text: string, root: string): string {
  return text.replaceAll(`${root}/`, "").replace(FOREIGN_PATH, (path, lead: string) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return lead + (name === "" ? "..." : name);
  });
}

function shown(path: string, { line, column }: NamedPlace): string {
  return column > 0 ? `${withLine(path, line)}:${column}` : withLine(path, line);
}

function withLine(path: string, line: number): string {
  return line > 0 ? `${path}:${line}` : path;
}

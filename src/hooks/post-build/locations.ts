// The files that errors name, as files of the project: tools name them from wherever they run.

import { isAbsolutePath, isWithin, normalPath, pathBelow, pathFrom } from "../../base/path-names.ts";
import type { HookContext } from "../common/hook-context.ts";
import { isForeign, type NamedPlace } from "./build-error.ts";

/** A place as notes and answers name it. */
export interface ProjectPlace {
  /** From the project's root where it is known; with line and column. */
  readonly shown: string;
  /** The path alone. */
  readonly path: string;
  /** Path and line, when the file is there and of the project; else null. */
  readonly source: string | null;
  /** Whether it is known to lie elsewhere. */
  readonly isOutside: boolean;
}

const PATH_LENGTH_MAX = 300;
/** An absolute path of a file, by the folder that it begins with: addresses and routes look the same from there on. */
const FOREIGN_PATH =
  /(^|[^\w./~:-]|file:\/\/)(?:~[\w.-]*|[A-Za-z]:\/[Uu]sers|\/(?:home|Users|root|tmp|private|var|opt|usr|etc|mnt|media|srv|Volumes|nix|proc|run|dev|builds|workspaces?|work|github|app|src|code|data))(?:\/[\w.@+~%-]*)+/g;

/**
 * What a named place means in the project, for a command that ran in `folder` (as in `cd folder`; "" for the event's
 * directory).
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

/** A text in which paths begin at the project's root, and of what lies elsewhere only the last name stands. */
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

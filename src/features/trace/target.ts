// What a caller's `path` means: which file or folder, in which tree, and how paths are shown.

import { basename, dirname, extname, isAbsolute, relative, resolve, sep } from "node:path";
import { HelixError } from "../../errors.ts";
import { findProject, type Project } from "../../knowledge/project.ts";
import { diskFiles } from "../../storage/disk-small-files.ts";
import type { FileKind } from "../../storage/small-files.ts";
import { diskSourceFiles } from "../../storage/source-files.ts";
import { cleanLine, quote } from "../../text/clean.ts";
import { nearestNames } from "../../text/near-names.ts";
import type { FeatureContext } from "../feature.ts";
import { walkCode } from "./code-tree.ts";
import { BOUNDS, Survey } from "./survey.ts";

export interface Target {
  /** The real path that shown paths are relative to: the project's root, else where helix was started, else the folder itself. */
  readonly root: string;
  /** Relative to the root; "" for the root itself. */
  readonly path: string;
  readonly isFile: boolean;
  /** The folder whose files are looked through, relative to the root: itself; for a file that of its project, else its own. */
  readonly folder: string;
  /** The project that it lies in, if any. */
  readonly project: Project | null;
  /** What to say of the root where it is not that of the project that is asked from; null: nothing. */
  readonly remark: string | null;
}

const NEAREST_SHOWN = 3;
/** How long is looked for a file of the same name, in milliseconds. */
const SEARCH_MS_MAX = 1000;

/**
 * Finds what `path` names: absolute, or relative to the project's root, else to where helix was started. Throws NOT_FOUND with near
 * names, INVALID_ARGUMENT for what is neither a file nor a folder.
 */
export async function findTarget(
  context: FeatureContext,
  given: string,
  takeTurn: () => Promise<void>,
): Promise<Target> {
  const bases = [context.project?.root, context.directory].filter((base) => base !== undefined && base !== null);
  if (bases.length === 0 && !isAbsolute(given)) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `path=${quote(given)} is relative, and helix was started nowhere: give an absolute path, e.g. path="/src/engine"`,
    );
  }
  const candidates = isAbsolute(given) ? [resolve(given)] : [...new Set(bases.map((base) => resolve(base, given)))];
  const found = candidates.map((path) => diskFiles.realPath(path)).find((path) => path !== null);
  const kind = found === undefined ? null : diskFiles.kind(found);
  if (found === undefined || kind === null) throw await missing(given, candidates[0]!, context, takeTurn);
  if (kind === "other") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `path=${quote(given)} is neither a file nor a folder: give one of these, e.g. path="src"`,
    );
  }
  return targetAt(found, kind, context);
}

function targetAt(found: string, kind: FileKind, context: FeatureContext): Target {
  const isFile = kind === "file";
  const own = isFile ? dirname(found) : found;
  const project = findProject(own, diskFiles);
  const start = context.directory ? diskFiles.realPath(context.directory) : null;
  const isBelowStart = start !== null && (own === start || own.startsWith(`${start}${sep}`));
  const root = project?.root ?? (isBelowStart ? start : own);
  const path = pathFrom(root, found);
  const folder = isFile && project !== null ? "" : pathFrom(root, own);
  const asked = context.project?.root ?? start;
  return { root, path, isFile, folder, project, remark: root === asked ? null : `paths are relative to ${root}` };
}

function pathFrom(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

async function missing(
  given: string,
  absolute: string,
  context: FeatureContext,
  takeTurn: () => Promise<void>,
): Promise<HelixError> {
  // The first part of the path that is not there, and its neighbours.
  let folder = dirname(absolute);
  let name = basename(absolute);
  while (diskFiles.kind(folder) !== "directory" && dirname(folder) !== folder) {
    name = basename(folder);
    folder = dirname(folder);
  }
  // What most names share is the extension: it makes none near.
  const names = Map.groupBy(diskSourceFiles.list(folder) ?? [], (entry) => stem(entry.name));
  const root = context.project?.root ?? context.directory ?? folder;
  const near = nearestNames(stem(name), names.keys(), NEAREST_SHOWN)
    .flatMap((each) => names.get(each) ?? [])
    .map((entry) => cleanLine(relative(root, resolve(folder, entry.name))));
  const elsewhere = await sameNamed(basename(absolute), root, takeTurn);
  const hints = [...new Set([...elsewhere, ...near])].slice(0, NEAREST_SHOWN);
  const hint = hints.length > 0 ? `; nearest: ${hints.join(", ")}` : `; relative paths begin at ${root}`;
  return new HelixError("NOT_FOUND", `there is no file or folder ${quote(given)}${hint}`);
}

function stem(name: string): string {
  return basename(name, extname(name));
}

/** Files of this name anywhere in the project. */
async function sameNamed(name: string, root: string, takeTurn: () => Promise<void>): Promise<string[]> {
  const realRoot = diskFiles.realPath(root);
  if (realRoot === null) return [];
  const survey = new Survey({ ...BOUNDS, timeMs: SEARCH_MS_MAX });
  const { code, others } = await walkCode({ root: realRoot, folder: "", survey, takeTurn });
  return [...code.map(({ path }) => path), ...others].filter((path) => basename(path) === name).slice(0, NEAREST_SHOWN);
}

// Finds what a caller's `path` means: which file or folder, in which tree, and how its paths are shown.
//
// Invariants:
// - The real path of the result lies in the project: in the git work tree, or in the folder where helix was started.
//   About anything elsewhere not even its existence is revealed. Only a person who names an absolute path on the
//   command line is shown any place.

import { basename, dirname, extname, isAbsolute, relative, resolve, sep } from "node:path";
import { HelixError } from "../../base/errors.ts";
import { isWithin } from "../../base/path-names.ts";
import { walkTree } from "../../code/files/walk-tree.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import { findProject, type Project, projectOf } from "../../notes/projects/project.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import type { FileKind } from "../../platform/small-files.ts";
import { diskSourceFiles } from "../../platform/source-files.ts";
import type { FeatureContext } from "../common/feature.ts";

export interface Target {
  /**
   * The real path to which shown paths are relative: the project's root, else the folder where helix was started, else
   * the folder itself.
   */
  readonly root: string;
  /** The path relative to the root; "" for the root itself. */
  readonly path: string;
  readonly isFile: boolean;
  /**
   * The folder whose files are searched, relative to the root. For a folder it is the folder itself; for a file its
   * project, or the file's own folder outside of a project.
   */
  readonly folder: string;
  /** The project that contains the target, if any. */
  readonly project: Project | null;
  /** A remark about the root when it differs from that of the caller's project; null: none. */
  readonly remark: string | null;
}

/** The folder that the target's files lie in, as the root of a tree or in one: its project, else its own folder. */
export function treeFolder({ root, folder, project }: Target): string {
  return project !== null || folder === "" ? root : `${root}/${folder}`;
}

/** Where a path that is relative to the target's root lies in the tree at `root`; null: nowhere. Default: the target. */
export function treePath(target: Target, root: string, path = target.path): string | null {
  if (root === target.root) return path;
  const whole = `${target.root}/${path}`;
  return isWithin(root, whole) ? whole.slice(root.length + 1) : null;
}

/** What has to be known about a caller to find the target. */
export type PathPorts = Pick<FeatureContext, "project" | "directory" | "judgeProject" | "namesAnyPlace">;

/** Paths relative to the current directory, as in a shell, whatever project that is in. */
const HERE = /^\.{1,2}(?:\/|$)/;
/** The area of who may name any place: everything. */
const EVERYTHING = "/";
const NEAREST_SHOWN = 3;
/** Among how many names a file with the same name is searched for. */
const SEARCH_NAMES_MAX = 50_000;

/**
 * Finds the target of a path. The path is absolute, or relative to the project's root, or else relative to the folder
 * where helix was started. Who may name any place means the current directory by `./` and `../`. Throws NOT_FOUND with similar
 * names; throws INVALID_ARGUMENT for what is neither a file nor a folder, and for a path that leads out of the project.
 */
export async function findTarget(ports: PathPorts, given: string, takeTurn: () => Promise<void>): Promise<Target> {
  const area = ports.namesAnyPlace && isAbsolute(given) ? EVERYTHING : areaOf(ports, given);
  const bases = [ports.project?.root, ports.directory].filter((base) => base !== undefined && base !== null);
  const isHere = ports.namesAnyPlace && HERE.test(given);
  const candidates = new Set((isHere ? bases.slice(-1) : bases).map((base) => resolve(base, given)));
  if (isAbsolute(given)) candidates.add(resolve(given));
  const places = [...candidates];
  const found = places.map((path) => diskFiles.realPath(path)).find((path) => path !== null && isWithin(area, path));
  const kind = found ? diskFiles.kind(found) : null;
  if (!found || kind === null) {
    const named = places.find((path) => [area, ...bases].some((base) => isWithin(resolve(base), path)));
    if (named === undefined) throw leadsOut(ports, given, area, false);
    const way = wayTo(named);
    const real = diskFiles.realPath(named) ?? diskFiles.realPath(way.folder);
    if (real === null || !isWithin(area, real)) throw leadsOut(ports, given, area, true);
    throw await missing(ports, { given, name: basename(named), way, area }, takeTurn);
  }
  if (kind === "other") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.given("path", quote(given))} is neither a file nor a folder: give one of these, e.g. ${say.option("path", "src")}`,
    );
  }
  return targetAt(found, kind, area, ports);
}

/**
 * The real path of the area that may be searched. Throws INVALID_ARGUMENT where there is none: the whole file system is
 * no project.
 */
function areaOf({ project, directory }: PathPorts, given: string): string {
  const here = directory ? diskFiles.realPath(directory) : null;
  const area = project?.root ?? here;
  if (area !== null && area !== EVERYTHING) return area;
  throw new HelixError(
    "INVALID_ARGUMENT",
    (say) =>
      `${say.given("path", quote(given))} lies in no project, since helix was started ${here === null ? "nowhere" : "in /"}: start it in the project, or run helix trace with an absolute path, e.g. helix trace /src/engine`,
  );
}

/** The last existing folder on the way to a path, and the next name, which is no folder in it. */
function wayTo(path: string): { readonly folder: string; readonly name: string } {
  let folder = EVERYTHING;
  for (const name of path.split(sep).slice(1)) {
    const next = resolve(folder, name);
    if (diskFiles.kind(next) !== "directory") return { folder, name };
    folder = next;
  }
  return { folder, name: "" };
}

function leadsOut({ namesAnyPlace }: PathPorts, given: string, area: string, isLink: boolean): HelixError {
  const what = isLink ? "follows a link that leads" : "leads";
  const how = namesAnyPlace ? "; what lies elsewhere has to be named by an absolute path" : "";
  return new HelixError(
    "INVALID_ARGUMENT",
    (say) =>
      `${say.given("path", quote(given))} ${what} out of the project ${area}: give a path within it, e.g. ${say.option("path", "src")}${how}`,
  );
}

function targetAt(found: string, kind: FileKind, area: string, ports: PathPorts): Target {
  const isFile = kind === "file";
  const own = isFile ? dirname(found) : found;
  const around = projectAt(own, ports);
  // A repository that was created around the folder where helix was started does not count.
  const project = around !== null && isWithin(area, around.root) ? around : null;
  const start = ports.directory ? diskFiles.realPath(ports.directory) : null;
  const root = project?.root ?? (start !== null && isWithin(start, own) ? start : own);
  const path = pathFrom(root, found);
  const folder = isFile && project !== null ? "" : pathFrom(root, own);
  const asked = ports.project?.root ?? start;
  return { root, path, isFile, folder, project, remark: root === asked ? null : `paths are relative to ${root}` };
}

/** The project around a folder, with the identity that counts here. */
function projectAt(folder: string, { project, judgeProject }: PathPorts): Project | null {
  const found = findProject(folder, diskFiles);
  if (found === null || found.root === project?.root) return found && project;
  return judgeProject?.(found) ?? projectOf(found, false);
}

function pathFrom(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

async function missing(
  { project, directory }: PathPorts,
  wanted: { given: string; name: string; way: ReturnType<typeof wayTo>; area: string },
  takeTurn: () => Promise<void>,
): Promise<HelixError> {
  const { folder, name } = wanted.way;
  // Names are compared without their extensions: a shared extension does not make names similar.
  const names = Map.groupBy(diskSourceFiles.list(folder, wanted.area) ?? [], (entry) => stem(entry.name));
  const root = project?.root ?? directory ?? folder;
  const near = nearestNames(stem(name), names.keys(), NEAREST_SHOWN)
    .flatMap((each) => names.get(each) ?? [])
    .map((entry) => cleanLine(relative(root, resolve(folder, entry.name))));
  const elsewhere = await sameNamed(wanted.name, root, takeTurn);
  const hints = [...new Set([...elsewhere, ...near])].slice(0, NEAREST_SHOWN);
  const hint = hints.length > 0 ? `; nearest: ${hints.join(", ")}` : `; relative paths begin at ${root}`;
  return new HelixError("NOT_FOUND", `there is no file or folder ${quote(wanted.given)}${hint}`);
}

function stem(name: string): string {
  return basename(name, extname(name));
}

/** The files with this name anywhere in the project, as far as that is soon found. */
async function sameNamed(wanted: string, root: string, takeTurn: () => Promise<void>): Promise<string[]> {
  const realRoot = diskFiles.realPath(root);
  const found: string[] = [];
  if (realRoot === null) return found;
  await walkTree({
    root: realRoot,
    files: diskSourceFiles,
    namesMax: SEARCH_NAMES_MAX,
    takeTurn,
    isOver: () => found.length >= NEAREST_SHOWN,
    found: (path, name) => void (name === wanted && found.push(path)),
    passedOver: () => undefined,
  });
  return found.slice(0, NEAREST_SHOWN);
}

// Where the sources of entries are looked for: in the work tree of the caller's project or, outside of any project,
// below the directory where helix was started. Relative paths begin at this root, or at the caller's directory below
// it. The fingerprint remembers which of them it was.
// Invariants:
// - A file that is opened lies inside of the root by its real path, is a regular file, and is not one of git's own.
// - A path whose names lead out of the root is not even looked at.

import { isWithin, pathBelow, pathFrom } from "../../base/path-names.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import type { FileStamp, StampedFiles } from "../../platform/small-files.ts";
import type { Project } from "../projects/project.ts";
import { hashText } from "../text/citation-lines.ts";

/** The directory that sources are resolved in. */
export interface SourceRoot {
  /** A path without links. */
  readonly path: string;
  /** The caller's directory below the root; "" at the root itself. */
  readonly folder: string;
  /** Keys of the project; none outside of projects. */
  readonly keys: readonly string[];
  /** Distinguishes this directory from others. */
  readonly mark: string;
}

/** A source that was found, or why it was not. `path` is without links. */
export type Located =
  | { readonly kind: "file"; readonly path: string; readonly stamp: FileStamp }
  | { readonly kind: "missing" | "outside" };

/** Longer names of folders are not remembered; in code units. */
const FOLDER_LENGTH_MAX = 200;

/** The root for a caller; null without a directory, and in the root directory of the system. */
export function sourceRoot(
  { project, directory }: { readonly project: Project | null; readonly directory?: string | null },
  files: StampedFiles,
): SourceRoot | null {
  const here = directory ? files.realPath(directory) : null;
  const path = project?.root ?? here;
  if (path === null || path === "/") return null;
  const folder = here === null || !isWithin(path, here) ? "" : pathBelow(path, here);
  return { path, folder: canBeRemembered(folder) ? folder : "", keys: project?.keys ?? [], mark: hashText(path) };
}

/** Looks for a source whose path begins in `folder`, below the root. */
export function locate(root: SourceRoot, folder: string, path: string, files: StampedFiles): Located {
  const wanted = pathFrom(`${root.path}/${folder}`, path);
  if (!isWithin(root.path, wanted)) return { kind: "outside" };
  // The stamp is asked for first: it costs least, and most often shows that there is no file.
  const found = files.stamp(wanted);
  const real = found === null ? null : files.realPath(wanted);
  if (real === null) return { kind: "missing" };
  if (!isWithin(root.path, real) || pathBelow(root.path, real).split("/").includes(".git")) return { kind: "outside" };
  const stamp = real === wanted ? found : files.stamp(real);
  return stamp?.kind === "file" ? { kind: "file", path: real, stamp } : { kind: "missing" };
}

/** Whether the name of a folder would be read back unchanged from the line of an entry. */
function canBeRemembered(folder: string): boolean {
  return folder.length <= FOLDER_LENGTH_MAX && cleanLine(folder) === folder;
}

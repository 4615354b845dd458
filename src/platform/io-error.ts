// Failures of the system as errors of one line for people.

import { HelixError, messageOf, systemCodeOf } from "../base/errors.ts";
import { remedyOf } from "./remedy.ts";

/** The error for a knowledge base directory that is no directory and cannot be made one. */
export function unusableDirectory(directory: string, error: unknown): HelixError {
  const isFile = ["EEXIST", "ENOTDIR"].includes(systemCodeOf(error));
  const why = isFile ? "a file stands in its place" : messageOf(error);
  return new HelixError(
    "IO",
    `cannot use ${directory} as the knowledge base directory: ${why}; name another, e.g. HELIX_KB=~/.helix-kb`,
    { cause: error },
  );
}

/** A system failure as one line, with what to do about it. */
export function ioError(what: string, error: unknown): HelixError {
  return new HelixError("IO", `${what}: ${messageOf(error)}${remedyOf(error)}`, { cause: error });
}

/** The directory part of an absolute path. */
export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

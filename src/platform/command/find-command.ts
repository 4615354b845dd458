// Finds the file of a command as execvp(3) and shells do.

import { accessSync, constants, statSync } from "node:fs";
import { orNull } from "../../base/errors.ts";

/** Where a command is, or why it cannot be started. */
export type FoundCommand =
  | { readonly kind: "found"; readonly path: string }
  /** There is no such file. */
  | { readonly kind: "missing" }
  /** There is one, but nobody may run it, or it is a folder. */
  | { readonly kind: "refused"; readonly path: string; readonly isDirectory: boolean };

/** The search path where there is none in the environment. */
const USUAL_PATH = "/bin:/usr/bin";

/** The file of the command `name`. A name with a slash is a path; any other is looked for in the search path. */
export function findCommand(name: string, searchPath: string = USUAL_PATH): FoundCommand {
  if (name === "" || name.includes("\0")) return { kind: "missing" };
  if (name.includes("/")) return look(name) ?? { kind: "missing" };
  let refused: FoundCommand | null = null;
  for (const folder of searchPath.split(":")) {
    const found = look(folder === "" ? `./${name}` : `${folder}/${name}`);
    if (found?.kind === "found") return found;
    if (found?.kind === "refused" && !found.isDirectory) refused ??= found;
  }
  return refused ?? { kind: "missing" };
}

function look(path: string): FoundCommand | null {
  const facts = orNull(() => statSync(path));
  if (facts === null) return null;
  if (facts.isDirectory()) return { kind: "refused", path, isDirectory: true };
  return mayRun(path) ? { kind: "found", path } : { kind: "refused", path, isDirectory: false };
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

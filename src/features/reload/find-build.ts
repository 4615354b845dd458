// Finds a new build: the one that HELIX_RELOAD_FROM names, else dist/helix of the checkout that the running helix was
// built in.
//
// A repository must not have its own dist/helix run or even installed because somebody opened it and a model called
// `_reload`. So not the content of a folder proves that it is the checkout, but the running helix does: the build
// embeds where it took place, as the folder's path and inode number. A repository can fake everything but these two. A
// binary made for other machines has neither, and takes a build only from HELIX_RELOAD_FROM. No link is followed out of
// the checkout. In any case the file must belong to this user or to root, and others must not be able to write to it.

import { HelixError } from "../../base/errors.ts";
import { fromHome, isWithin } from "../../base/path-names.ts";
import { quote } from "../../engine/text/clean.ts";
import { type ProgramFile, programFile } from "../../platform/program-file.ts";

/** The file that is meant when a directory is named. */
const PROGRAM = "helix";
const BUILT = "dist/helix";
const ROOT_USER = 0;
const WRITABLE_BY_GROUP = 0o020;
const WRITABLE_BY_ALL = 0o002;
const EXAMPLE = "HELIX_RELOAD_FROM=~/src/helix/dist/helix";

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The directory helix was started in; null when it is gone. */
  readonly directory: string | null;
  /** The home directory; "" when there is none. */
  readonly home: string;
  /** The user id of this process. */
  readonly user: number;
  /** Where the running helix was built, as embedded by the build; null when nothing is embedded. */
  readonly checkout: { readonly path: string; readonly inode: string } | null;
}

/**
 * The new build. null when none is named and helix was not started in its checkout. Throws INVALID_ARGUMENT for a build
 * that must not be run.
 */
export function findBuild(surroundings: Surroundings): ProgramFile | null {
  const { HELIX_RELOAD_FROM: named } = surroundings.environment;
  if (named) return namedBuild(named, surroundings);
  const checkout = ownCheckout(surroundings);
  if (checkout === null) return null;
  const path = `${checkout}/${BUILT}`;
  const file = programFile(path);
  if (file === null) {
    throw new HelixError("INVALID_ARGUMENT", `there is no build at ${path}: make one with \`npm run build\``);
  }
  if (!isWithin(checkout, file.path)) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `the build at ${path} is not taken: it is a link that leads out of the checkout; name it where it is, e.g. HELIX_RELOAD_FROM=${file.path}`,
    );
  }
  checkProgram(file, surroundings.user);
  return file;
}

/** Whether a place is named that new builds come from, or helix was started in its checkout. */
export function hasBuildPlace(surroundings: Surroundings): boolean {
  return Boolean(surroundings.environment.HELIX_RELOAD_FROM) || ownCheckout(surroundings) !== null;
}

function namedBuild(named: string, { home, user }: Surroundings): ProgramFile {
  const path = fromHome(named, home);
  const what = `HELIX_RELOAD_FROM=${quote(named)}`;
  if (!path.startsWith("/")) {
    throw new HelixError("INVALID_ARGUMENT", `${what} is not an absolute path: give one, e.g. ${EXAMPLE}`);
  }
  const found = programFile(path);
  const file = found?.isDirectory ? programFile(`${found.path}/${PROGRAM}`) : found;
  if (file === null) {
    const missing = found?.isDirectory ? `holds no ${PROGRAM}` : "leads nowhere";
    throw new HelixError("INVALID_ARGUMENT", `${what} ${missing}: give the new build or its folder, e.g. ${EXAMPLE}`);
  }
  checkProgram(file, user);
  return file;
}

/** The checkout that the running helix was built in; null unless helix was started in it. */
function ownCheckout({ directory, checkout }: Surroundings): string | null {
  if (directory === null || checkout === null) return null;
  const root = programFile(checkout.path);
  const here = programFile(directory);
  if (root === null || here === null || String(root.inode) !== checkout.inode) return null;
  return isWithin(root.path, here.path) ? root.path : null;
}

/** Throws INVALID_ARGUMENT for a file that is no program, or that another user could have put there. */
function checkProgram(file: ProgramFile, user: number): void {
  const refuse = (why: string) => {
    throw new HelixError("INVALID_ARGUMENT", `the build at ${file.path} is not taken: ${why}`);
  };
  if (!file.isRegular) refuse("it is not a regular file; name a program, or the folder that holds helix");
  if (file.owner !== user && file.owner !== ROOT_USER) {
    refuse(`it belongs to user ${file.owner}; copy it as yourself, or change its owner`);
  }
  // A group with the same number as the user belongs to the user alone. On systems with such groups, files are writable
  // for the group by default.
  const isOpen = (file.mode & WRITABLE_BY_ALL) !== 0 || ((file.mode & WRITABLE_BY_GROUP) !== 0 && file.group !== user);
  if (isOpen) refuse(`others may write to it; run \`chmod go-w ${quote(file.path)}\``);
  if (!file.isExecutable) refuse(`it is not executable; run \`chmod u+x ${quote(file.path)}\``);
}

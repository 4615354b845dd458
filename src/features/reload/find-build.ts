// Where a new build is: what HELIX_RELOAD_FROM names, else dist/helix of the checkout that the running helix was built
// in.
//
// A repository must not get its own dist/helix run, let alone installed, because somebody opened it and a model called
// `_reload`. So the checkout is not known by what stands in it but by the running helix: the build puts in where it
// took place, the folder's path and inode number. A repository can lie about everything but these two. A binary that
// was made for other machines has neither, and takes a build only from HELIX_RELOAD_FROM. Of the checkout no link is
// followed out of it. In any case the file belongs to this user, and others cannot write to it.

import { HelixError } from "../../base/errors.ts";
import { isWithin } from "../../base/path-names.ts";
import { quote } from "../../engine/text/clean.ts";
import { type ProgramFile, programFile } from "../../platform/program-file.ts";

/** What is named with `helix` behind it when it is a directory. */
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
  /** "" when there is none. */
  readonly home: string;
  /** The number of this user. */
  readonly user: number;
  /** Where the running helix was built, as the build says; null when it does not. */
  readonly checkout: { readonly path: string; readonly inode: string } | null;
}

/**
 * The new build; null when none is named and this is not the checkout. Throws INVALID_ARGUMENT for one that must not be
 * run.
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

function namedBuild(named: string, { home, user }: Surroundings): ProgramFile {
  const path = named.startsWith("~/") && home !== "" ? `${home}/${named.slice(2)}` : named;
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

/** The checkout that the running helix was built in, if helix was started in it. */
function ownCheckout({ directory, checkout }: Surroundings): string | null {
  if (directory === null || checkout === null) return null;
  const root = programFile(checkout.path);
  const here = programFile(directory);
  if (root === null || here === null || String(root.inode) !== checkout.inode) return null;
  return isWithin(root.path, here.path) ? root.path : null;
}

/** Throws INVALID_ARGUMENT for a file that is no program, or that somebody else could have put there. */
function checkProgram(file: ProgramFile, user: number): void {
  const refuse = (why: string) => {
    throw new HelixError("INVALID_ARGUMENT", `the build at ${file.path} is not taken: ${why}`);
  };
  if (!file.isRegular) refuse("it is not a regular file; name a program, or the folder that holds helix");
  if (file.owner !== user && file.owner !== ROOT_USER) {
    refuse(`it belongs to user ${file.owner}; copy it as yourself, or change its owner`);
  }
  // A group with the user's own number is the user's alone, and where such groups are in use files are open to it by
  // default.
  const isOpen = (file.mode & WRITABLE_BY_ALL) !== 0 || ((file.mode & WRITABLE_BY_GROUP) !== 0 && file.group !== user);
  if (isOpen) refuse(`others may write to it; run \`chmod go-w ${quote(file.path)}\``);
  if (!file.isExecutable) refuse(`it is not executable; run \`chmod u+x ${quote(file.path)}\``);
}

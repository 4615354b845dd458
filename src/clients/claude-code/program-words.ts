// How the client is told to start helix: by its name in files that others share, by its path in the user's own.

import { basename, join } from "node:path";
import { isWithin, pathBelow } from "../../base/path-names.ts";
import { type Surroundings, shellWord } from "./finding.ts";
import type { CommandWords } from "./hook-groups.ts";
import { PROGRAM_NAME } from "./own-hooks.ts";
import type { Scope } from "./places.ts";
import { findProgram, isSameFile } from "./programs.ts";

const NAME = "helix";
const DEFAULT_DIRECTORY = ".helix-kb";
const RUNTIMES = new Set(["bun", "node"]);

/** The program and the directory as plain words; the directory is null where it is the default one. */
export interface StartWords {
  readonly program: string;
  readonly directory: string | null;
}

/** The knowledge base of a user who names none; "" without a home directory. */
export function defaultDirectory(home: string): string {
  return home === "" ? "" : join(home, DEFAULT_DIRECTORY);
}

/** The path that a name with a tilde before it means. */
export function fromHome(name: string, home: string): string {
  return name.startsWith("~/") && home !== "" ? home + name.slice(1) : name;
}

/** What starts this helix with this knowledge base, from a file of the scope. */
export function startWords(scope: Scope, surroundings: Surroundings): StartWords {
  const { home, directory } = surroundings;
  const isShared = scope === "project";
  const isDefault = home !== "" && directory === defaultDirectory(home);
  const isBelowHome = isShared && home !== "" && home !== "/" && isWithin(home, directory);
  const named = isBelowHome ? `~/${pathBelow(home, directory)}` : directory;
  return {
    program: isShared ? NAME : ownProgram(surroundings),
    directory: isDefault || directory === "" ? null : named,
  };
}

/** The same as words of a POSIX shell. */
export function shellWords({ program, directory }: StartWords): CommandWords {
  return {
    program: shellWord(program),
    directory: directory === null ? null : shellPath(directory),
    isNamed: PROGRAM_NAME.test(basename(program)),
  };
}

/**
 * The path by which this helix is best started: the one on PATH where that is the same file, for it outlives a new
 * build.
 */
function ownProgram(surroundings: Surroundings): string {
  const { executable } = surroundings;
  const onPath = findProgram(NAME, surroundings);
  // Run from its sources, helix is no program.
  if (RUNTIMES.has(basename(executable))) return onPath ?? NAME;
  return onPath !== null && isSameFile(onPath, executable, surroundings) ? onPath : executable;
}

/** The shell puts the home directory only in the place of a tilde without quotes. */
function shellPath(path: string): string {
  return path.startsWith("~/") ? `~/${path.length > 2 ? shellWord(path.slice(2)) : ""}` : shellWord(path);
}

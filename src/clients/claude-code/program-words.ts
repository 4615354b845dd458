// The words with which the client starts helix: the bare name in files that others share, the path in the user's own
// files.

import { basename } from "node:path";
import { DEFAULT_DIRECTORY, fromHome, isWithin, pathBelow } from "../../base/path-names.ts";
import { type Surroundings, shellWord } from "./finding.ts";
import type { CommandWords } from "./hook-groups.ts";
import { PROGRAM_NAME } from "./own-hooks.ts";
import type { Scope } from "./places.ts";
import { findProgram, isSameFile } from "./programs.ts";

const NAME = "helix";
const RUNTIMES = new Set(["bun", "node"]);

/** The program and the directory as plain words. The directory is null where it is the default one. */
export interface StartWords {
  readonly program: string;
  readonly directory: string | null;
}

/** The words that start this helix with this knowledge base, for a file of the scope. */
export function startWords(scope: Scope, surroundings: Surroundings): StartWords {
  const { home, directory } = surroundings;
  const isShared = scope === "project";
  const isDefault = directory === fromHome(DEFAULT_DIRECTORY, home);
  const isBelowHome = isShared && home !== "" && home !== "/" && isWithin(home, directory);
  const named = isBelowHome ? `~/${pathBelow(home, directory)}` : directory;
  return {
    program: isShared ? NAME : ownProgram(surroundings),
    directory: isDefault || directory === "" ? null : named,
  };
}

/** The start words, quoted as words of a POSIX shell. */
export function shellWords({ program, directory }: StartWords): CommandWords {
  return {
    program: shellWord(program),
    directory: directory === null ? null : shellPath(directory),
    isNamed: PROGRAM_NAME.test(basename(program)),
  };
}

/**
 * The path by which this helix is started. If `helix` on PATH is the same file, the path there is taken, because it
 * stays valid after a new build.
 */
function ownProgram(surroundings: Surroundings): string {
  const { executable } = surroundings;
  const onPath = findProgram(NAME, surroundings);
  // When helix runs from its sources, the executable is the runtime and not helix.
  if (RUNTIMES.has(basename(executable))) return onPath ?? NAME;
  return onPath !== null && isSameFile(onPath, executable, surroundings) ? onPath : executable;
}

/** Quotes a path. A leading `~/` stays unquoted, because the shell replaces only a tilde without quotes. */
function shellPath(path: string): string {
  return path.startsWith("~/") ? `~/${path.length > 2 ? shellWord(path.slice(2)) : ""}` : shellWord(path);
}

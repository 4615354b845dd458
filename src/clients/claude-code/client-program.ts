// Finds the program of the client, Claude Code, and its version.

import { dirname, join } from "node:path";
import { z } from "zod";
import { orNull } from "../../base/errors.ts";
import type { RunProgram, Surroundings } from "./finding.ts";
import { findProgram } from "./programs.ts";

export interface ClientProgram {
  readonly path: string;
  /** For example "2.1.329"; null when the version is not known. */
  readonly version: string | null;
}

const NAME = "claude";
const PACKAGE = z.object({ name: z.string().regex(/^@anthropic-ai\/claude-code(?:-|$)/), version: z.string() });
const PACKAGE_LEVELS_MAX = 3;
const PACKAGE_BYTES_MAX = 1024 * 1024;
const VERSION_WAIT_MS = 3000;
/**
 * Where the client's own installers put the program, below the home directory. They are searched whatever PATH says.
 */
const OWN_PLACES = [".local/bin/claude", ".claude/local/claude"];
/** The first version whose hooks are known to call a server's tools in the way that helix needs. */
const SERVER_HOOKS_FROM = [2, 1, 300];

/** The client of this user; null when there is none. */
export function findClient(surroundings: Surroundings, run: RunProgram): ClientProgram | null {
  const { home } = surroundings;
  const names = [NAME, ...(home === "" ? [] : OWN_PLACES.map((place) => join(home, place)))];
  for (const name of names) {
    const path = findProgram(name, surroundings);
    if (path !== null) return { path, version: packagedVersion(path, surroundings) ?? toldVersion(path, run) };
  }
  return null;
}

/** Whether hooks of this version can call a server's tools. */
export function hasServerHooks(version: string): boolean {
  const numbers = version.split(".").map(Number);
  for (const [index, least] of SERVER_HOOKS_FROM.entries()) {
    const number = numbers[index] ?? 0;
    if (number !== least) return number > least;
  }
  return true;
}

/** The version in the package.json of the npm package that contains the program; null when there is no such package. */
function packagedVersion(path: string, { paths }: Surroundings): string | null {
  let folder = dirname(paths.realPath(path) ?? path);
  for (let level = 0; level < PACKAGE_LEVELS_MAX; level++, folder = dirname(folder)) {
    const text = paths.readText(join(folder, "package.json"), PACKAGE_BYTES_MAX);
    if (text === null) continue;
    return orNull(() => versionIn(PACKAGE.parse(JSON.parse(text)).version));
  }
  return null;
}

function toldVersion(path: string, run: RunProgram): string | null {
  const answer = run(path, ["--version"], VERSION_WAIT_MS);
  return answer === null ? null : versionIn(answer);
}

/** The first version number in a text. */
export function versionIn(text: string): string | null {
  return /\b(\d{1,5}\.\d{1,5}\.\d{1,5})\b/.exec(text)?.[1] ?? null;
}

// The client, Claude Code: where its program is, and which version.

import { dirname, join } from "node:path";
import { isRecord } from "../../features/checkpoint/checkpoint.ts";
import type { Surroundings } from "./finding.ts";
import { findProgram } from "./programs.ts";

/** Starts a program, waits for it at most so long, and returns what it wrote; null when it failed or took longer. */
export type RunProgram = (program: string, words: readonly string[], limitMs: number) => string | null;

export interface ClientProgram {
  readonly path: string;
  /** Like "2.1.329"; null when it did not say. */
  readonly version: string | null;
}

const NAME = "claude";
const PACKAGE_NAME = /^@anthropic-ai\/claude-code(?:-|$)/;
const PACKAGE_LEVELS_MAX = 3;
const PACKAGE_BYTES_MAX = 1024 * 1024;
const VERSION_WAIT_MS = 3000;
/** Where the client's own installers put it, below the home directory, whatever PATH says. */
const OWN_PLACES = [".local/bin/claude", ".claude/local/claude"];
/** The first version whose hooks are known to reach a server's tools as helix needs it. */
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

/** What the package says that the program lies in, if it is one. */
function packagedVersion(path: string, { paths }: Surroundings): string | null {
  let folder = dirname(paths.realPath(path) ?? path);
  for (let level = 0; level < PACKAGE_LEVELS_MAX; level++, folder = dirname(folder)) {
    const text = paths.readText(join(folder, "package.json"), PACKAGE_BYTES_MAX);
    if (text === null) continue;
    try {
      const content: unknown = JSON.parse(text);
      if (!isRecord(content) || typeof content.name !== "string" || !PACKAGE_NAME.test(content.name)) return null;
      return typeof content.version === "string" ? versionIn(content.version) : null;
    } catch {
      return null;
    }
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

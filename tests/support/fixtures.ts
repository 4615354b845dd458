// The knowledge bases that are kept as files: written by the original program, and by helix when its format was new.

import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { temporaryDirectory } from "./knowledge.ts";

/** An entry as the list beside a log has it; times are what the clock on the wall said, as if it had been UTC. */
export interface ListedEntry {
  readonly topic: string;
  readonly minutes1970: number;
  readonly body: string;
}

/** The folder of a fixture, such as `original/edited`. */
export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
}

/** A copy of a fixture for the running test. */
export function fixtureCopy(name: string): string {
  const directory = temporaryDirectory();
  cpSync(fixturePath(name), directory, { recursive: true });
  return directory;
}

/** The live entries of a fixture, in order within each topic. */
export function listedEntries(name: string): ListedEntry[] {
  return JSON.parse(readFileSync(`${fixturePath(name)}/live.json`, "utf8")) as ListedEntry[];
}

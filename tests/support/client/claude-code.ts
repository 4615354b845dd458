// The real Claude Code, in a fixed version, as the program of its npm package for this platform (about 175 MB to fetch,
// once). Its behaviour towards hooks is written down nowhere as exactly as it is in the program itself.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fetchedPackage } from "../fetched-package.ts";

const VERSION = "2.1.329";
/** A day after it was published. */
const AS_OF = "2026-11-20";
/** It is large, and lines are slow. */
const FETCH_MS_MAX = 600_000;

/**
 * The path of the client's program, fetched first when it is not there; null, and said so on standard error, when it
 * cannot be had.
 */
export async function claudeCode(): Promise<string | null> {
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const folder = await fetchedPackage({ name, version: VERSION, asOf: AS_OF, fetchMsMax: FETCH_MS_MAX });
  if (folder === null) return null;
  const program = join(folder, "claude");
  if (!existsSync(program)) throw new Error(`${name} ${VERSION} holds no program of the name claude`);
  return program;
}

// A project of one function, for tests that ask for its code.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeRepository } from "./git-repository.ts";

/** A line of the function that holds a credential. */
export const KEY_LINE = '  const key = "AKIAIOSFODNN7EXAMPL2";\n';

/** Makes it in a folder, a repository without commits: `src/retry.ts`, with these lines first in the function. */
export function makeRetryProject(folder: string, lines = ""): void {
  makeRepository(folder);
  mkdirSync(join(folder, "src"));
  const code = `/** Limits how often. */\nexport function limitRetries(n: number) {\n${lines}  return n < 5;\n}\n`;
  writeFileSync(join(folder, "src", "retry.ts"), code);
}

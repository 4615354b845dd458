// Asks git about a repository, without changing anything in it and by no settings but the repository's own.

import { dirname, resolve } from "node:path";
import { spawnSync } from "bun";

/** How long git may take for one answer. */
const GIT_MS_MAX = 60_000;
const ENVIRONMENT = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };

/** What git is given to read, and how long it may take, in milliseconds. */
interface GitRun {
  readonly input?: string;
  readonly limitMs?: number;
}

/** What git printed; null when it failed, was too slow, or is not there. */
export function gitBytes(
  folder: string,
  words: readonly string[],
  { input, limitMs = GIT_MS_MAX }: GitRun = {},
): Uint8Array | null {
  try {
    const { exitCode, stdout } = spawnSync(["git", "-C", folder, "-c", "safe.directory=*", ...words], {
      stdin: input === undefined ? "ignore" : Buffer.from(input),
      stdout: "pipe",
      stderr: "ignore",
      // A repository around the folder is another one.
      env: { ...process.env, ...ENVIRONMENT, GIT_CEILING_DIRECTORIES: dirname(resolve(folder)) },
      timeout: limitMs,
    });
    return exitCode === 0 ? stdout : null;
  } catch {
    return null;
  }
}

/** The same as text, without white space at its end. */
export function gitText(folder: string, words: readonly string[]): string | null {
  const bytes = gitBytes(folder, words);
  return bytes === null ? null : new TextDecoder().decode(bytes).trimEnd();
}

/** The contents of objects by their names, in their order; null for one that is not there. */
export function gitObjects(folder: string, names: readonly string[]): (Uint8Array | null)[] {
  const bytes = gitBytes(folder, ["cat-file", "--batch"], { input: `${names.join("\n")}\n` }) ?? new Uint8Array();
  const decoder = new TextDecoder();
  let at = 0;
  return names.map(() => {
    // `NAME blob SIZE`, the content, a line feed; or `NAME missing`.
    const end = bytes.indexOf(10, at);
    if (end < 0) return null;
    const size = Number(/ blob (\d+)$/.exec(decoder.decode(bytes.subarray(at, end)))?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) {
      at = end + 1;
      return null;
    }
    at = end + 1 + size + 1;
    return bytes.subarray(end + 1, end + 1 + size);
  });
}

// Signs a build on macOS, which kills programs whose signature is not valid. A valid signature is left alone: it is
// part of the file, and a build that was only signed again would count as another build.

import { execFile } from "node:child_process";
import { messageOf } from "../../base/errors.ts";

/** The system's own program, by its full path, because a folder on PATH may hold anything. */
const CODESIGN = "/usr/bin/codesign";
const SIGNING_MS = 20_000;

/** Signs the program if needed. Returns what became of its signature, for people; null on systems that need none. */
export async function signBuild(
  path: string,
  platform: NodeJS.Platform = process.platform,
  codesign: string = CODESIGN,
): Promise<string | null> {
  if (platform !== "darwin") return null;
  if ((await run(codesign, ["-v", path])) === null) return "its signature holds";
  const failure = await run(codesign, ["-s", "-", "-f", path]);
  return failure === null ? "signed" : `not signed: ${failure}`;
}

/** Runs a program. Returns null when it succeeded, else what went wrong. */
function run(program: string, words: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, [...words], { timeout: SIGNING_MS }, (error) =>
      resolve(error === null ? null : messageOf(error)),
    );
  });
}

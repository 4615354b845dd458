// Signs a build on macOS, which kills programs whose signature does not hold. One that holds is left alone: a signature
// is part of the file, and a build that was only signed anew would count as another one.

import { execFile } from "node:child_process";
import { messageOf } from "../../base/errors.ts";

/** The system's own, by its full path: a folder on PATH may hold anything. */
const CODESIGN = "/usr/bin/codesign";
const SIGNING_MS = 20_000;

/** What became of the signature, for people; null where programs need none. */
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

/** Runs a program; null when all went well, else what went wrong. */
function run(program: string, words: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, [...words], { timeout: SIGNING_MS }, (error) =>
      resolve(error === null ? null : messageOf(error)),
    );
  });
}

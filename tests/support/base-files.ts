// What a test finds in and does to a knowledge base directory under running servers, whose sockets and half-made files
// come and go in their own time.

import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SOCKET_NAME } from "../../src/platform/hook-socket.ts";

/** The names in the directory, sorted, without the socket that hooks ask. */
export function filesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name !== SOCKET_NAME && !/^\.\d+\.sock$/.test(name))
    .sort();
}

/**
 * Copies what is kept of a base that is in use, in place of what `copy` was: not what a server is about to rename, nor
 * sockets.
 */
export function copyBase(directory: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { mode: 0o700, recursive: true });
  for (const name of ["data.log", "index.bin"]) {
    if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(copy, name));
  }
}

/** Takes a base away in one step: emptied in its place, a server may put a file into it meanwhile. */
export function takeAway(directory: string): void {
  renameSync(directory, `${directory}.old`);
  rmSync(`${directory}.old`, { recursive: true });
}

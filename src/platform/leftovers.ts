// Removes what killed servers and commands leave in the knowledge base directory: files and sockets that were never
// renamed into place, what a server wrote for the build that was to take its place, and tickets of processes that
// waited for the lock. The next server removes them.
// Invariants:
// - Nothing of a process that may still be there is removed.

import { lstatSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { diskFileSystem } from "./disk-file-system.ts";
import { sweepTickets } from "./lock-queue.ts";
import { namesIn } from "./path-facts.ts";
import { isAlive } from "./temporary-file.ts";

/** Files and sockets whose names hold the number of their process: see temporary-file.ts and published-socket.ts. */
const OF_PROCESS = /^\.(\d{1,10})\.sock$|\.tmp-(\d{1,10})-\d+-[0-9a-z]*$/;
/** What a server hands over to the next one: see private-file.ts. It is taken within moments. */
const HANDED_OVER = /^\.handover-[0-9a-f]{16}$/;
const HANDED_OVER_MS = 60 * 60 * 1000;

/**
 * Removes the leftovers of processes that are gone. `lockName` is the file by which they took turns. Failures do not
 * matter.
 */
export function sweepLeftovers(directory: string, lockName: string): void {
  sweep(directory, (path, name) => {
    const number = processOf(name);
    if (number !== null) return !isAlive(number);
    // Compares with the machine's own clock, which also set the file's time.
    return HANDED_OVER.test(name) && Date.now() - lstatSync(path).mtimeMs > HANDED_OVER_MS;
  });
  sweepTickets(diskFileSystem, join(directory, lockName));
}

/**
 * Removes what this process has begun. The process ends now, whatever its workers are doing. Failures do not matter.
 */
export function sweepOwnLeftovers(directory: string): void {
  sweep(directory, (_, name) => processOf(name) === process.pid);
}

function processOf(name: string): number | null {
  const [, socket, file] = OF_PROCESS.exec(name) ?? [];
  const number = socket ?? file;
  return number === undefined ? null : Number(number);
}

function sweep(directory: string, isLeft: (path: string, name: string) => boolean): void {
  for (const name of namesIn(directory)) {
    try {
      const path = join(directory, name);
      if (isLeft(path, name) && !lstatSync(path).isDirectory()) unlinkSync(path);
    } catch {
      // Another process swept it, or it is not ours to remove.
    }
  }
}

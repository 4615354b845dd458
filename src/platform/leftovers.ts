// What servers and commands that were killed leave in the knowledge base directory: files that were never renamed into
// place, the socket of a server that had not been renamed yet, what one wrote for the build that was to go on in its
// place, and tickets of those who waited for the lock. The next server removes them.
// Invariant: nothing of a process
// that may still be there is removed.

import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { diskFileSystem } from "./disk-file-system.ts";
import { sweepTickets } from "./lock-queue.ts";
import { isAlive } from "./temporary-file.ts";

/** Files and sockets with the number of their process in the name: see temporary-file.ts and published-socket.ts. */
const OF_PROCESS = /^\.(\d{1,10})\.sock$|\.tmp-(\d{1,10})-\d+-[0-9a-z]*$/;
/** What a server hands over: see private-file.ts. It is taken within moments. */
const HANDED_OVER = /^\.handover-[0-9a-f]{16}$/;
const HANDED_OVER_MS = 60 * 60 * 1000;

/**
 * Removes what is left of processes that are gone; `lockName` is the file that they took turns by. Failures do not
 * matter.
 */
export function sweepLeftovers(directory: string, lockName: string): void {
  sweep(directory, (path, name) => {
    const number = processOf(name);
    if (number !== null) return !isAlive(number);
    // The machine's own clock, as it wrote the file's time.
    return HANDED_OVER.test(name) && Date.now() - lstatSync(path).mtimeMs > HANDED_OVER_MS;
  });
  sweepTickets(diskFileSystem, join(directory, lockName));
}

/** Removes what this process has begun: it ends now, whatever its workers are about. Failures do not matter. */
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

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

// Waiting for the end of a process that is nobody's child here, and what it used of the processor meanwhile, by the
// system's count.

import { readFileSync } from "node:fs";

const isLinux = process.platform === "linux";
const POLL_MS = 5;

/**
 * What the process has used of the processor, in ticks of 10 ms; null when it has ended, be it that nobody has asked
 * about it yet.
 */
export function ticksOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return fields[0] === "Z" ? null : Number(fields[11]) + Number(fields[12]);
  } catch {
    return null;
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isLinux || ticksOf(pid) !== null;
  } catch {
    return false;
  }
}

/** Waits until there is no such process any more; returns the ticks that it was seen to use while that took. */
export async function gone(pid: number): Promise<number> {
  const before = ticksOf(pid) ?? 0;
  let last = before;
  while (isThere(pid)) {
    last = ticksOf(pid) ?? last;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return last - before;
}

// The current time of a process. It is apart from the rest of the environment, since hooks need no more than this.

import { invalid } from "../base/errors.ts";
import { type Host, thisProcess } from "./host.ts";

/**
 * The clock: the system's, or a fixed time from HELIX_NOW (ISO 8601, or milliseconds since 1970). Throws
 * INVALID_ARGUMENT when HELIX_NOW is no time.
 */
export function environmentClock({ environment }: Host = thisProcess): () => number {
  const fixed = environment.HELIX_NOW;
  if (!fixed) return Date.now;
  const now = /^\d+$/.test(fixed) ? Number(fixed) : Date.parse(fixed);
  if (Number.isNaN(now)) {
    throw invalid(`HELIX_NOW=${JSON.stringify(fixed)} is no time: give ISO 8601, e.g. HELIX_NOW=2026-02-21T06:11:00Z`);
  }
  return () => now;
}

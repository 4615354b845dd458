// How long a new build may take before it counts as hanging, and how much it may say. Less than a client waits for an
// answer.

declare const HELIX_RELOAD_STEP_MS: number | undefined;

/** How long one step of the trial may take, in milliseconds. A test build has a shorter one. */
export const STEP_MS: number = typeof HELIX_RELOAD_STEP_MS === "number" ? HELIX_RELOAD_STEP_MS : 10_000;

/**
 * How much of a log a build may take a millisecond to index, in bytes: without an index that fits it makes one first.
 */
export const INDEXED_BYTES_MIN = 1000;

/** How much a build may write to standard output in one run, in bytes. */
export const OUTPUT_BYTES_MAX = 8 * 1024 * 1024;

/** How much of what it wrote to standard error is repeated, in code units. */
export const COMPLAINT_LENGTH_MAX = 200;

/** How long calls that are still running may hold up the change to the new build, in milliseconds. */
export const DRAIN_MS = 10_000;

/** How long a process that was killed is waited for, in milliseconds. */
export const GONE_MS = 2000;

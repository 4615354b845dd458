// How long a new build may take before it counts as hanging, and how much it may write. These times are shorter than
// the time for which a client waits for an answer.

declare const HELIX_RELOAD_STEP_MS: number | undefined;

/** How long one step of the trial may take, in milliseconds. A test build has a shorter one. */
export const STEP_MS: number = typeof HELIX_RELOAD_STEP_MS === "number" ? HELIX_RELOAD_STEP_MS : 10_000;

/**
 * How many bytes of a log a build must index per millisecond at least. A build without a suitable index builds one
 * first.
 */
export const INDEXED_BYTES_MIN = 1000;

/** How many bytes a build may write to standard output in one run. */
export const OUTPUT_BYTES_MAX = 8 * 1024 * 1024;

/** How much of a build's standard error is repeated, in code units. */
export const COMPLAINT_LENGTH_MAX = 200;

/** How long calls that are still running may hold up the change to the new build, in milliseconds. */
export const DRAIN_MS = 10_000;

/** How long helix waits for a killed process to be gone, in milliseconds. */
export const GONE_MS = 2000;

// How long helix waits for others before it goes on without them. Normally that is as long as a conversation allows.
// HELIX_TIMEOUT_SCALE multiplies it, for tests on machines that are slow or busy. It is apart from the rest of the
// environment, since hooks need no more than this.

/**
 * The greatest timeout scale. A hook waits two seconds at most; 30 times that is a minute, after which clients end a
 * hook themselves.
 */
const TIMEOUT_SCALE_MAX = 30;

/** The factor for waiting times: 1, unless a number above 1 is given; 30 at most. */
export function timeoutScaleOf(given: string | undefined): number {
  const times = Number(given);
  return times > 1 ? Math.min(times, TIMEOUT_SCALE_MAX) : 1;
}

export const timeoutScale: number = timeoutScaleOf(process.env.HELIX_TIMEOUT_SCALE);

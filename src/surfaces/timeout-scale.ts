// How long helix waits for others before it goes on without them. As long as a conversation allows, and so many times
// longer where HELIX_TIMEOUT_SCALE says so: for tests, on machines that are slow or busy. Apart from the rest of the
// environment, since hooks need no more.

/** The longest wait of a hook, two seconds, so many times is a minute, after which clients end it themselves. */
const PATIENCE_MAX = 30;

/** What waiting times are multiplied by: 1 unless a number above it is given, and 30 at most. */
export function timeoutScaleOf(given: string | undefined): number {
  const times = Number(given);
  return times > 1 ? Math.min(times, PATIENCE_MAX) : 1;
}

export const timeoutScale: number = timeoutScaleOf(process.env.HELIX_TIMEOUT_SCALE);

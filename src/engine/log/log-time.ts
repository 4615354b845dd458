// The two time bases of `data.log`. A value of 28,401,120 or more counts minutes of local wall-clock time from 1970, as
// the original program writes it. A smaller value counts UTC minutes from 2024. Everything above this file speaks of
// "minutes": UTC minutes since 1970. An edit or a compaction copies the stored value and never converts it.

/** 2024-01-01 00:00 in minutes since 1970-01-01. */
export const MINUTES_2024 = 28_401_120;

/** The base in which new entries of a log are written. */
export type TimeBase = "utc-2024" | "local-1970";

const MINUTE_MS = 60_000;
/** In minutes. The offset of a time zone changes at half hours at the finest. */
const OFFSET_SPAN = 30;
const OFFSETS_MAX = 100_000;
const offsetCache = new Map<number, number>();

/** The base that a stored value is written in. */
export function timeBaseOf(stored: number): TimeBase {
  return stored >= MINUTES_2024 ? "local-1970" : "utc-2024";
}

function utcOfWallClock(wallClock: number): number {
  const span = Math.floor(wallClock / OFFSET_SPAN);
  let offset = offsetCache.get(span);
  if (offset === undefined) {
    const parts = new Date(span * OFFSET_SPAN * MINUTE_MS);
    const local = new Date(
      parts.getUTCFullYear(),
      parts.getUTCMonth(),
      parts.getUTCDate(),
      parts.getUTCHours(),
      parts.getUTCMinutes(),
    );
    offset = local.getTime() / MINUTE_MS - span * OFFSET_SPAN;
    if (offsetCache.size >= OFFSETS_MAX) offsetCache.clear();
    offsetCache.set(span, offset);
  }
  return wallClock + offset;
}

/** UTC minutes since 1970 of a stored value; wall-clock times are read in this machine's time zone. */
export function minutesOfStored(stored: number): number {
  return stored >= MINUTES_2024 ? utcOfWallClock(stored) : stored + MINUTES_2024;
}

/**
 * The value to store for `minutes` (UTC since 1970) in a log of this base. Times whose value would be misread under the
 * log's own base (before 2024 in a 1970-based log, after 2077 in a 2024-based one) are written in the other base.
 */
export function storedOfMinutes(minutes: number, base: TimeBase): number {
  const since2024 = minutes - MINUTES_2024;
  const wallClock = minutes - new Date(minutes * MINUTE_MS).getTimezoneOffset();
  const wantsLocal = base === "local-1970" || since2024 >= MINUTES_2024;
  return wantsLocal && wallClock >= MINUTES_2024 ? wallClock : Math.min(since2024, MINUTES_2024 - 1);
}

/**
 * The base in which the log goes on after an entry with this stored value. A time before 2024 says nothing about the
 * base.
 */
export function nextTimeBase(current: TimeBase, stored: number): TimeBase {
  return stored < 0 ? current : timeBaseOf(stored);
}

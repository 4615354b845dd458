// When an entry got the text that it has: when it was stored, or when it was revised since. The log keeps the first as
// the time of the record; the second stands in the entry's own `[modified: ...]` line, in local time, as it was
// written.

const MINUTE_MS = 60_000;
const MODIFIED = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/;
/**
 * A log that counts wall-clock time may be read in another zone than it was written in: so far ahead is no wrong time
 * yet.
 */
const AHEAD_MINUTES = 1440;

/**
 * The later of an entry's time and its `modified` value, which counts for nothing when it is no time. UTC minutes since
 * 1970.
 */
export function entryDate(minutes: number, modified: string | null): number {
  const match = modified === null ? null : MODIFIED.exec(modified);
  const revised = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}`);
  return revised > minutes * MINUTE_MS ? Math.floor(revised / MINUTE_MS) : minutes;
}

/**
 * The first minute that is too far ahead of the clock to be right: a clock was wrong when it was written. UTC minutes
 * since 1970.
 */
export function impossibleFrom(nowMinutes: number): number {
  return Math.floor(nowMinutes) + AHEAD_MINUTES + 1;
}

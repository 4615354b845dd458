// When an entry got its present text: when it was stored, or when it was last revised. The log keeps the first as the
// time of the record. The second is in the entry's own `[modified: ...]` line, in the local time of its writer.

const MINUTE_MS = 60_000;
const MODIFIED = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/;
/**
 * How far ahead of the clock a time may be, in minutes. A log with wall-clock times may be read in another time zone
 * than it was written in.
 */
const AHEAD_MINUTES = 1440;

/**
 * The later of an entry's time and its `modified` value, in UTC minutes since 1970. A value that is no time does not
 * count.
 */
export function entryDate(minutes: number, modified: string | null): number {
  const match = modified === null ? null : MODIFIED.exec(modified);
  const revised = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}`);
  return revised > minutes * MINUTE_MS ? Math.floor(revised / MINUTE_MS) : minutes;
}

/**
 * The first minute that is too far ahead of the clock to be right, in UTC minutes since 1970. The clock of the writer
 * was wrong then.
 */
export function impossibleFrom(nowMinutes: number): number {
  return Math.floor(nowMinutes) + AHEAD_MINUTES + 1;
}

// Days as people name them, in local time. Stored times are UTC minutes since 1970. The clock is an argument in
// milliseconds since 1970, so that results depend only on the arguments and the machine's time zone. Days begin and end
// at local midnight, so a day of 23 or 25 hours is covered completely.

import { HelixError } from "../../base/errors.ts";
import { quote } from "./clean.ts";

/** A span of UTC minutes since 1970: from `start`, before `end`. */
export interface MinuteRange {
  start: number;
  end: number;
}

/** Units of time: milliseconds of a minute, minutes of an hour and of a day. */
export const MINUTE_MS = 60_000;
export const HOUR_MINUTES = 60;
export const DAY_MINUTES = 1440;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS_OF_WEEK = 7;

/**
 * Returns the days that `word` names: `YYYY-MM-DD`, `today`, `yesterday`, or `this-week` (today and the six days
 * before). Throws INVALID_ARGUMENT for any other word, and for dates that are not in the calendar.
 */
export function dayRange(word: string, now: number): MinuteRange {
  const today = new Date(now);
  const days = (first: number, last: number): MinuteRange => ({
    start: midnight(today.getFullYear(), today.getMonth(), today.getDate() + first),
    end: midnight(today.getFullYear(), today.getMonth(), today.getDate() + last + 1),
  });
  switch (word.trim().toLowerCase()) {
    case "today":
      return days(0, 0);
    case "yesterday":
      return days(-1, -1);
    case "this-week":
      return days(1 - DAYS_OF_WEEK, 0);
    default:
      return calendarDay(word);
  }
}

/** Formats the local day of a time in UTC minutes since 1970: `2026-02-21`. */
export function formatDate(minutes: number): string {
  return dayOf(new Date(minutes * MINUTE_MS));
}

/** Formats a time in UTC minutes since 1970 as local time: `2026-02-21 06:11`. */
export function formatDateTime(minutes: number): string {
  const date = new Date(minutes * MINUTE_MS);
  return `${dayOf(date)} ${digits(date.getHours(), 2)}:${digits(date.getMinutes(), 2)}`;
}

/** Formats a time in UTC minutes since 1970 for data: `2026-02-21T05:11:00.000Z`. */
export function isoTime(minutes: number): string {
  return new Date(minutes * MINUTE_MS).toISOString();
}

function dayOf(date: Date): string {
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;
}

function calendarDay(word: string): MinuteRange {
  const match = ISO_DAY.exec(word.trim());
  if (match === null) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `${quote(word)} is no date; use YYYY-MM-DD, today, yesterday or this-week, for example 2026-02-21`,
    );
  }
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  // The check is in UTC: in local time a day that the zone skipped would look impossible too.
  const calendar = new Date(0);
  calendar.setUTCFullYear(year, month - 1, day);
  if (month < 1 || calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) {
    throw new HelixError("INVALID_ARGUMENT", `${word.trim()} is not in the calendar; use a day such as 2026-02-21`);
  }
  return { start: midnight(year, month - 1, day), end: midnight(year, month - 1, day + 1) };
}

/** Returns the first minute of a local day. In a zone that skips midnight the day begins later. */
function midnight(year: number, month: number, day: number): number {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, day);
  date.setHours(0, 0, 0, 0);
  return Math.floor(date.getTime() / MINUTE_MS);
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

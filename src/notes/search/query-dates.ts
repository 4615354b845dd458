// The days that a query names: `after:2026-02-21`, `before:yesterday`. They are taken out before its words are parsed.
// What is no day in one of these forms stays in the query, as words: an error message may well hold `before:`.

import { HelixError, invalid } from "../../base/errors.ts";
import type { Wording } from "../../base/wording.ts";
import { dayRange } from "../../engine/text/dates.ts";

/** A query without its days, and the span of time between them. */
export interface DatedQuery {
  readonly rest: string;
  /** UTC minutes since 1970: `from` is inclusive, `to` is exclusive. Null: no limit. */
  readonly from: number | null;
  readonly to: number | null;
}

const DAY = /(?<=^|\s)(after|before):(\d{4}-\d\d-\d\d|today|yesterday|this-week)(?=\s|$)/gi;

/**
 * Takes the days out of a query; of several, all hold. `now` in milliseconds since 1970. Throws INVALID_ARGUMENT for a
 * day that is not in the calendar.
 */
export function takeDates(query: string, now: number): DatedQuery {
  let from: number | null = null;
  let to: number | null = null;
  const rest = query.replace(DAY, (_, field: string, day: string) => {
    const { start, end } = namedDays((said) => (say) => `${field.toLowerCase()}:${said(say)}`, day, now);
    if (field.toLowerCase() === "after") from = Math.max(start, from ?? start);
    else to = Math.min(end, to ?? end);
    return " ";
  });
  return { rest, from, to };
}

/**
 * The days that a word names. `named` puts what names it in front of what is wrong with it. Throws INVALID_ARGUMENT.
 */
export function namedDays(
  named: (said: (say: Wording) => string) => (say: Wording) => string,
  day: string,
  now: number,
): ReturnType<typeof dayRange> {
  try {
    return dayRange(day, now);
  } catch (error) {
    if (!(error instanceof HelixError)) throw error;
    throw new HelixError(
      error.code,
      named((say) => error.messageFor(say)),
    );
  }
}

/** Refuses a span that holds no minute. Throws INVALID_ARGUMENT. */
export function checkSpan({ from, to }: Pick<DatedQuery, "from" | "to">): void {
  if (from === null || to === null || from < to) return;
  throw invalid(
    (say) =>
      `no day lies between ${say.name("after")} and ${say.name("before")}: give ${say.either("the earlier day first", "after <= before")}, e.g. ${say.option("after", "2026-02-01")} ${say.option("before", "2026-02-28")}`,
  );
}

// What was kept away from each session, and what it fetched again: a small fold for the status line, which is asked
// every second. It keeps the sessions that shortened or fetched something last; of an older one that goes on it counts
// what happens from then on.

import type { Fold } from "../log/event-fold.ts";

/** How many sessions are kept. */
export const SESSIONS_MAX = 1000;

/** The sums of a session, in bytes. `last` is when the last event happened, in milliseconds since 1970. */
export interface SessionSums {
  shortened: number;
  taken: number;
  fetches: number;
  fetched: number;
  last: number;
}

export const sessionGain: Fold<Map<string, SessionSums>> = {
  name: "session-gain",
  version: 1,
  empty: () => new Map(),
  take(state, event) {
    if (event.type !== "filter" && event.type !== "fetched") return;
    let sums = state.get(event.session);
    if (sums === undefined) {
      sums = { shortened: 0, taken: 0, fetches: 0, fetched: 0, last: 0 };
      state.set(event.session, sums);
    }
    if (event.type === "filter") {
      sums.shortened++;
      sums.taken += event.before - event.after;
    } else {
      sums.fetches++;
      sums.fetched += event.bytes;
    }
    sums.last = Math.max(sums.last, event.at);
  },
  encode: (state) =>
    [...state]
      .toSorted(([, a], [, b]) => b.last - a.last)
      .slice(0, SESSIONS_MAX)
      .map(([session, { shortened, taken, fetches, fetched, last }]) => [
        session,
        shortened,
        taken,
        fetches,
        fetched,
        last,
      ]),
  decode(value) {
    const rows = value as readonly (readonly [string, number, number, number, number, number])[];
    return new Map(
      rows.map(([session, shortened, taken, fetches, fetched, last]) => [
        session,
        { shortened, taken, fetches, fetched, last },
      ]),
    );
  },
};

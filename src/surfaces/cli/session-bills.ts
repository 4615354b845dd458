// Looks up what sessions that are over were charged for, in the client's transcripts, and keeps it as events: the client
// removes transcripts after some weeks.

import { findSession, readSession, type SessionPlaces } from "../../clients/claude-code/session-files.ts";
import { EventWriter } from "../../events/log/event-writer.ts";
import { PAUSE_MS, type WorkedSession } from "../../events/log/worked-sessions.ts";
import { type ModelPrice, priceOf } from "../../features/gain/price-table.ts";
import type { SessionRecord } from "../../features/gain/session-record.ts";
import { weightedTokens } from "../../features/lift/outcomes.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import { diskAppendedFiles } from "../../platform/disk-appended-files.ts";

/** How many transcripts one command reads, and how long it goes on, in milliseconds. */
const READ_MAX = 200;
const TIME_MAX_MS = 20_000;

/** What became of the sessions whose bills were looked up. */
export interface FoundBills {
  readonly found: number;
  /** Sessions that were left to the next command. */
  readonly left: number;
}

/** Looks up the bills of sessions that have none, and appends them to the log. */
export function keepBills(
  directory: string,
  sessions: readonly (readonly [name: string, session: WorkedSession])[],
  places: SessionPlaces,
  prices: readonly ModelPrice[],
): FoundBills {
  const log = new EventWriter(diskAppendedFiles, directory, randomNoteId);
  const started = performance.now();
  let [found, read] = [0, 0];
  const wanted = sessions.filter(([, { bill }]) => bill === null);
  for (const [at, [session, { last, project }]] of wanted.entries()) {
    if (read === READ_MAX || performance.now() - started > TIME_MAX_MS) return { found, left: wanted.length - at };
    const record = recordOf(session, places);
    if (record === null) continue;
    read++;
    const tokens = tokensUpTo(record, last + PAUSE_MS, prices);
    if (tokens === null) continue;
    const head = { at: last, session, agent: "", project: project === "" ? [] : [project] };
    if (log.append(head, [{ type: "bill", tokens }])) found++;
  }
  return { found, left: 0 };
}

/** The client's record of a session; null where there is none that can be read whole. */
function recordOf(session: string, places: SessionPlaces): SessionRecord | null {
  try {
    const record = readSession(places, findSession(places, session), new Set());
    return record.flaws.length === 0 ? record : null;
  } catch {
    return null;
  }
}

/** What the requests before a time were charged for; null for no request. */
function tokensUpTo({ conversations }: SessionRecord, end: number, prices: readonly ModelPrice[]): number | null {
  const requests = conversations.flatMap((each) => each.requests).filter(({ at }) => at < end);
  if (requests.length === 0) return null;
  const tokens = requests.reduce((sum, { model, usage }) => sum + weightedTokens(priceOf(prices, model), usage), 0);
  return Math.round(tokens);
}

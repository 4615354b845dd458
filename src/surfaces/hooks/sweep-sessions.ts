// A conversation that nobody returns to leaves a session's file. The file is kept for a day, so that somebody who
// resumes the conversation the next morning is not told everything again, and so that nobody can be about to append to
// a file while it is removed.

import { SESSIONS_FOLDER } from "../../events/session-store.ts";
import { removeIdleFiles } from "../../platform/disk-appended-files.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Removes the files of sessions that are over; `now` in milliseconds since 1970. */
export function sweepSessions(directory: string, now: number): void {
  removeIdleFiles(`${directory}/${SESSIONS_FOLDER}`, now - KEPT_MS);
}

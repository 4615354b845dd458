// Conversations that nobody comes back to leave a session's file each. It is kept for a day, so that who resumes one
// the next morning is not told everything again, and so that nobody can be about to append to one that is removed.

import { SESSIONS_FOLDER } from "../../events/session-store.ts";
import { removeIdleFiles } from "../../platform/disk-appended-files.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Removes the files of sessions that are over; `now` in milliseconds since 1970. */
export function sweepSessions(directory: string, now: number): void {
  removeIdleFiles(`${directory}/${SESSIONS_FOLDER}`, now - KEPT_MS);
}

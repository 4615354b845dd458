// Sessions that have ended leave a file each. It is removed when it has been idle for so long that nothing in it counts any more, and a
// while beyond: nobody may be about to append to it.

import { SESSION_IDLE_MS } from "../../features/hooks/session-state.ts";
import { SESSIONS_FOLDER } from "../../features/hooks/session-store.ts";
import { removeIdleFiles } from "../../storage/disk-appended-files.ts";

const MARGIN = 2;

/** Removes the files of sessions that are over; `now` in milliseconds since 1970. */
export function sweepSessions(directory: string, now: number): void {
  removeIdleFiles(`${directory}/${SESSIONS_FOLDER}`, now - MARGIN * SESSION_IDLE_MS);
}

// Tidies up what hooks have written, once a session: also originals of shortened outputs that are a day old. A conversation that nobody returns to leaves a session's file. The
// file is kept for a day, so that somebody who resumes the conversation the next morning is not told everything again,
// and so that nobody can be about to append to a file while it is removed. Of the event log, a full segment gets its
// name, and old ones are compacted.

import { compactEvents } from "../../events/log/event-compaction.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { SESSIONS_FOLDER } from "../../events/session-store.ts";
import { KeptOutputs } from "../../filters/kept/kept-outputs.ts";
import { randomOutputKey } from "../../filters/kept/output-key.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import { removeIdleFiles } from "../../platform/disk-appended-files.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { isOwnDirectory } from "../../platform/own-directory.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Removes the files of sessions that are over; `now` in milliseconds since 1970. Tidies the event log. Never throws. */
export function sweepRecords(directory: string, now: number): void {
  removeIdleFiles(`${directory}/${SESSIONS_FOLDER}`, now - KEPT_MS);
  new KeptOutputs({ files: diskFileSystem, directory, newKey: randomOutputKey, isOwn: isOwnDirectory }).sweep(now);
  try {
    const log = new EventLog(diskFileSystem, directory);
    if (log.rotate()) compactEvents(log, randomNoteId);
  } catch {
    // The disk is full, or the folder is not ours. The next session tries again.
  }
}

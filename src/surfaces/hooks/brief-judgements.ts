// What was judged of notes, for a process that lives for one event: it reads no more of the event log than it has time for.
// Invariants:
// - Judgements are read whole, or not at all: half of them would be a wrong record.

import { foldEvents, unreadBytes, WORTH_BYTES } from "../../events/log/event-fold.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { type Judgements, judgements } from "../../events/log/judgements.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";

/** The most that is read behind the snapshot, in bytes; and once a session, when there is more time. */
const READ_BYTES_MAX = 512 * 1024;
const BEHIND_BYTES_MAX = 8 * 1024 * 1024;

/** All judgements; null where reading them would take too long. Throws the system's errors. */
export function readJudgements(directory: string): Judgements | null {
  const log = new EventLog(diskFileSystem, directory);
  return unreadBytes(log, judgements) > READ_BYTES_MAX ? null : foldEvents(log, judgements).state;
}

/** Writes the snapshot anew where it is behind, so that the next events need not read so much. Does not throw. */
export function keepJudgements(directory: string): void {
  try {
    const log = new EventLog(diskFileSystem, directory);
    const behind = unreadBytes(log, judgements);
    if (behind >= WORTH_BYTES && behind <= BEHIND_BYTES_MAX) foldEvents(log, judgements, WORTH_BYTES);
  } catch {
    // The next session tries again.
  }
}

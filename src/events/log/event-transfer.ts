// Export and import of events: their lines as they are. Every event has an id, so that importing twice adds nothing.

import { HelixError } from "../../base/errors.ts";
import type { EventLog } from "./event-log.ts";
import { parseEvent } from "./event-parser.ts";
import { countedNames } from "./note-counters.ts";

/** What an import did, in lines. */
export interface ImportedEvents {
  readonly imported: number;
  /** Events that were there already. */
  readonly known: number;
  /** Events from before the last compaction. They may be in its counts, so they are left out. */
  readonly counted: number;
  readonly damaged: number;
}

/** All whole lines of the log, the oldest segment first. Calls `damaged` for each line that is left out. */
export function exportEvents(log: EventLog, take: (line: string) => void, damaged: () => void): void {
  log.read({ event: (_event, line) => take(line), later: take, damaged });
}

/**
 * Adds the events of an export that are not there yet, with one write that is synced. Throws INVALID_ARGUMENT where no
 * line is an event.
 */
export function importEvents(log: EventLog, text: string): ImportedEvents {
  const ids = new Set<string>();
  let compactedAt = Number.NEGATIVE_INFINITY;
  log.read({
    event(event) {
      ids.add(event.id);
      if (event.type === "compacted") compactedAt = Math.max(compactedAt, event.at);
    },
  });
  const added: string[] = [];
  let [known, counted, damaged] = [0, 0, 0];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const event = parseEvent(line);
    if (event === null || event === "later") damaged++;
    else if (ids.has(event.id) || event.type === "compacted") known++;
    else if (event.at <= compactedAt && countedNames(event) !== null) counted++;
    else {
      ids.add(event.id);
      added.push(line);
    }
  }
  if (damaged > 0 && added.length + known + counted === 0) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      "no line is an event: give what helix export --events has printed, e.g. helix import --events events.jsonl",
    );
  }
  if (added.length > 0) log.appendSynced(`\n${added.join("\n")}\n`);
  return { imported: added.length, known, counted, damaged };
}

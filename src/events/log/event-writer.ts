// Appends events: one write for all events of a moment, which waits for nobody. What a hook observes is not synced, and
// what cannot be written is left out, since no observation is worth an error in somebody's conversation.

import type { AppendedFiles } from "../../platform/appended-files.ts";
import { encodeEvents } from "./event-line.ts";
import type { EventHead, NewEvent } from "./event-types.ts";

export const EVENTS_FOLDER = "events";
/** The segment that is appended to. Its name changes when it is full, see event-log.ts. */
export const ACTIVE_NAME = "active.jsonl";

export class EventWriter {
  readonly #lines: AppendedFiles;
  readonly #path: string;
  readonly #newId: () => string;

  /** `newId` makes the id of an event: ten characters, as a note's. */
  constructor(lines: AppendedFiles, directory: string, newId: () => string) {
    this.#lines = lines;
    this.#path = `${directory}/${EVENTS_FOLDER}/${ACTIVE_NAME}`;
    this.#newId = newId;
  }

  /** Appends events of one moment. False when they cannot be written. */
  append(head: EventHead, events: readonly NewEvent[]): boolean {
    if (events.length === 0) return true;
    const lines = encodeEvents(head, events, this.#newId);
    // The second time for a segment that was compacted while this process stood still.
    return this.#lines.append(this.#path, lines) || this.#lines.append(this.#path, lines);
  }
}

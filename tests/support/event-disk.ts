// An event log on a disk in memory, with writers that are killed within an append.

import { encodeEvents } from "../../src/events/log/event-line.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import type { EventHead, LoggedEvent, NewEvent } from "../../src/events/log/event-types.ts";
import { countedEventIds } from "./memory-events.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";

export const EVENTS_DIRECTORY = "/base";
export const ACTIVE_PATH = `${EVENTS_DIRECTORY}/events/active.jsonl`;
export const NOON_MS = Date.UTC(2026, 1, 21, 12);

export const HEAD: EventHead = { at: NOON_MS, session: "s1", agent: "", project: ["acme/api"] };

export class EventDisk {
  readonly files: MemoryFileSystem;
  readonly log: EventLog;
  readonly newId = countedEventIds();

  constructor(files = new MemoryFileSystem()) {
    this.files = files;
    this.log = new EventLog(files, EVENTS_DIRECTORY);
  }

  /** Appends events. A writer that is killed leaves `kept` of its bytes. */
  append(events: readonly NewEvent[], head: Partial<EventHead> = {}, kept = Number.POSITIVE_INFINITY): void {
    this.#write(this.#encoded(events, head).subarray(0, kept));
  }

  /** Appends what many writers write, at once: a disk in memory copies all that it holds for each. */
  appendAll(written: readonly (readonly [events: readonly NewEvent[], head: Partial<EventHead>])[]): void {
    this.#write(Buffer.concat(written.map(([events, head]) => this.#encoded(events, head))));
  }

  #encoded(events: readonly NewEvent[], head: Partial<EventHead>): Buffer {
    return Buffer.from(encodeEvents({ ...HEAD, ...head }, events, this.newId));
  }

  #write(bytes: Uint8Array): void {
    const handle = this.files.open(ACTIVE_PATH, "append");
    handle.append(bytes);
    handle.sync();
    handle.close();
    this.files.syncDirectory(`${EVENTS_DIRECTORY}/events`);
  }

  /** All events that are read, and how many lines are damaged. */
  read(): { events: LoggedEvent[]; damaged: number } {
    const events: LoggedEvent[] = [];
    let damaged = 0;
    this.log.read({ event: (event) => events.push(event), damaged: () => damaged++ });
    return { events, damaged };
  }
}

/** An event that says that a note was shown. */
export function shownNote(...notes: readonly string[]): NewEvent {
  return { type: "shown", hook: "prompt", notes };
}

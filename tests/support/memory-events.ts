// The events that hooks write, in memory.

import { parseEvent } from "../../src/events/log/event-parser.ts";
import type { LoggedEvent } from "../../src/events/log/event-types.ts";
import { EventWriter } from "../../src/events/log/event-writer.ts";
import { type Judgements, judgements } from "../../src/events/log/judgements.ts";

/** Ids in a row: `0000000001`, `0000000002`, ... */
export function countedEventIds(): () => string {
  let count = 0;
  return () => String(++count).padStart(10, "0");
}

export class MemoryEvents {
  readonly writer: EventWriter;
  #text = "";

  constructor() {
    const append = (_path: string, text: string) => {
      this.#text += text;
      return true;
    };
    this.writer = new EventWriter({ readEnd: () => null, append }, "/base", countedEventIds());
  }

  /** All events, each without what all have. */
  all(): Record<string, unknown>[] {
    return this.logged().map(({ id, at, session, agent, project, ...event }) => event);
  }

  /** What was judged. */
  judgements(): Judgements {
    const state = judgements.empty();
    for (const event of this.logged()) judgements.take(state, event);
    return state;
  }

  logged(): LoggedEvent[] {
    const lines = this.#text.split("\n").filter((line) => line !== "");
    return lines.map((line) => parseEvent(line) as LoggedEvent);
  }
}

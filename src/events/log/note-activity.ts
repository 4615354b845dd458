// When each note was last shown or used: a fold over the event log. Times go by id. Those of a note that was merged into
// another are found by its id, which the other has as an alias.

import type { Fold } from "./event-fold.ts";
import type { LoggedEvent } from "./event-types.ts";

/** By id: when a note was last shown or used, in milliseconds since 1970. */
export type NoteActivity = Map<string, number>;

export const noteActivity: Fold<NoteActivity> = {
  name: "note-activity",
  version: 1,
  empty: () => new Map(),
  take(state, event) {
    const at = event.type === "total" ? event.last : event.at;
    for (const id of activeNotes(event)) state.set(id, Math.max(at, state.get(id) ?? 0));
  },
  encode: (state) => [...state],
  decode(value) {
    if (!Array.isArray(value)) throw new Error("not a snapshot");
    return new Map(value as [string, number][]);
  },
};

/** The notes that an event shows or uses. */
function activeNotes(event: LoggedEvent): Iterable<string> {
  if (event.type === "shown" || event.type === "used") return event.notes;
  // The empty name stands for the event itself.
  if (event.type === "total" && (event.of === "shown" || event.of === "used")) {
    return Object.keys(event.counts).filter((name) => name !== "");
  }
  return [];
}

/** When a note, given by its ids, was last shown or used; 0 for never. */
export function lastActive(activity: NoteActivity, ids: readonly string[]): number {
  return ids.reduce((last, id) => Math.max(last, activity.get(id) ?? 0), 0);
}

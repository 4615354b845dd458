// Where the ids of new notes come from.

import { randomNoteId } from "../notes/text/note-id.ts";

/** Random ids, unless HELIX_NOTE_IDS is `derived`: then notes are written without, and tests know what is shown. */
export function environmentIds(): { newNoteId: () => string | null } {
  return { newNoteId: process.env.HELIX_NOTE_IDS === "derived" ? () => null : randomNoteId };
}

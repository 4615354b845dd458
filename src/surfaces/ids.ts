// Where the ids of new notes come from.

import { randomNoteId } from "../notes/text/note-id.ts";
import { type Host, thisProcess } from "./host.ts";

/** Random ids, unless HELIX_NOTE_IDS is `derived`: then notes are written without, and tests know what is shown. */
export function environmentIds({ environment }: Host = thisProcess): { newNoteId: () => string | null } {
  return { newNoteId: environment.HELIX_NOTE_IDS === "derived" ? () => null : randomNoteId };
}

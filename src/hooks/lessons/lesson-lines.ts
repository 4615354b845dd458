// A lesson in one or two lines: its kind, id and trigger, its record where it was judged, and what to do.

import { cleanLine } from "../../engine/text/clean.ts";
import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { Judged } from "../../events/log/judgements.ts";
import type { Lesson } from "../../notes/lessons/lesson.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";

const TRIGGER_LENGTH_MAX = 140;
const RESOLUTION_LENGTH_MAX = 180;

/** `helped 4 of 5`: of the judged uses; "" for none. */
export function recordOf({ helped, misled }: Pick<Judged, "helped" | "misled">): string {
  const judged = helped + misled;
  if (judged === 0) return "";
  return helped === 0 ? `misled ${misled} of ${judged}` : `helped ${helped} of ${judged}`;
}

/** The lines of a lesson; `remark` stands behind its trigger, with its record. */
export function lessonLines(
  id: string,
  { kind, trigger, resolution }: Lesson,
  judged: Pick<Judged, "helped" | "misled">,
  remark = "",
): string[] {
  const notes = [recordOf(judged), remark].filter((each) => each !== "").join("; ");
  const first = `- ${kind} ${shownNoteId(id)}: ${shown(trigger, TRIGGER_LENGTH_MAX)}${notes === "" ? "" : ` (${shown(notes, TRIGGER_LENGTH_MAX)})`}`;
  return resolution === "" ? [first] : [first, `  do: ${shown(resolution, RESOLUTION_LENGTH_MAX)}`];
}

function shown(text: string, lengthMax: number): string {
  return showControls(cutLine(cleanLine(text), lengthMax));
}

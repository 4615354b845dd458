// Notices that a tool of helix was called for notes: one that was shown is opened, or a note is corrected. The tool's
// answer names the notes by their ids.

import type { CorrectionKind } from "../../events/log/event-types.ts";
import { formatNoteId, parseNoteId } from "../../notes/text/note-id.ts";
import { ownToolName } from "../approval/own-tool-names.ts";
import type { HookContext } from "../common/hook-context.ts";
import { textOf } from "../common/hook-event.ts";
import { entriesInUse } from "../common/in-use.ts";

const CORRECTIONS: readonly string[] = ["append", "revise", "delete"] satisfies CorrectionKind[];
const NOTE_ID = /@([0-9a-hjkmnp-tv-z]{10})\b/;
const ANSWER_LENGTH_MAX = 2000;

/** Tells the trace what a call of one of helix's tools says of notes. */
export function sawCall(context: HookContext): void {
  const { toolName, toolInput, toolResponse, error } = context.event;
  if (error !== "" || toolResponse.isError === true) return;
  const tool = ownToolName(toolName);
  const isOne = textOf(toolInput, "id") !== "" || toolInput.index !== undefined;
  const action = textOf(toolInput, "action").trim().toLowerCase();
  const isOfMany = toolInput.all !== undefined || toolInput.where !== undefined;
  const isCorrection = tool === "edit" && CORRECTIONS.includes(action) && !isOfMany;
  if (!isCorrection && !(tool === "read" && isOne)) return;
  const note = noteOf(context);
  if (note === null) return;
  if (isCorrection) context.trace.saw({ type: "correction", notes: [note], how: action as CorrectionKind });
  else if (wasShown(context, note)) context.trace.saw({ type: "used", notes: [note], how: "opened" });
}

/** The id that the call gives, or the first one in the tool's answer. */
function noteOf({ event }: HookContext): string | null {
  const given = parseNoteId(textOf(event.toolInput, "id"));
  if (given !== null) return formatNoteId(given);
  return NOTE_ID.exec(answerOf(event).slice(0, ANSWER_LENGTH_MAX))?.[1] ?? null;
}

/** The text of a tool's answer: the client gives the blocks of it, or their text alone. */
function answerOf({ responseText, toolResponse }: HookContext["event"]): string {
  if (responseText !== "") return responseText;
  const { content } = toolResponse;
  const [block] = Array.isArray(content) ? content : [content];
  return typeof block === "string" ? block : typeof block?.text === "string" ? block.text : "";
}

function wasShown(context: HookContext, note: string): boolean {
  const view = context.view();
  return view !== null && entriesInUse(view, context.session, (id) => view.noteId(id) === note, 1).length > 0;
}

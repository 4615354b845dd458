// The beginning of a subagent: tells the subagent's own conversation what can be looked up, and the few things that it
// must not get wrong. A subagent has one task, so the text is short.

import type { SessionUpdate } from "../../events/session-state.ts";
import { MORE, openingLine, TOPICS_MAX, topicsLine } from "../../features/session/summary.ts";
import { survey } from "../../features/session/survey.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { SILENCE } from "../common/hook-answer.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";
import { NoteList } from "../common/note-list.ts";

const BYTES_MAX = 1024;
/** How many notes of each kind are shown. */
const NOTES_MAX = 2;

/** Answers the event. */
export function subagent(context: HookContext): HookOutcome {
  const view = context.view();
  const found =
    view === null ? null : survey(view.index, context.project, { entriesMax: NOTES_MAX, topicsMax: TOPICS_MAX });
  if (view === null || found === null || found.entries === 0) return { answer: SILENCE, updates: [] };
  const opening = `${openingLine(found, context.project)}\n${topicsLine(found)}`;
  const { lines, updates } = notesFor(context, view, found.best, BYTES_MAX - Buffer.byteLength(opening + MORE) - 2);
  return { answer: { kind: "text", text: [opening, ...lines, MORE].join("\n") }, updates };
}

function notesFor(
  context: HookContext,
  view: NoteView,
  best: ReturnType<typeof survey>["best"],
  bytesMax: number,
): { lines: readonly string[]; updates: readonly SessionUpdate[] } {
  const notes = new NoteList(view, context, "Keep in mind:", { bytesMax });
  notes.add("INVARIANTS", best.invariant, NOTES_MAX);
  notes.add("GOTCHAS", best.gotcha, NOTES_MAX);
  const answer = notes.answer();
  // Every subagent is told these topics, so they say nothing about this session and are not remembered.
  const updates = context.event.agent === "" ? [] : notes.updates().filter(({ kind }) => kind === "i");
  return { lines: answer.kind === "text" ? [answer.text] : [], updates };
}

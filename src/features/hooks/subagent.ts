// The beginning of a subagent, told into its own conversation: what there is to look up, and the few things not to do wrong. It was sent
// to do one thing, so this is short.

import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import { TOPICS_MAX, topicsLine } from "../session/summary.ts";
import { survey } from "../session/survey.ts";
import { counted } from "../wording.ts";
import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";
import { NoteList } from "./note-list.ts";
import type { SessionUpdate } from "./session-state.ts";

const BYTES_MAX = 1024;
/** Entries of each kind. */
const ENTRIES_MAX = 2;
const CLOSING = 'Look things up with the tools of helix: search query="words", read topic="topic".';

/** Answers the event. */
export function subagent(context: HookContext): HookOutcome {
  const view = context.view();
  const found =
    view === null ? null : survey(view.index, context.project, { entriesMax: ENTRIES_MAX, topicsMax: TOPICS_MAX });
  if (view === null || found === null || found.entries === 0) return { answer: SILENCE, updates: [] };
  const opening = `helix holds ${counted(found.entries, "note", "notes")} on this. ${topicsLine(found)}`;
  const { lines, updates } = notesFor(context, view, found.best, BYTES_MAX - Buffer.byteLength(opening + CLOSING) - 2);
  return { answer: { kind: "text", text: [opening, ...lines, CLOSING].join("\n") }, updates };
}

function notesFor(
  { memory, event }: HookContext,
  view: KnowledgeView,
  best: ReturnType<typeof survey>["best"],
  bytesMax: number,
): { lines: readonly string[]; updates: readonly SessionUpdate[] } {
  const notes = new NoteList(view, memory, event.agent, "Keep in mind:", bytesMax);
  notes.add("INVARIANTS", best.invariant, ENTRIES_MAX);
  notes.add("GOTCHAS", best.gotcha, ENTRIES_MAX);
  const answer = notes.answer();
  // The topics are what every subagent is told: they say nothing of what this session is about.
  const updates = event.agent === "" ? [] : notes.updates().filter(({ kind }) => kind === "i");
  return { lines: answer.kind === "text" ? [answer.text] : [], updates };
}

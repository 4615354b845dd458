// The beginning of a session: what is known for this project. After a compaction also what the conversation was about.
// Invariants:
// - the summary is the same, byte for byte, while knowledge base and checkpoint are; a conversation that holds it is not told again;
// - what is brought back counts as injected again, and whatever was injected before may come again.

import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import { sessionSummary } from "../session/summary.ts";
import { stepLines, taskLine } from "./checkpoint-lines.ts";
import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";
import { entriesInUse } from "./in-use.ts";
import { NoteList } from "./note-list.ts";
import { SessionMemory } from "./session-memory.ts";
import { hasWorked, sessionFacts } from "./session-report.ts";
import { type SessionState, type SessionUpdate, SUMMARY_KEY } from "./session-state.ts";

/** How many entries a compaction brings back. */
const IN_USE_MAX = 8;
const NONE: readonly SessionUpdate[] = [];

/** Answers the event. */
export function session(context: HookContext): HookOutcome {
  const { event, session: state, now } = context;
  // A subagent's conversation begins with its own hook.
  if (event.agent !== "") return { answer: SILENCE, updates: NONE };
  const { source } = event;
  const isCompacted = source === "compact";
  const isEmptied = isCompacted || source === "clear";
  const view = context.view();
  const summary = summaryText(context, view);
  const key = `${SUMMARY_KEY}${Bun.hash(summary).toString(36)}`;
  // Without an id the terminal stands for the session: a start is another one in it.
  const isAnother = source === "startup" && event.session === "";
  if (!isEmptied && !isAnother && context.memory.wasInjected(key, "")) return { answer: SILENCE, updates: NONE };
  const parts = summary === "" ? [] : [summary];
  const updates: SessionUpdate[] = [];
  if (isAnother) updates.push({ kind: "!", value: String(now) });
  if (isEmptied) updates.push({ kind: "=", value: source });
  if (summary !== "") updates.push({ kind: "i", value: key });
  if (isCompacted) {
    const facts = continuationLines(context);
    if (facts.length > 0) parts.push(["THIS SESSION, before its conversation was summarised:", ...facts].join("\n"));
    const notes = view === null ? null : notesInUse(view, state);
    if (notes !== null && notes.count > 0) parts.push((notes.answer() as { text: string }).text);
    updates.push(...(notes?.updates() ?? NONE));
  }
  return { answer: parts.length === 0 ? SILENCE : { kind: "text", text: parts.join("\n\n") }, updates };
}

/** The summary; "" where it would say nothing. */
function summaryText({ project, checkpoint }: HookContext, view: KnowledgeView | null): string {
  const saved = checkpoint();
  if (view === null)
    return saved === null ? "" : `CHECKPOINT of helix (all of it: topics action=resume): ${taskLine(saved)}`;
  // Outside of any project nobody asked for helix's company.
  if (view.index.liveCount === 0 && project === null && saved === null) return "";
  return sessionSummary(view, project, saved);
}

function continuationLines({ session: state, checkpoint }: HookContext): string[] {
  const saved = checkpoint();
  const facts = hasWorked(state) ? sessionFacts(state) : [];
  return [...facts, ...(saved === null ? [] : stepLines(saved))].map((line) => `  ${line}`);
}

/** Each conversation is told of what it holds: this one holds nothing yet. */
function notesInUse(view: KnowledgeView, state: SessionState): NoteList {
  const notes = new NoteList(view, new SessionMemory(), "", "From helix, again:");
  notes.add("NOTES IN USE, the last ones first", entriesInUse(view, state, IN_USE_MAX), IN_USE_MAX);
  return notes;
}

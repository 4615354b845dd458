// What a session remembers of notes that were shown, and when a sign for or against them may be seen. Every hook loads this,
// so it looks at nothing else.

import type { SessionState, SessionUpdate } from "../../events/session-state.ts";
import type { HookContext } from "../common/hook-context.ts";
import { type HookEvent, textOf } from "../common/hook-event.ts";
import type { HookType } from "../common/hook-types.ts";
import { touchedFile } from "../common/touched-file.ts";
import { textBefore, textHash } from "./held-text.ts";

/** The hooks that look for notes on an event, other than those that begin a conversation. */
const LOOKING: readonly HookType[] = ["prompt", "ambient", "post-build", "error-context"];
const EDITS: readonly string[] = ["Edit", "MultiEdit", "Write", "NotebookEdit"];
/** Commands of the client, and what it submits in the user's place. */
const OF_THE_CLIENT = /^\s*(?:<[a-z]+-[\w-]+>|\/[\w:-]+(?:\s|$)|!)/i;

/** Whether a prompt is none of a person. */
export function isOfClient(prompt: string): boolean {
  return OF_THE_CLIENT.test(prompt);
}

/** Whether an event is that a file is about to be edited. */
export function isEdit(type: HookType, { toolName }: Pick<HookEvent, "toolName">): boolean {
  return type === "ambient" && EDITS.includes(toolName);
}

/** Whether an event is one that says something of notes which were shown. */
export function isOfSigns(type: HookType, event: HookEvent): boolean {
  const isOne = type === "prompt" || type === "stop" || isEdit(type, event);
  return event.agent === "" && (isOne || (type === "post-build" && event.toolName === "Bash"));
}

/** Whether it may say something of those that the main conversation was shown. */
export function maySeeSigns(type: HookType, event: HookEvent, { shown, inUse }: SessionState): boolean {
  if (!isOfSigns(type, event)) return false;
  if (type === "prompt") return shown.inTurn.size > 0;
  return shown.ofFiles.size > 0 || (type !== "stop" && inUse.size > 0);
}

/** Stands for a command where a file would stand. */
export function commandName(command: string): string {
  return `$${Bun.hash(command.trim()).toString(36)}`;
}

/** The updates that make the session remember the notes of an answer, with what they were shown at. */
export function shownAt(type: HookType, context: HookContext, isSilent: boolean): SessionUpdate[] {
  const { event, trace } = context;
  if (!LOOKING.includes(type) || event.agent !== "") return [];
  const notes = isSilent ? [] : trace.shownNotes;
  const held = isEdit(type, event) ? heldBefore(context, notes.length > 0) : [];
  if (notes.length === 0) return held;
  const at = event.toolName === "Bash" ? commandName(textOf(event.toolInput, "command")) : trace.file;
  return [...held, { kind: "a", value: `${notes.join(",")} ${at}`.trimEnd() }];
}

/** What a file holds before an edit, if notes are shown for it, or were. */
function heldBefore(context: HookContext, areShown: boolean): SessionUpdate[] {
  const { ofFiles } = context.session.shown;
  const file = areShown || ofFiles.has(context.trace.file) ? touchedFile(context) : null;
  const text = file === null ? null : textBefore(context.files, file);
  return file === null || text === null ? [] : [{ kind: "h", value: `${textHash(text)} ${file.name}` }];
}

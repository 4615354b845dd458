// What speaks for or against notes that the main conversation was shown, without anybody's claim: a command that a note
// tells was run, a symbol that it names was written, an edit was undone, a prompt corrects. Nothing of it is a judgement.
// Invariants:
// - The call that shows a note never counts: the note is not known then, and of a command its repetition does not count.

import type { DoubtKind } from "../../events/log/event-types.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";
import { textOf } from "../common/hook-event.ts";
import type { HookType } from "../common/hook-types.ts";
import { holdsCommand } from "../common/told-commands.ts";
import { touchedFile } from "../common/touched-file.ts";
import { isCorrection } from "./corrections.ts";
import { commandName, isOfClient } from "./shown-at.ts";
import { writesSymbol } from "./told-code.ts";
import { toldNotes } from "./told-notes.ts";
import { discardedFiles, isUndone } from "./undone-edits.ts";

/** Tells the trace of signs, and returns what the session has to remember of them. `outcome` is what the hook found. */
export function sawSigns(type: HookType, context: HookContext, outcome: HookOutcome): SessionUpdate[] {
  switch (type) {
    case "prompt":
      return ofPrompt(context);
    case "ambient":
      return ofEdit(context);
    case "post-build":
      return [...ofCommand(context), ...ofRefused(context, outcome)];
    default:
      return ofRefused(context, outcome);
  }
}

function ofPrompt(context: HookContext): SessionUpdate[] {
  const { event, session } = context;
  if (isOfClient(event.prompt)) return [];
  const against = isCorrection(event.prompt) ? doubt(context, [...session.shown.inTurn], "prompt") : [];
  return [...against, { kind: "q", value: "" }];
}

function ofEdit(context: HookContext): SessionUpdate[] {
  const file = touchedFile(context);
  if (file?.kind !== "e") return [];
  const written = toldNotes(context).filter(({ symbols }) => symbols.some((name) => writesSymbol(file, name)));
  if (written.length > 0) {
    context.trace.saw({ type: "used", notes: written.map(({ id }) => id), how: "written", file: file.name });
  }
  const notes = context.session.shown.ofFiles.get(file.name) ?? [];
  return notes.length > 0 && isUndone(context, file) ? doubt(context, notes, "undone", file.name) : [];
}

function ofCommand(context: HookContext): SessionUpdate[] {
  const { event, session, trace } = context;
  const command = textOf(event.toolInput, "command");
  const { ofFiles, awaited } = session.shown;
  const trigger = ofFiles.get(commandName(command)) ?? [];
  const ran = toldNotes(context)
    .filter(({ id, commands }) => !trigger.includes(id) && commands.some((each) => holdsCommand(command, each)))
    .map(({ id }) => id);
  const updates: SessionUpdate[] = [];
  if (ran.length > 0) {
    trace.saw({ type: "used", notes: ran, how: "ran" });
    if (awaited.some(({ notes }) => notes.some((id) => ran.includes(id)))) updates.push({ kind: "c", value: "" });
  }
  for (const file of discardedFiles(command, session.edited)) {
    updates.push(...doubt(context, ofFiles.get(file) ?? [], "undone", file));
  }
  return updates;
}

/** Edits that the hook has found to have changed nothing: they were not allowed. */
function ofRefused(context: HookContext, { updates }: HookOutcome): SessionUpdate[] {
  const { ofFiles } = context.session.shown;
  return updates
    .filter(({ kind }) => kind === "u")
    .flatMap(({ value }) => doubt(context, ofFiles.get(value) ?? [], "refused", value));
}

function doubt(
  { trace, session }: HookContext,
  all: readonly string[],
  how: DoubtKind,
  file?: string,
): SessionUpdate[] {
  const notes = all.filter((id) => session.shown.doubts.get(id) !== how);
  if (notes.length === 0) return [];
  trace.saw({ type: "doubt", notes, how, file });
  return [{ kind: "b", value: `${notes.join(",")} ${how}` }];
}

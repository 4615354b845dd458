// After a tool has run: updates the session. After a build or test run: shows what is known about its errors, captures
// a failure that is worth storing, and finds out what resolved an earlier failure. A failed run arrives here by either
// of the client's two events.

import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { capturedValue, findCaptured } from "../../events/captured-entries.ts";
import { captureKey, scopedRun } from "../../events/run-names.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import { isOwnFailure } from "../../notes/scope/own-entries.ts";
import { ownToolName } from "../approval/own-tool-names.ts";
import { type HookAnswer, SILENCE } from "../common/hook-answer.ts";
import type { Capture, HookContext, HookOutcome } from "../common/hook-context.ts";
import type { NoteList } from "../common/note-list.ts";
import { takeBackRefused } from "../common/refused-edits.ts";
import type { BuildError } from "../runs/build-error.ts";
import { extractErrors } from "../runs/extract-errors.ts";
import { type BuildRun, recogniseRuns } from "../runs/recognise.ts";
import { verdictOf } from "../runs/verdict.ts";
import { sawCall } from "./called-notes.ts";
import { errorWords } from "./error-words.ts";
import { errorLine, failureNote, type PlacedError } from "./failure-note.ts";
import { knownNotes } from "./known-notes.ts";
import { projectPlace, withoutForeignPaths } from "./locations.ts";
import { boundedText, type CommandEnd, commandEnd, lastLines } from "./output.ts";
import { repeatedError } from "./repeated-error.ts";
import { resolutionOf, sawResolved } from "./resolution.ts";
import { runScope } from "./run-scope.ts";
import { storedByCommand, storedByTool } from "./stored-notes.ts";

/** At most this many runs of one command line are looked at. */
const RUNS_MAX = 8;
const CAPTURES_MAX = 5;
const SHOWN_LENGTH_MAX = 80;

/** Answers the event. */
export function postBuild(context: HookContext): HookOutcome {
  const { toolName } = context.event;
  context.trace.silent("aside");
  if (ownToolName(toolName) !== null) {
    sawCall(context);
    return { answer: SILENCE, updates: storedByTool(context) };
  }
  if (toolName !== "Bash") return { answer: SILENCE, updates: [] };
  const outcome = runOutcome(context) ?? { answer: SILENCE, updates: [{ kind: "x", value: "" }] };
  const { kind, command } = commandEnd(context.event);
  const stored = kind === "succeeded" ? storedByCommand(command) : [];
  return stored.length === 0 ? outcome : { ...outcome, updates: [...stored, ...outcome.updates] };
}

/**
 * The outcome of a command that builds or tests. Returns null for any other command, and where another part of the
 * command has failed.
 */
export function runOutcome(context: HookContext): HookOutcome | null {
  const end = commandEnd(context.event);
  const runs = recogniseRuns(end.command).slice(0, RUNS_MAX);
  if (runs.length === 0) return null;
  if (end.kind === "stopped") return context.event.error === "" ? { answer: SILENCE, updates: [] } : null;
  const isTold = end.kind === "succeeded" && runs.every(({ exit }) => exit === "own" || exit === "shared");
  const errors = isTold ? [] : extractErrors(end.output);
  const { passed, failed } = runsByVerdict(runs, end, errors);
  const names = passed.map((run) => scopedRun(run.what, runScope(run, context)));
  const updates: SessionUpdate[] = names.map((value) => ({ kind: "+", value }));
  if (failed !== null) {
    context.trace.silent(null);
    return failureOutcome(context, failed, end, errors, updates);
  }
  if (passed.length === 0) return end.kind === "failed" ? null : { answer: SILENCE, updates: [] };
  const refused = takeBackRefused(context);
  sawResolved(context, names);
  const resolution = resolutionOf(context.session, names);
  return { answer: SILENCE, updates: [...refused, ...updates], ...(resolution === null ? {} : { resolution }) };
}

/** The runs that passed, and the run that failed, if any. */
function runsByVerdict(
  runs: readonly BuildRun[],
  end: CommandEnd,
  errors: readonly BuildError[],
): { passed: BuildRun[]; failed: BuildRun | null } {
  const hasErrors = errors.some(({ weight }) => weight === "exact");
  const verdicts = runs.map((run) => verdictOf(run, end, hasErrors));
  const suspects = runs.filter((_, at) => verdicts[at] === "failed");
  const isOfTest = errors.some(({ test }) => test !== "");
  const failed = suspects.find(({ isTest }) => isTest === isOfTest) ?? suspects[suspects.length - 1] ?? null;
  return { passed: suspects.length > 0 ? [] : runs.filter((_, at) => verdicts[at] === "passed"), failed };
}

function failureOutcome(
  context: HookContext,
  run: BuildRun,
  end: CommandEnd,
  errors: readonly BuildError[],
  before: readonly SessionUpdate[],
): HookOutcome {
  const scope = runScope(run, context);
  const name = scopedRun(run.what, scope);
  const updates: SessionUpdate[] = [...before, { kind: "-", value: name }];
  const placed = placedErrors(errors, run, context);
  const [first] = placed;
  if (first === undefined) return unclearOutcome(context, run, end, updates);
  // If no error says exactly what is wrong, the last lines say why the run ended.
  const more = placed.some(({ error }) => error.weight === "exact") ? [] : lastLines(end.output);
  const words = errorWords(
    [...placed.map(({ error }) => `${error.message} ${error.test}`), ...more],
    placed.map(({ error }) => error.code).filter((code) => code !== ""),
  );
  const paths = placed.flatMap(({ place }) => (place === null ? [] : [place.path]));
  const where = first.place === null ? "" : `, ${first.place.shown}`;
  const program = run.what.split(" ")[0]!;
  const what = showControls(`${program}: ${cutLine(errorLine(first.error), SHOWN_LENGTH_MAX)}${where}`);
  const notes = knownNotes(context, `helix: what is known about this failure (${what})`, words, paths, {
    error: errorLine(first.error),
  });
  const again = repeatedError(context, captureKey(name, errorLine(first.error)), errorLine(first.error));
  const { capture, update } = scope.folder === null ? NOTHING_KEPT : captureOf(context, { run, name, end }, placed);
  return {
    answer: withLine(again?.line ?? "", notes?.answer() ?? SILENCE),
    isFailure: true,
    updates: [...updates, ...toldOf(name, notes), ...(update === null ? [] : [update]), ...(again?.updates ?? [])],
    ...(capture === null ? {} : { capture }),
  };
}

/** An answer with a line before it; "" for none. */
function withLine(line: string, answer: HookAnswer): HookAnswer {
  if (line === "") return answer;
  return { kind: "text", text: answer.kind === "text" ? `${line}\n${answer.text}` : line };
}

/** The outcome of a failure in no known shape. Only notes that quote its output or hold a name from it are shown. */
function unclearOutcome(context: HookContext, run: BuildRun, end: CommandEnd, updates: SessionUpdate[]): HookOutcome {
  const words = errorWords(lastLines(end.output), [], end.command);
  const opening = `helix: what is known about this failure (${showControls(run.what.split(" ")[0]!)})`;
  const notes = knownNotes(context, opening, words, [], { onlySure: true });
  const name = scopedRun(run.what, runScope(run, context));
  return { answer: notes?.answer() ?? SILENCE, isFailure: true, updates: [...updates, ...toldOf(name, notes)] };
}

/** The updates by which the session remembers the notes on a failed run: those that it is told now, and before. */
function toldOf(run: string, notes: NoteList | null): SessionUpdate[] {
  if (notes === null) return [];
  const ids = notes.ids.join(",");
  return ids === "" ? [] : [...notes.updates(), { kind: "w", value: `${ids} ${run}` }];
}

/** A capture that is to be stored, or an update that says where an earlier session stored it. */
interface Kept {
  readonly capture: Capture | null;
  readonly update: SessionUpdate | null;
}

const NOTHING_KEPT: Kept = { capture: null, update: null };

/**
 * What is kept of a failure. A failure is captured once in a session, and only in a project. If an earlier session has
 * stored it, the update tells this session where.
 */
function captureOf(
  context: HookContext,
  { run, name, end: { printed } }: { readonly run: BuildRun; readonly name: string; readonly end: CommandEnd },
  errors: readonly PlacedError[],
): Kept {
  const { session, project } = context;
  // A note without a project would be shown in all projects. Where nothing can be read in time, nothing is written.
  const view = project === null || session.captureCount >= CAPTURES_MAX ? null : context.view();
  const note = view === null ? null : failureNote(run, errors);
  if (view === null || note === null) return NOTHING_KEPT;
  const key = captureKey(name, errorLine(errors[0]!.error));
  if (session.hasCaptured(key)) return NOTHING_KEPT;
  const index = findCaptured(view, note.topic, note.text, isOwnFailure(view.index, project));
  if (index >= 0) {
    const [title] = view.document(view.topicDocuments(note.topic)[index]!).snippet;
    return { capture: null, update: { kind: "k", value: capturedValue(key, index, note.topic, title) } };
  }
  const noteOn = (redacted: string) =>
    failureNote(run, placedErrors(extractErrors(boundedText(redacted)), run, context));
  return { capture: { key, printed, note: noteOn }, update: null };
}

function placedErrors(errors: readonly BuildError[], run: BuildRun, context: HookContext): PlacedError[] {
  return errors.map((error) => ({
    error: withoutRoot(error, context),
    place: error.place === null ? null : projectPlace(error.place, run.folder ?? "", context),
  }));
}

/** The error with paths relative to the project's root. */
function withoutRoot(error: BuildError, { project }: HookContext): BuildError {
  if (project === null) return error;
  return {
    ...error,
    message: withoutForeignPaths(error.message, project.root),
    test: withoutForeignPaths(error.test, project.root),
  };
}

// After a tool has run: what the session has to remember of it; and of a build or test run, what is known about its errors, what of them is
// worth keeping, and what resolved an earlier failure. A run that failed arrives here by either of the client's two events.

import { showControls } from "../../../text/clean.ts";
import { cutLine } from "../../../text/snippet.ts";
import { findCaptured } from "../captured-entries.ts";
import { SILENCE } from "../hook-answer.ts";
import type { Capture, HookContext, HookOutcome } from "../hook-context.ts";
import { textOf } from "../hook-event.ts";
import { isOwnEntry } from "../own-entries.ts";
import { captureKey } from "../run-names.ts";
import type { SessionUpdate } from "../session-state.ts";
import type { BuildError } from "./build-error.ts";
import { errorWords } from "./error-words.ts";
import { extractErrors } from "./extract-errors.ts";
import { errorLine, failureNote, type PlacedError } from "./failure-note.ts";
import { knownNotes } from "./known-notes.ts";
import { boundedText, type CommandEnd, commandEnd } from "./output.ts";
import { projectPlace } from "./places.ts";
import { type BuildRun, recogniseRuns } from "./recognise.ts";
import { resolutionOf } from "./resolution.ts";
import { endsInFailure, verdictOf } from "./verdict.ts";

const OWN_TOOLS = "mcp__helix__";
/** More runs of one command line are not told apart. */
const RUNS_MAX = 8;
const CAPTURES_MAX = 5;
const SHOWN_LENGTH_MAX = 80;

/** Answers the event. */
export function postBuild(context: HookContext): HookOutcome {
  const { toolName } = context.event;
  if (toolName.startsWith(OWN_TOOLS)) return { answer: SILENCE, updates: storedUpdates(context) };
  if (toolName !== "Bash") return { answer: SILENCE, updates: [] };
  return runOutcome(context) ?? { answer: SILENCE, updates: [{ kind: "x", value: "" }] };
}

/** What comes of a command that builds or tests; null for any other, and where it was something else of the command that failed. */
export function runOutcome(context: HookContext): HookOutcome | null {
  const end = commandEnd(context.event);
  const runs = recogniseRuns(end.command).slice(0, RUNS_MAX);
  if (runs.length === 0) return null;
  if (end.kind === "stopped") return context.event.error === "" ? { answer: SILENCE, updates: [] } : null;
  const isExact = runs.every(({ exit }) => exit === "own" || exit === "shared");
  const isTold = end.kind === "succeeded" && isExact && !endsInFailure(end.output);
  const errors = isTold ? [] : extractErrors(end.output);
  const { passed, failed } = runsByVerdict(runs, end, errors);
  const updates: SessionUpdate[] = passed.map(({ what }) => ({ kind: "+", value: what }));
  if (failed !== null) return failureOutcome(context, failed, end, errors, updates);
  if (passed.length === 0) return end.kind === "failed" ? null : { answer: SILENCE, updates: [] };
  const resolution = resolutionOf(
    context.session,
    passed.map(({ what }) => what),
  );
  return { answer: SILENCE, updates, ...(resolution === null ? {} : { resolution }) };
}

/** Which runs passed, and which one failed, if any. */
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
  const updates: SessionUpdate[] = [...before, { kind: "-", value: run.what }];
  const placed = placedErrors(errors, run, context);
  const [first] = placed;
  if (first === undefined) return { answer: SILENCE, updates };
  const words = errorWords(
    placed.map(({ error }) => `${error.message} ${error.test}`),
    placed.map(({ error }) => error.code).filter((code) => code !== ""),
  );
  const paths = placed.flatMap(({ place }) => (place === null ? [] : [place.path]));
  const where = first.place === null ? "" : `, ${first.place.shown}`;
  const program = run.what.split(" ")[0]!;
  const what = showControls(`${program}: ${cutLine(errorLine(first.error), SHOWN_LENGTH_MAX)}${where}`);
  const notes = knownNotes(context, `helix: what is known about this failure (${what})`, words, paths);
  const { capture, update } = captureOf(context, run, end, placed);
  return {
    answer: notes?.answer() ?? SILENCE,
    updates: [...updates, ...(notes?.updates() ?? []), ...(update === null ? [] : [update])],
    ...(capture === null ? {} : { capture }),
  };
}

/**
 * What is to be kept of a failure, where it was not kept in this session, and where there is a project that it belongs to; or where an
 * earlier session has kept it.
 */
function captureOf(
  context: HookContext,
  run: BuildRun,
  { printed }: CommandEnd,
  errors: readonly PlacedError[],
): { capture: Capture | null; update: SessionUpdate | null } {
  const { session, project } = context;
  const none = { capture: null, update: null };
  // What is of no project would come up in all of them; and where nothing can be read in time, nothing is written.
  const view = project === null || session.captureCount >= CAPTURES_MAX ? null : context.view();
  const note = view === null ? null : failureNote(run, errors);
  if (view === null || note === null) return none;
  const key = captureKey(run.what, errorLine(errors[0]!.error));
  if (session.hasCaptured(key)) return none;
  const index = findCaptured(view, note.topic, note.text, isOwnEntry(view.index, project));
  if (index >= 0) return { capture: null, update: { kind: "k", value: `${key} ${index} ${note.topic}` } };
  const noteOn = (redacted: string) =>
    failureNote(run, placedErrors(extractErrors(boundedText(redacted)), run, context));
  return { capture: { key, printed, note: noteOn }, update: null };
}

function placedErrors(errors: readonly BuildError[], run: BuildRun, context: HookContext): PlacedError[] {
  return errors.map((error) => ({
    error: withoutRoot(error, context),
    place: error.place === null ? null : projectPlace(error.place, run.folder, context),
  }));
}

/** Paths in messages begin at the project's root. */
function withoutRoot(error: BuildError, { project }: HookContext): BuildError {
  return project === null ? error : { ...error, message: error.message.replaceAll(`${project.root}/`, "") };
}

/** That something was stored, by a tool of helix. */
function storedUpdates({ event: { toolName, toolInput, toolResponse, error } }: HookContext): SessionUpdate[] {
  if (error !== "" || toolResponse.isError === true) return [];
  const action = textOf(toolInput, "action");
  const topic = textOf(toolInput, "topic");
  switch (toolName.slice(OWN_TOOLS.length)) {
    case "store":
      return [{ kind: "s", value: topic }];
    case "batch":
      return [{ kind: "s", value: "" }];
    case "edit":
      return /^(?:append|revise|tag)$/.test(action) ? [{ kind: "s", value: topic }] : [];
    case "topics":
      return action === "checkpoint" ? [{ kind: "s", value: "" }] : [];
    default:
      return [];
  }
}

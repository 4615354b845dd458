// What the guard says of a call before it. Nothing here reads a disk or a clock: the state holds all of it, or asks for
// it (guard-state.ts).
// Invariants:
// - A session without an active workspace hears nothing.
// - An actor with a workspace writes within its delta and nowhere else in the work tree; an actor of the session that
//   has none writes nowhere in it.
// - A refusal says what, why, and the way out, in at most REASON_MAX characters. What it repeats of others is masked
//   before it is cut.

import { isWithin } from "../../base/path-names.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { assessed } from "../../events/attempts.ts";
import { editedPaths, editedTexts, foreignTexts, isReading, type ToolKind, toolKind } from "../guard/called-tools.ts";
import { type GuardEvent, textOf } from "../guard/guard-event.ts";
import { readings, realPlace } from "../guard/real-place.ts";
import type { ShellWrites } from "../guard/shell-writes.ts";
import type { HeldWorkspace } from "../workspace/workspace-store.ts";
import { budgetOf, budgetWarning } from "./budget.ts";
import type { Allowed, Decision, GuardState } from "./guard-state.ts";
import { isStream, type Limits, placeRefusal } from "./judge-place.ts";
import { saidOf } from "./said-text.ts";
import { entersRoot, verifyIn } from "./verify-line.ts";

export const REASON_MAX = 600;
const SHOWN_MAX = 120;
const NAMED_MAX = 3;
const WAY_OUT = 'If the task cannot be done within that, report it: plan action=report status=blocked summary="why"';

/** The decision on a call. Throws where something cannot be told: then the call must not run. */
export function decide(event: GuardEvent, state: GuardState): Decision {
  if (state.held.length === 0) return { verdict: "silent" };
  const by = state.held.find(({ workspace }) => workspace.agent === event.agent) ?? null;
  const kind = toolKind(event.tool);
  const deny = (why: string): Decision => ({ verdict: "denied", reason: reasonOf(why, by, state), by });
  const limits = limitsOf(by, state);
  if (by === null) {
    const refusal = writeRefusal(event, kind, limits, state);
    return refusal === null ? { verdict: "allowed", counted: false, context: "", by } : deny(refusal);
  }
  if (kind === "own" || kind === "free") return { verdict: "allowed", counted: false, context: "", by };
  const { workspace, overrides } = by;
  const line = kind === "shell" ? textOf(event.input.command) : "";
  const isVerify = kind === "shell" && verifyIn(line, workspace) === "whole";
  const { allowed, used } = budgetOf(by, event.toolUseId);
  if (used >= allowed && !isVerify && !isReading(event.tool))
    return deny(
      `the task's budget of ${allowed} calls is used up: only reading, the verify command as it stands and the report are left`,
    );
  // What the verify command itself writes was declared in the task.
  const held = isVerify ? { ...limits, globs: [...limits.globs, ...workspace.task.writes] } : limits;
  const refusal = writeRefusal(event, kind, held, state) ?? textRefusal(event, kind, by, state);
  if (refusal !== null) return deny(refusal);
  if (kind === "edit") {
    const since = overrides.at(-1)?.at ?? 0;
    const tries = new Map(
      by.calls.flatMap((each) => (each.kind === "verify" && each.at > since ? [[each.id, each]] : [])),
    );
    const counting = [...tries.values()].filter(({ flaw }) => flaw === "");
    const { recommendation, reason } = assessed(counting);
    if (recommendation === "escalate") return deny(`the verify command failed again and again: ${reason}`);
  }
  const left = allowed - used - 1;
  const answer: Allowed = { verdict: "allowed", counted: true, context: budgetWarning(left, allowed), by };
  return isVerify ? { ...answer, verifyFlaw: verifyFlaw(event, line, by, state) } : answer;
}

function limitsOf(by: HeldWorkspace | null, { held, temporary }: GuardState): Limits {
  // A subagent in a work tree of its own may not write into the one that the client was started in either.
  const projects = held
    .map(({ workspace }) => workspace.projectDirectory)
    .filter((project) => project !== "" && !temporary.some((folder) => isWithin(project, folder)));
  const roots = [...held.map(({ workspace }) => workspace.root), ...projects];
  if (by === null) return { root: roots[0]!, globs: [], roots };
  const more = by.overrides.flatMap(({ delta }) => delta);
  return { root: by.workspace.root, globs: [...by.workspace.task.delta, ...more], roots };
}

/** Why a call may not write what it writes; null: it may, or it writes nothing. */
function writeRefusal(event: GuardEvent, kind: ToolKind, limits: Limits, state: GuardState): string | null {
  const shown = shownIn(state);
  const directory = event.directory || limits.root;
  if (kind === "edit") {
    const paths = editedPaths(event.input);
    if (paths === null) return `${shown(event.tool)} names no file`;
    return firstRefusal(
      paths.flatMap((path) => readings(path, state.home)),
      directory,
      limits,
      state,
    );
  }
  if (kind === "shell") {
    const line = event.input.command;
    return typeof line !== "string" ? "it has no command" : lineRefusal(line, directory, limits, state);
  }
  if (kind === "other shell") return "what a line of this shell writes cannot be told: use Bash";
  if (kind !== "foreign write" && kind !== "foreign shell") return null;
  const found = foreignTexts(event.input);
  if (found === null) return "its input is too large to be looked through";
  const paths = found.paths.flatMap((path) => readings(path, state.home));
  const refusal = firstRefusal(paths, directory, limits, state);
  if (refusal !== null || kind !== "foreign shell") return refusal;
  for (const line of found.lines) {
    const told = lineRefusal(line, directory, limits, state);
    if (told !== null) return told;
  }
  return null;
}

function firstRefusal(paths: readonly string[], directory: string, limits: Limits, state: GuardState): string | null {
  const shown = shownIn(state);
  for (const path of paths) {
    const refusal = placeRefusal(path, directory, limits, state);
    if (refusal !== null) return `may not write ${shown(path)}: ${refusal}`;
  }
  return null;
}

function lineRefusal(line: string, directory: string, limits: Limits, state: GuardState): string | null {
  const shown = shownIn(state);
  const { own, sweeping, unknown, targets, isWhole }: ShellWrites = state.shellWrites(line, {
    directory,
    root: limits.root,
  });
  const [first] = own;
  if (first !== undefined) return `may not run ${shown(first.text)}: ${first.why}`;
  if (!isWhole) return "the command line cannot be read to its end, so what it writes cannot be told: say it simpler";
  const [swept] = sweeping;
  if (swept !== undefined) return `may not run ${shown(swept.text)}: ${swept.why}`;
  const [unsaid] = unknown;
  if (unsaid !== undefined)
    return `cannot tell where ${shown(unsaid.text)} writes to (${shown(unsaid.how)}): name the file as it is`;
  for (const { path, how } of targets) {
    if (isStream(path)) continue;
    const refusal = placeRefusal(path, directory, limits, state);
    if (refusal !== null) return `may not write ${shown(path)} (${shown(how)}): ${refusal}`;
  }
  return null;
}

/** Why new text may not be written; null: it may, or there is none. */
function textRefusal(event: GuardEvent, kind: ToolKind, by: HeldWorkspace, state: GuardState): string | null {
  const { forbidden } = by.workspace.idioms;
  if (kind !== "edit" || forbidden.length === 0) return null;
  const path = editedPaths(event.input)?.[0] ?? "";
  for (const { before, after } of editedTexts(event.input)) {
    const earlier = before ?? state.textOf(path) ?? "";
    const found = state.forbiddenIn(forbidden, earlier, after);
    if (found.length > 0)
      return `the new text has what the plan forbids: ${found.slice(0, NAMED_MAX).map(shownIn(state)).join(", ")}`;
  }
  return null;
}

function verifyFlaw(event: GuardEvent, line: string, { workspace }: HeldWorkspace, state: GuardState): string {
  if (event.input.run_in_background === true) return "it ran in the background, so nobody saw its end";
  if (entersRoot(line, workspace)) return "";
  const isInRoot = event.directory !== "" && realPlace(event.directory, state.looker) === workspace.root;
  return isInRoot ? "" : "it ran in another directory than the root of the work tree";
}

function reasonOf(why: string, by: HeldWorkspace | null, { held, mask }: GuardState): string {
  if (by === null) {
    const { workspace } = held[0]!;
    const whose = `Task ${workspace.task.seq} of the plan is being done by ${workspace.agent === "" ? "the main conversation" : "a subagent"}`;
    return cutLine(
      `helix: ${why}. ${saidOf(whose, mask)}: meanwhile only those of this session who have a task of their own may write. Begin one (plan action=start), or wait for its report.`,
      REASON_MAX,
    );
  }
  const { seq, delta } = by.workspace.task;
  const more = by.overrides.flatMap((each) => each.delta);
  const globs = [...delta, ...more];
  const rest = globs.length > 6 ? ` and ${globs.length - 6} more` : "";
  const may = cutLine(saidOf(globs.slice(0, 6).join(", "), mask), 180);
  return cutLine(`helix: ${cutLine(why, 260)}. Task ${seq} may change: ${may}${rest}. ${WAY_OUT}`, REASON_MAX);
}

function shownIn({ mask }: GuardState): (text: string) => string {
  return (text) => cutLine(saidOf(text, mask), SHOWN_MAX);
}

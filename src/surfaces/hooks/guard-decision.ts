// The guard's answer for a session with an active workspace: it gathers what the decision needs, and records what was
// decided.
// Invariants:
// - A call of an actor with a workspace that takes of the budget is allowed only after it was recorded: without the
//   record the budget could not be counted. Any other is allowed all the same: a full disk must not stop a report.

import { normalPath } from "../../base/path-names.ts";
import { decide } from "../../plan/decision/decide.ts";
import type { Decision, GuardState } from "../../plan/decision/guard-state.ts";
import { toolKind } from "../../plan/guard/called-tools.ts";
import type { GuardEvent } from "../../plan/guard/guard-event.ts";
import { ownPlaces } from "../../plan/guard/own-places.ts";
import { realPlace } from "../../plan/guard/real-place.ts";
import type { ShellWrites } from "../../plan/guard/shell-writes.ts";
import { CALLS_BYTES_MAX } from "../../plan/workspace/read-workspace.ts";
import type { GuardRecord } from "../../plan/workspace/workspace.ts";
import { isMac } from "../../platform/libc.ts";
import { libcFiles } from "../../platform/libc-files.ts";
import { readLink, storedName } from "../../platform/libc-strict.ts";
import { appendRecord, now, recordsPath, type Surroundings } from "./guard-records.ts";

const TEXT_BYTES_MAX = 4 * 1024 * 1024;
/** Refusals are no longer recorded in a file of this size. Calls that count are never so many. */
const REFUSALS_BYTES_MAX = CALLS_BYTES_MAX / 2;
const SETTINGS_STAY =
  "helix: a plan is being built in this session, and changed settings could end its guard. They count from the next session on.";
const looker = { readLink, storedName };

/** The answer to an event; "" for nothing. Throws where it cannot be told, or not be recorded. */
export async function decided(event: GuardEvent, around: Surroundings): Promise<string> {
  if (event.phase === "before") return beforeCall(event, around);
  if (event.phase === "other") return "";
  if (event.phase === "settings") return JSON.stringify({ decision: "block", reason: SETTINGS_STAY });
  const { afterEvent } = await import("./guard-after.ts");
  return afterEvent(event, around);
}

async function beforeCall(event: GuardEvent, around: Surroundings): Promise<string> {
  const state = await stateFor(event, around);
  const decision = decide(event, state);
  if (decision.verdict === "silent") return "";
  if (decision.by !== null) record(event, decision, recordsPath(decision.by, around));
  if (decision.verdict === "denied") {
    const { refusalWords } = await import("./guard-words.ts");
    return answer({ permissionDecision: "deny", permissionDecisionReason: await refusalWords(event, state) });
  }
  return decision.context === "" ? "" : answer({ additionalContext: decision.context });
}

function answer(fields: Readonly<Record<string, string>>): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });
}

async function stateFor(event: GuardEvent, { held, marked, home, project }: Surroundings): Promise<GuardState> {
  const { env } = process;
  const kind = toolKind(event.tool);
  const places = ownPlaces({
    home,
    knowledgeBases: marked.map(({ directory }) => directory),
    projects: [...new Set([project, ...held.map(({ workspace }) => workspace.root)])],
    program: process.execPath,
    clientFolder: env.CLAUDE_CONFIG_DIR ?? "",
    transcript: event.transcript,
  });
  const isWriting = !["own", "free", "other"].includes(kind);
  const real = (path: string) => realPlace(path, looker);
  const temporary = ["/tmp", "/var/tmp", env.TMPDIR ?? ""].filter(
    (path) => path.startsWith("/") && normalPath(path) !== "/",
  );
  const needsIdioms = kind === "edit" && held.some(({ workspace }) => workspace.idioms.forbidden.length > 0);
  return {
    held,
    home,
    isMac,
    temporary: isWriting ? temporary.map(real) : [],
    own: isWriting ? places.map(({ path, what }) => ({ path: real(path), what })) : [],
    looker,
    textOf: (path) => libcFiles.readText(path, TEXT_BYTES_MAX),
    shellWrites: kind === "shell" || kind === "foreign shell" ? await shellReader() : noReader,
    // The words of a refusal are said by guard-words.ts.
    mask: (text) => text,
    forbiddenIn: needsIdioms ? (await import("../../plan/guard/idioms.ts")).forbiddenIn : () => [],
  };
}

/** The parser is loaded for lines of a shell only. */
async function shellReader(): Promise<GuardState["shellWrites"]> {
  const { shellWrites } = await import("../../plan/guard/shell-writes.ts");
  const isFolder = (path: string) => libcFiles.kind(path) === "directory";
  return (line, where) => shellWrites(line, { ...where, variables: process.env, isFolder });
}

function noReader(): ShellWrites {
  throw new Error("no line of a shell was expected");
}

/** Records what was decided on a call. Throws where that is not possible and the call takes of the budget. */
function record(event: GuardEvent, decision: Exclude<Decision, { verdict: "silent" }>, path: string): void {
  const isAllowed = decision.verdict === "allowed";
  if (!isAllowed && (libcFiles.stamp(path)?.size ?? 0) > REFUSALS_BYTES_MAX) return;
  const entry: GuardRecord = {
    kind: "call",
    ...now(),
    id: event.toolUseId.slice(0, 200),
    tool: event.tool.slice(0, 200),
    verdict: decision.verdict,
    counted: isAllowed && decision.counted,
    ...(isAllowed && decision.verifyFlaw !== undefined ? { flaw: decision.verifyFlaw } : {}),
  };
  if (!appendRecord(path, entry) && isAllowed && decision.counted) throw new Error("the call could not be recorded");
}

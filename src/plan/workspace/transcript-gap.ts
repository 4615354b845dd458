// Compares the calls in the transcript of a workspace's actor with those that the guard saw. A call that ran unseen was
// not held to the limits.
// Invariants:
// - A call is told as unseen only if that is proven: it stands behind the call that began the workspace, in another
//   message, it has a result, and the client ran it. What fails the client's own checks never runs, and no hook sees it.
// - What could not be compared is said, and proves nothing.

import { counted } from "../../base/wording.ts";
import { toolKind } from "../guard/called-tools.ts";

/** A call of a tool as a transcript has it. */
export interface TranscriptCall {
  /** The `tool_use_id`. */
  readonly id: string;
  readonly tool: string;
  /** The message of the model that made it. Calls of one message may run at once. */
  readonly message: string;
  /** `none`: it has no result yet. `unrun`: the client says that it did not run it. */
  readonly result: "ran" | "unrun" | "none";
}

/** What was read of an actor's transcript. */
export interface TranscriptReading {
  /** In their order. */
  readonly calls: readonly TranscriptCall[];
  /** What could not be read, a line each; a transcript that is not there is one. */
  readonly flaws: readonly string[];
}

export interface TranscriptGap {
  /** Calls that ran unseen. */
  readonly unseen: readonly TranscriptCall[];
  /** How many were compared. */
  readonly compared: number;
  /** What could not be compared, and why, a line each. */
  readonly notes: readonly string[];
}

/** More tools of the client that do nothing to files, for which it may ask no hook. */
const IDLE_TOOLS: ReadonlySet<string> = new Set([
  "StructuredOutput",
  "EnterPlanMode",
  "ExitPlanMode",
  "AskUserQuestion",
]);

/** `startedBy` is the call that began the workspace, `seen` has the ids of the calls that the guard saw. */
export function transcriptGap(
  { calls, flaws }: TranscriptReading,
  startedBy: string,
  seen: ReadonlySet<string>,
): TranscriptGap {
  const start = startedBy === "" ? -1 : calls.findIndex(({ id }) => id === startedBy);
  if (start < 0) {
    const notes = flaws.length > 0 ? flaws : ["the transcript does not show the call that began the workspace"];
    return {
      unseen: [],
      compared: 0,
      notes: notes.map((note) => `calls were not compared with the transcript: ${note}`),
    };
  }
  const { message } = calls[start]!;
  const later = calls.slice(start + 1).filter((call) => call.message !== message && !isNone(call));
  const unseen = later.filter(({ id }) => !seen.has(id));
  const notes = flaws.map((flaw) => `not all calls were compared with the transcript: ${flaw}`);
  return { unseen, compared: later.length, notes };
}

function isNone({ tool, result }: TranscriptCall): boolean {
  const kind = toolKind(tool);
  return result !== "ran" || kind === "own" || kind === "free" || IDLE_TOOLS.has(tool);
}

/** Calls in one line: `Bash (2), Edit`. */
export function shownCalls(calls: readonly TranscriptCall[]): string {
  const counts = new Map<string, number>();
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const parts = [...counts].map(([tool, count]) => (count === 1 ? tool : `${tool} (${count})`));
  return `${counted(calls.length, "call", "calls")} of ${parts.join(", ")}`;
}

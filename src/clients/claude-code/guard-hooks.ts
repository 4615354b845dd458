// The hooks of a plan's guard in the client's settings. They are commands whatever reaches the other hooks: a hook that
// calls a server lets the call run when the server is not there. The shell itself looks for the marker, so that nothing
// is started while no workspace is active, and it refuses the call when helix cannot decide.

import { MARKER_IN_SHELL } from "../../plan/plan-paths.ts";

/** The hook's word on the command line, and the event and matcher of each of its places in the settings. */
export type GuardType = "guard" | "guard-binding" | "guard-task";

export interface GuardPlace {
  readonly type: GuardType;
  readonly event: string;
  /** null: the event has no tools. */
  readonly matcher: string | null;
  /** Whether the shell refuses the call when helix cannot decide. */
  readonly isClosed: boolean;
}

/** All places; a guard is whole only with each of them. */
export const GUARD_PLACES: readonly GuardPlace[] = [
  { type: "guard", event: "PreToolUse", matcher: "*", isClosed: true },
  {
    type: "guard-binding",
    event: "PreToolUse",
    matcher: "mcp__helix__plan|mcp__plugin_helix_helix__plan",
    isClosed: false,
  },
  { type: "guard", event: "PostToolUse", matcher: "Bash", isClosed: false },
  { type: "guard", event: "PostToolUseFailure", matcher: "Bash", isClosed: false },
  { type: "guard", event: "SubagentStop", matcher: null, isClosed: false },
  // Settings without these hooks would be taken up at once.
  { type: "guard", event: "ConfigChange", matcher: null, isClosed: true },
  // Without a marker: a task that is blocked has none any more.
  { type: "guard-task", event: "TaskCompleted", matcher: null, isClosed: false },
];

const BEFORE = `[ ! -e ${MARKER_IN_SHELL} ] || `;
const REFUSAL =
  "helix could not decide whether a plan allows this call, so it does not run. A person can end the guard: helix plan release";
/** What refuses the call. `whose`: what the shell says of the ids. */
const refusing = (whose: string) =>
  ` || { echo "${REFUSAL}${whose}, or remove the files in "${MARKER_IN_SHELL} >&2; exit 2; }`;
/** The names in the folder of markers are the ids of its workspaces. The shell needs no other program to list them. */
const BEHIND = refusing(` ID (here: $(cd ${MARKER_IN_SHELL} 2>/dev/null && echo *))`);
/** As helix 0.2 wrote it, which refuses as well. */
const OLDER_BEHIND = refusing("");

/** The line of the shell around the command that decides. */
export function guardLine(command: string, isClosed: boolean): string {
  return `${BEFORE}${command}${isClosed ? BEHIND : ""}`;
}

/** The command within such a line, with what its end says; null where the text is no such line. */
export function guardedCommand(line: string): { readonly command: string; readonly isClosed: boolean } | null {
  if (!line.startsWith(BEFORE)) return null;
  const behind = [BEHIND, OLDER_BEHIND].find((each) => line.endsWith(each));
  const command = line.slice(BEFORE.length, behind === undefined ? undefined : -behind.length);
  return { command, isClosed: behind !== undefined };
}

/** Whether a word names a hook of the guard. */
export function isGuardType(type: string): type is GuardType {
  return type === "guard" || type === "guard-binding" || type === "guard-task";
}

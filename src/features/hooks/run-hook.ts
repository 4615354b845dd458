// Runs a hook: puts together what it works with, and what the session remembers of it afterwards. Both transports come through here.
// Invariant: it does not throw. What goes wrong inside of a hook is silence.

import { findProject, type Project } from "../../knowledge/project.ts";
import { pathFrom } from "../../text/path-names.ts";
import { ambient } from "./ambient/ambient.ts";
import { approveMcp } from "./approve-mcp.ts";
import { errorContext } from "./error-context.ts";
import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookHandler, HookOutcome } from "./hook-context.ts";
import { type HookEvent, parseHookEvent } from "./hook-event.ts";
import type { HookType } from "./hook-types.ts";
import { postBuild } from "./post-build/post-build.ts";
import { preCompact } from "./pre-compact.ts";
import { prompt } from "./prompt.ts";
import { session } from "./session.ts";
import type { SessionPlace, SessionState, SessionUpdate } from "./session-state.ts";
import type { SessionStore } from "./session-store.ts";
import { stop } from "./stop.ts";
import { subagent } from "./subagent.ts";

/** What a hook finds around it: the same for all events of a process. */
export interface HookSurroundings extends Pick<HookContext, "files" | "now" | "view" | "isLate"> {
  readonly sessions: SessionStore;
  /** Where relative working directories begin. */
  readonly directory: string;
  checkpoint(project: Project | null): ReturnType<HookContext["checkpoint"]>;
}

const HANDLERS: Readonly<Record<HookType, HookHandler>> = {
  session,
  prompt,
  ambient,
  "post-build": postBuild,
  "error-context": errorContext,
  "pre-compact": preCompact,
  stop,
  subagent,
  "approve-mcp": approveMcp,
};

const NOTHING: HookOutcome = { answer: SILENCE, updates: [] };

/** The outcome of an event, and the event as it was understood. The session's file has its updates when this returns. */
export function runHook(
  type: HookType,
  raw: unknown,
  surroundings: HookSurroundings,
): { readonly event: HookEvent; readonly outcome: HookOutcome } {
  const event = parseHookEvent(raw);
  // It neither needs nor changes anything.
  if (type === "approve-mcp") return { event, outcome: attempt(() => approveMcp({ event })) };
  const outcome = attempt(() => {
    const { files, now, sessions } = surroundings;
    const state = sessions.load(event.session, now);
    const { project, update } = placeOf(event, state, surroundings);
    const context: HookContext = {
      event,
      session: state,
      project,
      files,
      now,
      view: () => surroundings.view(),
      checkpoint: () => surroundings.checkpoint(project),
      isLate: () => surroundings.isLate(),
    };
    const result = HANDLERS[type](context);
    const updates = update === null ? result.updates : [update, ...result.updates];
    // What could not be remembered would be said again and again.
    return sessions.append(event.session, updates, state) ? result : { ...NOTHING, updates };
  });
  return { event, outcome };
}

function attempt(run: () => HookOutcome): HookOutcome {
  try {
    return run();
  } catch {
    return NOTHING;
  }
}

/** The project of the event's directory, looked up once a session; and what has to be remembered of that. */
function placeOf(
  event: HookEvent,
  state: SessionState,
  { files, directory }: HookSurroundings,
): { project: Project | null; update: SessionUpdate | null } {
  const folder = pathFrom(directory, event.cwd);
  const known = state.places.get(folder);
  if (known !== undefined) return { project: projectOf(known), update: null };
  const project = findProject(folder, files);
  const value = `${folder}\t${project?.root ?? ""}\t${project?.keys.join(", ") ?? ""}`;
  // A line that would be cut, or read as another, is not written.
  const fits = value.length < 1000 && value.split("\t").length === 3 && !/[\n\r]/.test(value);
  return { project, update: fits ? { kind: "d", value } : null };
}

function projectOf({ root, keys }: SessionPlace): Project | null {
  return root === null ? null : { root, keys: [...keys] };
}

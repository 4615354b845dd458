// Who calls the feature plan, and what reports of tasks are judged by beside the tree: the client's transcripts, and the
// environment of a verify command that helix runs itself.

import { transcriptCalls } from "../clients/claude-code/transcript-calls.ts";
import type { PlanCaller, PlanCallerKind } from "../features/common/plan-caller.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { parentProcesses } from "../platform/parent-programs.ts";
import { homeDirectory } from "./environment.ts";
import { type Host, thisProcess } from "./host.ts";

/** A client, by the tool. `toolUseId` is what it says of the call. */
export function toolCaller(toolUseId: unknown, host: Host = thisProcess): PlanCaller {
  const processes = () => parentProcesses().map(({ id }) => id);
  const caller = callerOf(typeof toolUseId === "string" ? toolUseId : "", async () => "tool", host);
  return { ...caller, guardFlaws: () => guardFlaws(host), processes };
}

/** Somebody at a command line. `kind` finds out who. */
export function commandCaller(kind: () => Promise<PlanCallerKind>): PlanCaller {
  return callerOf("", kind, thisProcess);
}

/** Read at each start of a task: somebody may have changed the settings since. */
async function guardFlaws(host: Host): Promise<readonly string[] | null> {
  const [{ guardInstalled }, { surroundingsHere }] = await Promise.all([
    import("../clients/doctor/hooks.ts"),
    import("./surroundings.ts"),
  ]);
  const { state, missing } = guardInstalled(surroundingsHere("", host));
  return state === "none" ? null : missing;
}

function callerOf(toolUseId: string, kind: () => Promise<PlanCallerKind>, host: Host): PlanCaller {
  return {
    files: diskFileSystem,
    toolUseId,
    kind,
    home: homeDirectory(host),
    transcripts: (transcript, agent) => transcriptCalls(diskFileSystem, transcript, agent),
    environment: host.environment,
  };
}

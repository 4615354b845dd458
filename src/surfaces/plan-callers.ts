// Who calls the feature plan: a client by the tool, or somebody by a command.

import { transcriptCalls } from "../clients/claude-code/transcript-calls.ts";
import type { PlanCaller } from "../features/common/plan-caller.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { homeDirectory } from "./environment.ts";

/** What reports are judged by beside the tree. */
const REPORTING = {
  transcripts: (transcript: string, agent: string) => transcriptCalls(diskFileSystem, transcript, agent),
  environment: process.env,
} as const;

/** The caller of the tool. `toolUseId` is what the client says of the call. */
export function toolPlans(toolUseId: unknown): PlanCaller {
  return {
    files: diskFileSystem,
    toolUseId: typeof toolUseId === "string" ? toolUseId : "",
    kind: async () => "tool",
    home: homeDirectory(),
    ...REPORTING,
  };
}

/** The caller of a command. */
export function commandPlans(): PlanCaller {
  return {
    files: diskFileSystem,
    toolUseId: "",
    kind: async () => ((await (await import("./cli/typed-by-person.ts")).isTypedByPerson()) ? "person" : "program"),
    home: homeDirectory(),
    ...REPORTING,
  };
}

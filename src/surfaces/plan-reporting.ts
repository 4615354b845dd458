// What reports of tasks are judged by beside the tree: the client's transcripts; and the environment of a verify
// command that helix runs itself.

import { transcriptCalls } from "../clients/claude-code/transcript-calls.ts";
import type { PlanCaller } from "../features/common/plan-caller.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";

export const PLAN_REPORTING: Required<Pick<PlanCaller, "transcripts" | "environment">> = {
  transcripts: (transcript, agent) => transcriptCalls(diskFileSystem, transcript, agent),
  environment: process.env,
};

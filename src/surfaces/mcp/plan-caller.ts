// Who calls the tool plan: a client.

import type { PlanCaller } from "../../features/common/plan-caller.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { homeDirectory } from "../environment.ts";
import { PLAN_REPORTING } from "../plan-reporting.ts";

/** The caller of the tool. `toolUseId` is what the client says of the call. */
export function planCaller(toolUseId: unknown): PlanCaller {
  return {
    files: diskFileSystem,
    toolUseId: typeof toolUseId === "string" ? toolUseId : "",
    kind: async () => "tool",
    home: homeDirectory(),
    ...PLAN_REPORTING,
  };
}

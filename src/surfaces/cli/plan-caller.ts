// Who calls the command plan: a person at a terminal, or a program.

import type { PlanCaller } from "../../features/common/plan-caller.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { homeDirectory } from "../environment.ts";
import { PLAN_REPORTING } from "../plan-reporting.ts";
import { isTypedByPerson } from "./typed-by-person.ts";

/** The caller of the command. */
export function planCaller(): PlanCaller {
  return {
    files: diskFileSystem,
    toolUseId: "",
    kind: async () => ((await isTypedByPerson()) ? "person" : "program"),
    home: homeDirectory(),
    ...PLAN_REPORTING,
  };
}

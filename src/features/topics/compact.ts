// topics action=compact: merges duplicates, rewrites the log, or mends impossible times. Each of them only reports
// unless `apply` is given. The log holds the notes of all projects. The other two keep to the notes that concern the
// current project (reach.ts).

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { Reach } from "../../notes/scope/reach.ts";
import type { Access } from "../../notes/store/long-work.ts";
import { compactLog } from "./compact-log.ts";
import { mendTimes } from "./mend-times.ts";
import { type MergingPorts, mergeDuplicates } from "./merge-duplicates.ts";
import type { TopicsArguments } from "./parameters.ts";

/** Finds duplicates, rewrites the log or mends times. It changes something only with `apply`. */
export async function compact(
  ports: MergingPorts & Access<"compact">,
  { apply = false, log, mode, project }: TopicsArguments,
): Promise<Answer> {
  if (log && mode !== undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.name("log")} and ${say.name("mode")} are two different jobs: give one of them, e.g. ${say.either("--log --apply", 'log="true" apply="true"')}`,
    );
  }
  const reach = new Reach(ports, project);
  if (log && project !== undefined && reach.includes !== null) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `compact with ${say.name("log")} rewrites the log, with the notes of all projects: leave ${say.name("project")} out, e.g. ${say.either("--log --apply", 'log="true" apply="true"')}`,
    );
  }
  if (log) return compactLog(ports, apply);
  if (mode === "migrate") return mendTimes(ports, reach, apply);
  return mergeDuplicates(ports, reach, apply);
}

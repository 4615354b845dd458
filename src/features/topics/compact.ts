// topics action=compact log=true: rewrites the log, which holds the notes of all projects. Two jobs were called compact,
// too, and still answer to it: without log it is dedupe, with mode=migrate it is redate. Each of the three only reports
// unless `apply` is given. Dedupe and redate keep to the notes that concern the current project (reach.ts).

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { Reach } from "../../notes/scope/reach.ts";
import type { Access } from "../../notes/store/long-work.ts";
import { compactLog } from "./compact-log.ts";
import { mendTimes } from "./mend-times.ts";
import { type MergingPorts, mergeDuplicates } from "./merge-duplicates.ts";
import type { TopicsArguments } from "./parameters.ts";

type Request = Pick<TopicsArguments, "apply" | "log" | "mode" | "project">;

/** Finds near-duplicates; merges them with `apply`. */
export async function dedupe(ports: MergingPorts, { apply = false, project }: Request): Promise<Answer> {
  return mergeDuplicates(ports, new Reach(ports, project, { isListing: true }), apply);
}

/** Finds times that cannot be; mends them with `apply`. */
export async function redate(ports: MergingPorts, { apply = false, project }: Request): Promise<Answer> {
  return mendTimes(ports, new Reach(ports, project), apply);
}

/** Says what rewriting the log would save; rewrites it with `apply`. Without `log`: one of the other two. */
export async function compact(ports: MergingPorts & Access<"compact">, request: Request): Promise<Answer> {
  const { apply = false, log, mode, project } = request;
  if (log && mode !== undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.name("log")} and ${say.name("mode")} are two different jobs: give one of them, e.g. ${say.either("--log --apply", 'log="true" apply="true"')}`,
    );
  }
  if (!log) return mode === "migrate" ? redate(ports, request) : dedupe(ports, request);
  if (project !== undefined && new Reach(ports, project).includes !== null) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `compact with ${say.name("log")} rewrites the log, with the notes of all projects: leave ${say.name("project")} out, e.g. ${say.either("--log --apply", 'log="true" apply="true"')}`,
    );
  }
  return compactLog(ports, apply);
}

// topics action=compact: duplicates, the log, or times that cannot be. Each first reports, and acts only with `apply`.
// The log is that of all projects; the others keep to the notes that concern the current one (reach.ts).

import { HelixError } from "../../base/errors.ts";
import type { FeatureResult } from "../../base/result.ts";
import { Reach } from "../../notes/scope/reach.ts";
import type { FeatureContext } from "../common/feature.ts";
import { compactLog } from "./compact-log.ts";
import { mendTimes } from "./mend-times.ts";
import { mergeDuplicates } from "./merge-duplicates.ts";
import type { TopicsArguments } from "./parameters.ts";

/** Finds duplicates, rewrites the log or mends times; acts only with `apply`. */
export async function compact(
  context: FeatureContext,
  { apply = false, log, mode, project }: TopicsArguments,
): Promise<FeatureResult> {
  if (log && mode !== undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      'log and mode are two different jobs: give one of them, e.g. log="true" apply="true"',
    );
  }
  const reach = new Reach(context, project);
  if (log && project !== undefined && reach.includes !== null) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      'compact with log rewrites the log, with the notes of all projects: leave project out, e.g. log="true" apply="true"',
    );
  }
  if (log) return compactLog(context, apply);
  if (mode === "migrate") return mendTimes(context, reach, apply);
  return mergeDuplicates(context, reach, apply);
}

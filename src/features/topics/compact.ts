// topics action=compact: duplicates, the log, or times that cannot be. Each first reports, and acts only with `apply`.

import { HelixError } from "../../errors.ts";
import type { FeatureContext, FeatureResult } from "../feature.ts";
import { compactLog } from "./compact-log.ts";
import { mendTimes } from "./mend-times.ts";
import { mergeDuplicates } from "./merge-duplicates.ts";
import type { TopicsArguments } from "./parameters.ts";

/** Finds duplicates, rewrites the log or mends times; acts only with `apply`. */
export async function compact(
  context: FeatureContext,
  { apply = false, log, mode }: TopicsArguments,
): Promise<FeatureResult> {
  if (log && mode !== undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      'log and mode are two different jobs: give one of them, e.g. log="true" apply="true"',
    );
  }
  if (log) return compactLog(context, apply);
  if (mode === "migrate") return mendTimes(context, apply);
  return mergeDuplicates(context, apply);
}

// topics action=prune.

import { HelixError } from "../../errors.ts";
import type { FeatureContext, FeatureResult } from "../feature.ts";
import type { TopicsArguments } from "./parameters.ts";

/** The topics in which nothing was stored for a while; with `apply` they are deleted. */
export async function prune(_context: FeatureContext, _values: TopicsArguments): Promise<FeatureResult> {
  throw new HelixError("INVALID_ARGUMENT", "not there yet");
}

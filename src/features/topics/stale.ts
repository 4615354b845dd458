// topics action=stale.

import { HelixError } from "../../errors.ts";
import type { FeatureContext, FeatureResult } from "../feature.ts";
import type { TopicsArguments } from "./parameters.ts";

/** The entries whose source has changed since they were stored. */
export async function staleEntries(_context: FeatureContext, _values: TopicsArguments): Promise<FeatureResult> {
  throw new HelixError("INVALID_ARGUMENT", "not there yet");
}

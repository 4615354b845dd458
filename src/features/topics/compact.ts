// topics action=compact.

import { HelixError } from "../../errors.ts";
import type { FeatureContext, FeatureResult } from "../feature.ts";
import type { TopicsArguments } from "./parameters.ts";

/** Finds duplicates, rewrites the log or mends times; acts only with `apply`. */
export async function compact(_context: FeatureContext, _values: TopicsArguments): Promise<FeatureResult> {
  throw new HelixError("INVALID_ARGUMENT", "not there yet");
}

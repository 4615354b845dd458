// topics action=xref.

import { HelixError } from "../../errors.ts";
import type { FeatureContext, FeatureResult } from "../feature.ts";
import type { TopicsArguments } from "./parameters.ts";

/** Which topics mention this one, which ones it mentions, and the entries that mention it. */
export async function crossReferences(_context: FeatureContext, _values: TopicsArguments): Promise<FeatureResult> {
  throw new HelixError("INVALID_ARGUMENT", "not there yet");
}

// topics action=session.

import { HelixError } from "../../errors.ts";
import type { FeatureContext, FeatureResult } from "../feature.ts";
import type { TopicsArguments } from "./parameters.ts";

/** What was changed in this session, then the summary that a session begins with. */
export async function sessionAnswer(_context: FeatureContext, _values: TopicsArguments): Promise<FeatureResult> {
  throw new HelixError("INVALID_ARGUMENT", "not there yet");
}

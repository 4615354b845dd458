// topics action=checkpoint, resume, clear_checkpoint: the state of one's work, for the project that it belongs to.

import { HelixError } from "../../errors.ts";
import type { FeatureContext, FeatureResult } from "../feature.ts";
import type { TopicsArguments } from "./parameters.ts";

/** Saves the state of the work. */
export async function saveCheckpoint(_context: FeatureContext, _values: TopicsArguments): Promise<FeatureResult> {
  throw new HelixError("INVALID_ARGUMENT", "not there yet");
}

/** Shows what was saved. */
export async function resumeCheckpoint(_context: FeatureContext): Promise<FeatureResult> {
  throw new HelixError("INVALID_ARGUMENT", "not there yet");
}

/** Removes what was saved. */
export async function clearCheckpoint(_context: FeatureContext): Promise<FeatureResult> {
  throw new HelixError("INVALID_ARGUMENT", "not there yet");
}

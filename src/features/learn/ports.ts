// What the actions of learn need of surfaces.

import { HelixError } from "../../base/errors.ts";
import type { JudgementLog } from "../../events/judgement-log.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { Writing } from "../../notes/store/long-work.ts";
import type { FeatureContext } from "../common/feature.ts";

export type LearnPorts = Writing &
  Caller &
  SourceCaller &
  Pick<FeatureContext, "judgements" | "noteVectors" | "isRehearsed">;

/** The log of judgements. Throws NOT_FOUND where there is none. */
export function judgementsOf({ judgements }: Pick<FeatureContext, "judgements">): JudgementLog {
  if (judgements === undefined) throw new HelixError("NOT_FOUND", "nothing is judged here: there is no event log");
  return judgements;
}

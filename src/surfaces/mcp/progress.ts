// Progress of one call as the protocol wants it: told to those who gave a token, each figure higher than the one
// before, not too often.

import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import type { FeatureContext } from "../../features/common/feature.ts";

/** Progress is reported at most this often, in milliseconds; the end of a step always is. */
const PROGRESS_INTERVAL_MS = 100;

/** Makes of `send` what a feature reports its progress to. Steps of one call count on where the last one ended. */
export function progressReports(send: (progress: Progress) => void): NonNullable<FeatureContext["onProgress"]> {
  let sentMs = Number.NEGATIVE_INFINITY;
  let step = "";
  let before = 0;
  let reached = 0;
  let sent = Number.NEGATIVE_INFINITY;
  return ({ done, total, what }) => {
    if (what !== step) {
      step = what;
      before = reached;
    }
    reached = Math.max(reached, before + done);
    const now = performance.now();
    if (reached <= sent || (now - sentMs < PROGRESS_INTERVAL_MS && done !== total)) return;
    sentMs = now;
    sent = reached;
    send({ progress: reached, ...(total === null ? {} : { total: before + total }), message: what });
  };
}

// Progress of one call in the form that the protocol requires: sent only to clients that gave a token, each figure
// higher than the one before, and not too often.

import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import type { FeatureContext } from "../../features/common/feature.ts";

/** Progress is sent at most this often, in milliseconds. The end of a step is always sent. */
const PROGRESS_INTERVAL_MS = 100;

/**
 * Wraps `send` as the function to which a feature reports its progress. The steps of one call count on from where the
 * last one ended.
 */
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

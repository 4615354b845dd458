// What the tries of a task come to: to go on, to try another way, or to ask somebody. Learning and the guard of a plan
// say the same of them.

import type { EventBodies } from "./log/event-types.ts";

const PIVOT_SAME = 2;
const ESCALATE_SAME = 3;
const ESCALATE_ATTEMPTS = 5;

type Attempt = EventBodies["attempt"];

/** What the tries of a task come to. */
export interface Assessment {
  readonly recommendation: "continue" | "pivot" | "escalate";
  readonly reason: string;
  /** Failed tries since the last one that worked. */
  readonly attempts: number;
}

/** What tries come to, the oldest first. */
export function assessed(tries: readonly Pick<Attempt, "signature" | "ok">[]): Assessment {
  const failed = tries.slice(tries.findLastIndex(({ ok }) => ok) + 1);
  const attempts = failed.length;
  const last = failed.at(-1)?.signature ?? "";
  const same = last === "" ? 0 : failed.filter(({ signature }) => signature === last).length;
  if (same >= ESCALATE_SAME) {
    return {
      recommendation: "escalate",
      reason: `the same error came ${same} times: ask, or say that it is blocked`,
      attempts,
    };
  }
  if (attempts >= ESCALATE_ATTEMPTS) {
    return { recommendation: "escalate", reason: `${attempts} tries failed: ask, or say that it is blocked`, attempts };
  }
  if (same >= PIVOT_SAME)
    return { recommendation: "pivot", reason: "the same error came twice: try another way", attempts };
  const what =
    attempts === 0
      ? "no try has failed"
      : attempts === 1
        ? "one try failed so far"
        : `${attempts} tries failed, no other one with the error of the last`;
  return { recommendation: "continue", reason: what, attempts };
}

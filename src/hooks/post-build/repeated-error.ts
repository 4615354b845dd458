// The same error a second time, though something was edited in between: the hook says so once, so that another way is
// tried before a third time.
// Invariants:
// - An error that a passed run has resolved in between is another one.
// - It is a lesson of this session: `helix lift` withholds it with the lessons.

import { errorHash } from "../../events/run-names.ts";
import { fileList, shownName } from "../../events/session-report.ts";
import { injection, type SessionUpdate } from "../../events/session-state.ts";
import type { HookContext } from "../common/hook-context.ts";

/** The name by which `helix hooks why` knows it. */
const AGAIN = "again";

/** What is said of a repeated error, and the updates by which it is said once. */
export interface RepeatedError {
  readonly line: string;
  readonly updates: readonly SessionUpdate[];
}

/** Looks whether a run fails as it did before the last edits; `title` names the error. Null where it does not. */
export function repeatedError(context: HookContext, captureKey: string, title: string): RepeatedError | null {
  const { session, memory, event, trace } = context;
  if (event.agent !== "") return null;
  const before = session.failures.find(({ key }) => key === captureKey);
  if (before === undefined || before.edited.size === 0) return null;
  const key = `${AGAIN}-${errorHash(title)}`;
  if (memory.wasInjected(key, event.agent)) return null;
  if (context.withholds("lessons")) {
    trace.holdOffer("lessons", AGAIN, "lift");
    return null;
  }
  trace.showOffer("lessons", AGAIN);
  return {
    line: `helix: the same error of ${shownName(before.run)} came again after ${fileList(before.edited)} changed. Before a third try of this kind, try another way: helix's tool learn action="recall" knows lessons on it, action="assess" objective="the task" error="the error" says whether to go on; in a shell: helix learn`,
    updates: [injection(key, event.agent)],
  };
}

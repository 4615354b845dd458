// The last decisions of hooks: what each showed, what it held back and why, or why it was silent.

import type { EventLog } from "./event-log.ts";
import type { HeldNote, LoggedEvent, Silence } from "./event-types.ts";

/** How much of the log's end is looked through, in bytes. */
const LOOKED_THROUGH_BYTES = 2 * 1024 * 1024;

/** What one hook decided on one event. */
export interface HookDecision {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
  readonly agent: string;
  readonly project: readonly string[];
  readonly hook: string;
  /** The file that the event was about; "" for none. */
  readonly file: string;
  /** Ids of notes. */
  readonly shown: readonly string[];
  readonly held: readonly HeldNote[];
  /** What other sources said, and what they held back: the source's name and its own, e.g. `code src/a.ts:10-20`. */
  readonly said: readonly string[];
  readonly unsaid: readonly HeldNote[];
  /** Why the hook was silent; null where it was not. */
  readonly why: Silence | null;
}

/** The last decisions that `accepts` takes, the oldest first, at most `countMax`. */
export function recentDecisions(
  log: EventLog,
  accepts: (decision: HookDecision) => boolean,
  countMax: number,
): HookDecision[] {
  let found: HookDecision[] = [];
  let left = LOOKED_THROUGH_BYTES;
  for (const segment of log.segments().reverse()) {
    const from = Math.max(0, segment.size - left);
    const decisions: HookDecision[] = [];
    log.readSegment(segment, { event: (event) => add(decisions, event) }, from);
    found = [...decisions.filter(accepts), ...found].slice(-countMax);
    left -= segment.size - from;
    if (left <= 0 || found.length === countMax) break;
  }
  return found;
}

/** What a hook held back stands behind what it showed. */
function add(decisions: HookDecision[], event: LoggedEvent): void {
  if (event.type !== "shown" && event.type !== "withheld") return;
  const { at, session, agent, project, hook, file = "" } = event;
  const head = { at, session, agent, project, hook, file };
  if (event.type === "shown") {
    decisions.push({ ...head, shown: event.notes, held: [], said: event.said ?? [], unsaid: [], why: null });
    return;
  }
  const { held = [], unsaid = [], why = null } = event;
  const last = decisions.at(-1);
  const isSame = last !== undefined && last.at === at && last.hook === hook && last.session === session;
  if (why === null && isSame && last.agent === agent) decisions[decisions.length - 1] = { ...last, held, unsaid };
  else decisions.push({ ...head, shown: [], held, said: [], unsaid, why });
}

// The last decisions of hooks: what each showed, what it held back and why, or why it was silent; which output it
// shortened.

import type { EventLog } from "./event-log.ts";
import type { EventBodies, HeldNote, LoggedEvent, Silence } from "./event-types.ts";

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
  /** The output that it shortened; null for none. */
  readonly output: EventBodies["filter"] | null;
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

/** The hooks that shorten what tools show. Outputs are also shortened by `helix run`. */
const OF_COMMANDS = "post-build";
const OF_OTHERS = "ambient";
const NOTHING = { shown: [], held: [], said: [], unsaid: [], why: null, output: null, file: "" };

/** A shortened output comes first, and what a hook held back behind what it showed. */
function add(decisions: HookDecision[], event: LoggedEvent): void {
  const { at, session, agent, project } = event;
  if (event.type === "filter") {
    if (event.by === "run") return;
    const { by, command, filter, key, before, after } = event;
    const output = { by, command, filter, key, before, after };
    decisions.push({ ...NOTHING, at, session, agent, project, hook: by === "Bash" ? OF_COMMANDS : OF_OTHERS, output });
  }
  if (event.type !== "shown" && event.type !== "withheld") return;
  const { hook, file = "" } = event;
  const last = decisions.at(-1);
  const isSame = last?.at === at && last.hook === hook && last.session === session && last.agent === agent;
  const begun = isSame && (last.output !== null || event.type === "withheld") ? last : null;
  const before = begun ?? { ...NOTHING, at, session, agent, project, hook };
  if (event.type === "shown") {
    replaceOrAdd(decisions, begun, { ...before, file, shown: event.notes, said: event.said ?? [] });
    return;
  }
  const { held = [], unsaid = [], why = null } = event;
  const isShortened = begun !== null && begun.output !== null;
  if (why === null || isShortened) replaceOrAdd(decisions, begun, { ...before, file, held, unsaid });
  else decisions.push({ ...NOTHING, at, session, agent, project, hook, file, held, unsaid, why });
}

function replaceOrAdd(decisions: HookDecision[], begun: HookDecision | null, decision: HookDecision): void {
  if (begun !== null) decisions.pop();
  decisions.push(decision);
}

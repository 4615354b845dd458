// What each session did, and when it was over: a fold over the event log. `helix lift` compares sessions by it.
// Invariants:
// - What is told of a session that is over never changes, but that its bill is added.
// - A compaction changes nothing here.

import type { Fold } from "./event-fold.ts";
import type { LoggedEvent } from "./event-types.ts";
import { LIFT_KINDS, type LiftKind } from "./lift-kinds.ts";

/** A session is over with its first pause of this length, and at the latest this long after its beginning. */
export const PAUSE_MS = 6 * 60 * 60 * 1000;
export const LENGTH_MAX_MS = 24 * 60 * 60 * 1000;

/** What a session did until it was over. */
export interface WorkedSession {
  /** The first key of the project; "" outside of projects. */
  readonly project: string;
  /** Its first event, and the last that counts, in milliseconds since 1970. */
  begun: number;
  last: number;
  /** Whether an event came after its end. Time alone ends it, too: see `isOver`. */
  isOver: boolean;
  edits: number;
  runs: number;
  failed: number;
  /** How much was withheld from it for a comparison. Of notes, lessons that hooks list among them are counted, too. */
  readonly held: Record<LiftKind, number>;
  /** Weighted tokens; null while nobody has looked them up. */
  bill: number | null;
}

/** The sessions by name, in the order of the log. */
export type WorkedSessions = Map<string, WorkedSession>;

/** Whether a session is over at a time. */
export function isOver({ isOver: isEnded, last, begun }: WorkedSession, now: number): boolean {
  return isEnded || now - last >= PAUSE_MS || now - begun >= LENGTH_MAX_MS;
}

export const workedSessions: Fold<WorkedSessions> = {
  name: "worked-sessions",
  version: 1,
  empty: () => new Map(),
  take(sessions, event) {
    const { session, at } = event;
    if (session === "" || event.type === "total" || event.type === "compacted") return;
    if (event.type === "worked") takeWorked(sessions, event);
    else if (event.type === "bill") {
      const known = sessions.get(session);
      if (known !== undefined) known.bill ??= event.tokens;
    } else {
      let own = sessions.get(session);
      if (own === undefined) {
        own = newSession(event.project[0] ?? "", at);
        sessions.set(session, own);
      }
      if (isOver(own, at)) own.isOver = true;
      else {
        own.last = Math.max(own.last, at);
        count(own, event);
      }
    }
  },
  encode: (sessions) =>
    Array.from(sessions, ([name, { project, begun, last, isOver: isEnded, edits, runs, failed, held, bill }]) => [
      name,
      project,
      ...[begun, last, Number(isEnded), edits, runs, failed, bill ?? -1],
      ...LIFT_KINDS.map((kind) => held[kind]),
    ]),
  decode(value) {
    const sessions: WorkedSessions = new Map();
    for (const [name, project, ...numbers] of value as [string, string, ...number[]][]) {
      if (numbers.length !== 7 + LIFT_KINDS.length) throw new Error("not a snapshot");
      const [begun, last, isEnded, edits, runs, failed, bill, ...held] = numbers as Numbers;
      const own = newSession(project, begun);
      Object.assign(own, { last, isOver: isEnded === 1, edits, runs, failed, bill: bill < 0 ? null : bill });
      for (const [at, kind] of LIFT_KINDS.entries()) own.held[kind] = held[at]!;
      sessions.set(name, own);
    }
    return sessions;
  },
};

type Numbers = [number, number, number, number, number, number, number, ...number[]];

function newSession(project: string, begun: number): WorkedSession {
  const held = { notes: 0, lessons: 0, code: 0, filters: 0 };
  return { project, begun, last: begun, isOver: false, edits: 0, runs: 0, failed: 0, held, bill: null };
}

function count(own: WorkedSession, event: LoggedEvent): void {
  if (event.type === "edit") own.edits += event.undone ? -1 : 1;
  else if (event.type === "run") {
    own.runs++;
    if (!event.ok) own.failed++;
  } else if (event.type === "withheld") {
    for (const [, why] of event.held ?? []) if (why === "lift") own.held.notes++;
    for (const [name, why] of event.unsaid ?? []) {
      const kind = why === "lift" ? kindOf(name) : null;
      if (kind !== null) own.held[kind]++;
    }
  }
}

/** The kind of help that a name in `unsaid` begins with. */
function kindOf(name: string): LiftKind | null {
  const source = name.split(" ", 1)[0]!;
  return source === "output" ? "filters" : (LIFT_KINDS.find((kind) => kind === source) ?? null);
}

function takeWorked(
  sessions: WorkedSessions,
  { session, project, begun, last, over, counts }: LoggedEvent & { readonly type: "worked" },
): void {
  if (sessions.has(session)) return;
  const own = newSession(project[0] ?? "", begun);
  own.last = last;
  own.isOver = over === true;
  const of = (name: string) => (Object.hasOwn(counts, name) ? counts[name]! : 0);
  own.edits = of("edits");
  own.runs = of("runs");
  own.failed = of("failed");
  for (const kind of LIFT_KINDS) own.held[kind] = of(`held ${kind}`);
  sessions.set(session, own);
}

/** The events that stand for the single events of sessions. */
export function workedEvents(sessions: WorkedSessions, newId: () => string): LoggedEvent[] {
  return Array.from(sessions, ([session, { project, begun, last, isOver: isEnded, edits, runs, failed, held }]) => {
    const all = { edits, runs, failed, ...Object.fromEntries(LIFT_KINDS.map((kind) => [`held ${kind}`, held[kind]])) };
    const counts = Object.fromEntries(Object.entries(all).filter(([, number]) => number !== 0));
    const head = { id: newId(), at: last, session, agent: "", project: project === "" ? [] : [project] };
    return { ...head, type: "worked", begun, last, over: isEnded ? true : undefined, counts };
  });
}

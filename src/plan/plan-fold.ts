// What became of explorations, plans and their tasks: a fold over the events `plan`, `task` and `workspace`. Nobody
// overwrites anything, so what several processes write at once all counts.
// Invariants:
// - The same event twice changes nothing, and the order in which two processes write does not matter but where a task
//   was really done twice: delivered stays delivered until it is reopened.
// - A workspace that has ended does not begin again, in whatever order its events stand.

import type { Fold } from "../events/log/event-fold.ts";
import type { EventHead, LoggedEvent, PlanChange } from "../events/log/event-types.ts";

/** How a workspace ended. */
export type EndedHow = "delivered" | "blocked" | "released" | "expired";

/** A workspace that is active. */
export interface RunningWorkspace {
  readonly id: string;
  readonly session: string;
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a report said, and when. `report` is the hash of its document, "" where there is none. */
export interface Reported {
  readonly at: number;
  readonly workspace: string;
  readonly report: string;
}

/** What became of a task. */
export interface TaskFacts {
  delivered: Reported | null;
  blocked: Reported | null;
  readonly running: Map<string, RunningWorkspace>;
  /** Ids of the workspaces that are over, with how. */
  readonly ended: Map<string, { readonly how: EndedHow; readonly at: number }>;
}

/** When something was: in milliseconds since 1970, and its place in the log for those of one millisecond. */
export interface Moment {
  readonly at: number;
  readonly order: number;
}

/** Whether the one is later; nothing is later than what never was. */
export function isLater(one: Moment | undefined, other: Moment | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  return one.at === other.at ? one.order > other.order : one.at > other.at;
}

/** What became of a document of a kind that is current or not: a plan or an exploration. */
export interface PlanFacts {
  readonly hash: string;
  project: readonly string[];
  /** When each change was made last. */
  readonly changes: Map<PlanChange, Moment>;
  readonly tasks: Map<string, TaskFacts>;
}

export interface PlanFold {
  readonly plans: Map<string, PlanFacts>;
  /** How many events were taken. */
  taken: number;
}

export const planFold: Fold<PlanFold> = {
  name: "plans",
  version: 1,
  types: ["plan", "task", "workspace"],
  empty: () => ({ plans: new Map(), taken: 0 }),
  take(state, event) {
    if (event.type === "plan") takeChange(state, event);
    else if (event.type === "task") takeTask(state, event);
    else if (event.type === "workspace") takeWorkspace(state, event);
  },
  encode: ({ plans, taken }) => ({
    taken,
    plans: Array.from(plans.values(), ({ hash, project, changes, tasks }) => ({
      hash,
      project,
      changes: [...changes],
      tasks: Array.from(tasks, ([seq, { delivered, blocked, running, ended }]) => ({
        seq,
        delivered,
        blocked,
        running: [...running.values()],
        ended: [...ended],
      })),
    })),
  }),
  decode(value) {
    const { plans, taken } = value as Snapshot;
    const read = plans.map(({ hash, project, changes, tasks }): [string, PlanFacts] => [
      hash,
      { hash, project, changes: new Map(changes), tasks: new Map(tasks.map(taskFrom)) },
    ]);
    return { plans: new Map(read), taken };
  },
};

interface Snapshot {
  readonly taken: number;
  readonly plans: readonly {
    readonly hash: string;
    readonly project: readonly string[];
    readonly changes: readonly (readonly [PlanChange, Moment])[];
    readonly tasks: readonly TaskSnapshot[];
  }[];
}

interface TaskSnapshot extends Pick<TaskFacts, "delivered" | "blocked"> {
  readonly seq: string;
  readonly running: readonly RunningWorkspace[];
  readonly ended: readonly (readonly [string, { readonly how: EndedHow; readonly at: number }])[];
}

function taskFrom({ seq, delivered, blocked, running, ended }: TaskSnapshot): [string, TaskFacts] {
  const byId = running.map((each): [string, RunningWorkspace] => [each.id, each]);
  return [seq, { delivered, blocked, running: new Map(byId), ended: new Map(ended) }];
}

type Of<Type extends LoggedEvent["type"]> = EventHead & Extract<LoggedEvent, { readonly type: Type }>;

function takeChange(state: PlanFold, { plan, how, at, project }: Of<"plan">): void {
  const facts = factsOf(state, plan, project);
  facts.project = project;
  const moment = { at, order: ++state.taken };
  if (isLater(moment, facts.changes.get(how))) facts.changes.set(how, moment);
}

function takeTask(state: PlanFold, { plan, task, status, workspace, report = "", at, project }: Of<"task">): void {
  const facts = taskIn(factsOf(state, plan, project), task);
  if (status === "reopened") {
    facts.delivered = null;
    facts.blocked = null;
    return;
  }
  facts.running.delete(workspace);
  facts.ended.set(workspace, { how: status, at });
  const reported = { at, workspace, report };
  if (status === "delivered") {
    facts.delivered ??= reported;
    facts.blocked = null;
  } else if (facts.delivered === null) facts.blocked = reported;
}

function takeWorkspace(state: PlanFold, event: Of<"workspace">): void {
  const { workspace: id, plan, task, how, at, session, agent, project } = event;
  const facts = taskIn(factsOf(state, plan, project), task);
  if (how !== "started") {
    facts.running.delete(id);
    if (!facts.ended.has(id)) facts.ended.set(id, { how, at });
  } else if (!facts.ended.has(id)) {
    facts.running.set(id, { id, session, agent, at });
    // Somebody tries again what was blocked.
    facts.blocked = null;
  }
}

function factsOf({ plans }: PlanFold, hash: string, project: readonly string[]): PlanFacts {
  let facts = plans.get(hash);
  if (facts === undefined) {
    facts = { hash, project, changes: new Map(), tasks: new Map() };
    plans.set(hash, facts);
  }
  return facts;
}

function taskIn({ tasks }: PlanFacts, seq: string): TaskFacts {
  let facts = tasks.get(seq);
  if (facts === undefined) {
    facts = { delivered: null, blocked: null, running: new Map(), ended: new Map() };
    tasks.set(seq, facts);
  }
  return facts;
}

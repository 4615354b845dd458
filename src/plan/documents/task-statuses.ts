// Where the tasks of a plan stand, and with them the plan. What happened is given; what follows from it is told here.
// Invariants:
// - A task that is not over is ready when all that it depends on is delivered. It waits as long as that can still come
//   about, and is stuck otherwise: behind a task that is blocked, that there is not, or that waits for itself.
// - What depends on itself, or on tasks that there are not, is told, whatever made it.

import { cutLine } from "../../engine/text/cut-line.ts";
import type { Task, TaskStatus } from "./plan-documents.ts";

/** What happened to a task; `open`: nothing yet, or it is open again. */
export interface TaskFact {
  readonly state: "open" | "active" | "delivered" | "blocked";
  /** Why it is blocked, or what it delivered. */
  readonly text: string;
}

/** Where a task stands. */
export interface TaskStanding {
  readonly task: Task;
  readonly status: TaskStatus;
  /** What it waits for, through all tasks in between; "" where it waits for nothing. */
  readonly reason: string;
  /** Tasks that have to be delivered first and are not, those through others included, in the order of the plan. */
  readonly waitsFor: readonly string[];
}

/**
 * `complete`: all is delivered. `active`: work goes on or could. `all-blocked`: none could, since what is left is
 * blocked or waits for that. `stuck`: none could, and something else is in the way.
 */
export type PlanState = "complete" | "active" | "stuck" | "all-blocked";

export interface PlanStanding {
  readonly state: PlanState;
  readonly tasks: readonly TaskStanding[];
}

const OPEN: TaskFact = { state: "open", text: "" };
const REASON_MAX = 300;
const SAID_MAX = 120;

/** Where all tasks stand. A `seq` that stands twice is a flaw of the plan; the first counts. */
export function taskStatuses(tasks: readonly Task[], facts: ReadonlyMap<string, TaskFact>): PlanStanding {
  const bySeq = new Map<string, Task>();
  for (const task of tasks) if (!bySeq.has(task.seq)) bySeq.set(task.seq, task);
  const fact = (seq: string) => facts.get(seq) ?? OPEN;
  const possible = possibleSeqs(bySeq, fact);
  const statusOf = (task: Task): TaskStatus => {
    const { state } = fact(task.seq);
    if (state !== "open") return state;
    if (task.depends.every((seq) => bySeq.has(seq) && fact(seq).state === "delivered")) return "ready";
    return possible.has(task.seq) ? "waiting" : "stuck";
  };
  const standings = [...bySeq.values()].map((task): TaskStanding => {
    const status = statusOf(task);
    const isHeld = status === "waiting" || status === "stuck";
    return {
      task,
      status,
      reason: isHeld ? cutLine(reasonOf(task, bySeq, fact, possible), REASON_MAX) : "",
      waitsFor: isHeld ? waitedFor(task, bySeq, fact) : [],
    };
  });
  return { state: stateOf(standings, bySeq), tasks: standings };
}

/** The tasks that can still be delivered, as things are: found from those that depend on nothing onwards. */
function possibleSeqs(tasks: ReadonlyMap<string, Task>, fact: (seq: string) => TaskFact): Set<string> {
  const dependents = new Map<string, string[]>();
  const missing = new Map<string, number>();
  const found: string[] = [];
  for (const { seq, depends } of tasks.values()) {
    const { state } = fact(seq);
    const needed = state === "open" ? new Set(depends) : new Set<string>();
    missing.set(seq, needed.size);
    for (const each of needed) dependents.set(each, [...(dependents.get(each) ?? []), seq]);
    if (state !== "blocked" && needed.size === 0) found.push(seq);
  }
  const possible = new Set<string>();
  for (let seq = found.pop(); seq !== undefined; seq = found.pop()) {
    possible.add(seq);
    for (const dependent of dependents.get(seq) ?? []) {
      const left = missing.get(dependent)! - 1;
      missing.set(dependent, left);
      if (left === 0) found.push(dependent);
    }
  }
  return possible;
}

/** Tasks, named or not, that have to be delivered before this one and are not. */
function waitedFor(task: Task, tasks: ReadonlyMap<string, Task>, fact: (seq: string) => TaskFact): string[] {
  const seen = new Set<string>();
  const left = [...task.depends];
  for (let seq = left.pop(); seq !== undefined; seq = left.pop()) {
    if (seen.has(seq) || (tasks.has(seq) && fact(seq).state === "delivered")) continue;
    seen.add(seq);
    if (fact(seq).state === "open") left.push(...(tasks.get(seq)?.depends ?? []));
  }
  const known = [...tasks.keys()].filter((seq) => seen.has(seq));
  return [...known, ...[...seen].filter((seq) => !tasks.has(seq)).sort()];
}

/** `003 waits for 002, which waits for 001, which is blocked: "..."`: the way to what is in the way. */
function reasonOf(
  task: Task,
  tasks: ReadonlyMap<string, Task>,
  fact: (seq: string) => TaskFact,
  possible: ReadonlySet<string>,
): string {
  const isHeldUp = !possible.has(task.seq);
  const said = [task.seq];
  const way = [task.seq];
  for (let at: Task = task; ; ) {
    const open = at.depends.filter((seq) => !tasks.has(seq) || fact(seq).state !== "delivered");
    // The way goes where nothing can go on, if there is such a place.
    const next = (isHeldUp ? open.find((seq) => !possible.has(seq)) : undefined) ?? open[0];
    if (next === undefined) return said.join("");
    const join = said.length === 1 ? " waits for " : ", which waits for ";
    const found = tasks.get(next);
    if (found === undefined) return `${said.join("")}${join}${next}, which there is not`;
    if (next === at.seq) return `${said.join("")}${join}itself`;
    if (way.includes(next)) return `${said.join("")}${join}${next}: each waits for the next, round and round`;
    said.push(`${join}${next}`);
    way.push(next);
    const { state, text } = fact(next);
    if (state === "blocked") return `${said.join("")}, which is blocked${text === "" ? "" : `: "${oneLine(text)}"`}`;
    if (state === "active") return `${said.join("")}, which is active`;
    at = found;
    if (at.depends.every((seq) => tasks.has(seq) && fact(seq).state === "delivered")) {
      return `${said.join("")}, which is ready`;
    }
  }
}

function oneLine(text: string): string {
  return cutLine(text.replace(/\s+/g, " ").trim(), SAID_MAX);
}

function stateOf(standings: readonly TaskStanding[], tasks: ReadonlyMap<string, Task>): PlanState {
  const left = standings.filter(({ status }) => status !== "delivered");
  if (left.length === 0) return "complete";
  if (left.some(({ status }) => status === "active" || status === "ready")) return "active";
  const blocked = new Set(left.filter(({ status }) => status === "blocked").map(({ task }) => task.seq));
  // Without the blocked ones, would each of the others be possible?
  const freed = possibleSeqs(tasks, (seq) => {
    const standing = standings.find(({ task }) => task.seq === seq);
    const isOver = standing?.status === "delivered" || blocked.has(seq);
    return isOver ? { state: "delivered", text: "" } : OPEN;
  });
  return left.every(({ task }) => freed.has(task.seq)) ? "all-blocked" : "stuck";
}

// The plans of a project: documents, and what became of them by events. What is current is never written down; it
// follows from the events, so that several processes work on one plan without a lock.

import { HelixError, messageOf } from "../base/errors.ts";
import type { JudgementLog } from "../events/judgement-log.ts";
import type { NewEvent, PlanChange } from "../events/log/event-types.ts";
import { sameProject } from "../notes/projects/project.ts";
import type { FileSystem } from "../platform/file-system.ts";
import { DocumentStore, shownHash } from "./documents/document-store.ts";
import type { Exploration, Plan, Report } from "./documents/plan-documents.ts";
import { type PlanStanding, type TaskFact, taskStatuses } from "./documents/task-statuses.ts";
import { isLater, type Moment, type PlanFacts, planFold, type TaskFacts } from "./plan-fold.ts";
import { planPaths } from "./plan-paths.ts";

export interface PlanStoreOptions {
  readonly files: FileSystem;
  /** The knowledge base directory. */
  readonly directory: string;
  readonly log: JudgementLog;
  /** The keys of the project; at least one. */
  readonly keys: readonly string[];
}

/** A plan with what became of it. */
export interface KnownPlan {
  readonly hash: string;
  readonly plan: Plan;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly isApproved: boolean;
  readonly isClosed: boolean;
  /** By `seq`; a task to which nothing happened has none. */
  readonly facts: ReadonlyMap<string, TaskFacts>;
}

/** An exploration that is current. */
export interface KnownExploration {
  readonly hash: string;
  readonly exploration: Exploration;
  readonly at: number;
}

export class PlanStore {
  readonly documents: DocumentStore;
  /** The keys of the project. */
  readonly keys: readonly string[];
  readonly #log: JudgementLog;

  constructor({ files, directory, log, keys }: PlanStoreOptions) {
    this.documents = new DocumentStore(files, planPaths(directory).documents);
    this.keys = keys;
    this.#log = log;
  }

  /** Keeps an exploration, which is current from now on. Throws IO. */
  saveExploration(body: Exploration): string {
    const hash = saved(() => this.documents.write({ kind: "exploration", project: this.#key, body }));
    this.record([{ type: "plan", plan: hash, how: "explored" }]);
    return hash;
  }

  /** Keeps a plan. One that asks first is kept and is not current. Throws IO. */
  savePlan(body: Plan): string {
    const hash = saved(() => this.documents.write({ kind: "plan", project: this.#key, body }));
    this.record([{ type: "plan", plan: hash, how: body.decision === "PROCEED" ? "saved" : "questions" }]);
    return hash;
  }

  /** Keeps a report, and returns its hash. The events are the caller's. Throws IO. */
  keepReport(body: Report): string {
    return this.documents.write({ kind: "report", project: this.#key, body });
  }

  /** Keeps a reason, and returns its hash. Throws IO. */
  keepReason(text: string): string {
    return this.documents.write({ kind: "reason", project: this.#key, body: { text } });
  }

  /**
   * Writes events for this project. They are on the disk when it returns. What becomes of plans is no earlier than what
   * became of them before: with a clock that was ahead, a change would else not count until that time. Throws IO.
   */
  record(events: readonly NewEvent[]): void {
    const isChange = events.some(({ type }) => type === "plan");
    this.#log.write(events, this.keys, isChange ? this.#lastChange() : 0);
  }

  /** How many lines about plans are damaged in the event log, of whatever project. Throws IO. */
  damagedEvents(): number {
    return this.#log.foldedWhole(planFold).damaged;
  }

  /** What stands among the events and is none of the log's, or cannot be read: what it held is not known here. */
  oddEventFiles(): string[] {
    return this.#log.log.oddNames();
  }

  /** When a plan or an exploration of this project was changed last, in milliseconds since 1970; 0: never. */
  #lastChange(): number {
    const moments = this.#all(() => true, null).flatMap(({ changes }) => [...changes.values()]);
    return moments.reduce((last, { at }) => Math.max(last, at), 0);
  }

  /** The exploration that is current; null for none. Throws CORRUPTION where it is damaged. */
  exploration(): KnownExploration | null {
    const known = this.#exploration();
    if (known === undefined) return null;
    const exploration = this.documents.body("exploration", known.hash);
    if (exploration === null) throw goneDocument("exploration", known.hash);
    return { hash: known.hash, exploration, at: known.changes.get("explored")!.at };
  }

  /** The hash of the exploration that is current, be it damaged or not; null for none. */
  lastExploration(): string | null {
    return this.#exploration()?.hash ?? null;
  }

  /** What was explored last, unless it was cleared since: then there is none, also of before. */
  #exploration(): PlanFacts | undefined {
    const known = this.#last(({ changes }) => changes.has("explored"), "explored");
    return known !== undefined && isLater(known.changes.get("cleared"), known.changes.get("explored"))
      ? undefined
      : known;
  }

  /** The current plan: the last that was saved and is not closed; null for none. Throws CORRUPTION where it is damaged. */
  current(): KnownPlan | null {
    const known = this.#last(isOpen, "saved");
    return known === undefined ? null : this.#plan(known);
  }

  /** The last plan that asks first, where no plan was saved since; null for none. */
  questions(): KnownPlan | null {
    const asked = this.#last(({ changes }) => changes.has("questions"), "questions");
    if (asked === undefined || isLater(asked.changes.get("closed"), asked.changes.get("questions"))) return null;
    const saved = this.#last(({ changes }) => changes.has("saved"), "saved");
    return isLater(saved?.changes.get("saved"), asked.changes.get("questions")) ? null : this.#plan(asked);
  }

  /** All plans that are saved and not closed, the current one first. Damaged ones are left out. */
  open(): KnownPlan[] {
    return this.#all(isOpen, "saved")
      .reverse()
      .flatMap((facts) => {
        const plan = this.documents.body("plan", facts.hash);
        return plan === null ? [] : [knownPlan(facts, plan)];
      });
  }

  /** The plan of a hash, or of its beginning. Throws NOT_FOUND, INVALID_ARGUMENT. */
  plan(prefix: string): KnownPlan {
    const wanted = prefix.trim().toLowerCase();
    const all = this.#all(({ changes }) => keptAt(changes) !== undefined, null);
    const found = wanted === "" ? [] : all.filter(({ hash }) => hash.startsWith(wanted));
    if (found.length > 1) {
      const names = found.slice(0, 5).map(({ hash }) => hash.slice(0, wanted.length + 4));
      throw new HelixError("INVALID_ARGUMENT", `several plans begin with ${wanted}: ${names.join(", ")}`);
    }
    if (found[0] === undefined) {
      const known = all.slice(-5).map(({ hash }) => shownHash(hash));
      const there = known.length === 0 ? "none is saved here" : `there are ${known.join(", ")}`;
      throw new HelixError("NOT_FOUND", `no plan ${JSON.stringify(prefix.slice(0, 40))} of this project: ${there}`);
    }
    return this.#plan(found[0]);
  }

  /** Where the tasks of a plan stand. */
  standing({ plan, facts }: Pick<KnownPlan, "plan" | "facts">): PlanStanding {
    return taskStatuses(plan.tasks, this.taskFacts(facts));
  }

  /** What happened to tasks, with the words of their reports. */
  taskFacts(facts: ReadonlyMap<string, TaskFacts>): Map<string, TaskFact> {
    return new Map(Array.from(facts, ([seq, each]) => [seq, this.#taskFact(each)]));
  }

  /** The report that a task ended with last; null for none, and for one that is gone. */
  reportOf(facts: TaskFacts | undefined): Report | null {
    const hash = (facts?.delivered ?? facts?.blocked)?.report ?? "";
    return hash === "" ? null : this.documents.body("report", hash);
  }

  #taskFact(facts: TaskFacts): TaskFact {
    const text = this.reportOf(facts)?.summary ?? "";
    if (facts.delivered !== null) return { state: "delivered", text };
    if (facts.running.size > 0) return { state: "active", text: "" };
    return facts.blocked === null ? { state: "open", text: "" } : { state: "blocked", text };
  }

  get #key(): string {
    return this.keys[0] ?? "";
  }

  #plan(facts: PlanFacts): KnownPlan {
    const plan = this.documents.body("plan", facts.hash);
    if (plan === null) throw goneDocument("plan", facts.hash);
    return knownPlan(facts, plan);
  }

  #last(accepts: (facts: PlanFacts) => boolean, by: PlanChange): PlanFacts | undefined {
    return this.#all(accepts, by).at(-1);
  }

  /** Those of this project that `accepts` takes, by the time of the change; null: of that by which they are kept. */
  #all(accepts: (facts: PlanFacts) => boolean, by: PlanChange | null): PlanFacts[] {
    const moment = ({ changes }: PlanFacts) => (by === null ? keptAt(changes) : changes.get(by));
    return [...this.#log.folded(planFold).plans.values()]
      .filter((facts) => facts.changes.size > 0 && sameProject(facts.project, this.keys) && accepts(facts))
      .sort((a, b) => (isLater(moment(a), moment(b)) ? 1 : -1));
  }
}

/** Writes a document that counts only by the event behind it: without that, nothing is saved, whatever the disk holds. */
function saved(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof HelixError) || / nothing was /.test(error.message)) throw error;
    const why = messageOf(error.cause ?? error);
    throw new HelixError(error.code, `nothing was saved: a document may not outlast a loss of power (${why})`, {
      cause: error,
    });
  }
}

/** When a plan was kept; undefined for what is no plan. */
function keptAt(changes: PlanFacts["changes"]): Moment | undefined {
  return changes.get("saved") ?? changes.get("questions");
}

/** A plan that was saved again after it was closed is open. */
function isOpen({ changes }: PlanFacts): boolean {
  return isLater(changes.get("saved"), changes.get("closed"));
}

function knownPlan({ hash, changes, tasks }: PlanFacts, plan: Plan): KnownPlan {
  return {
    hash,
    plan,
    savedAt: keptAt(changes)?.at ?? 0,
    isApproved: changes.has("approved"),
    isClosed: isLater(changes.get("closed"), keptAt(changes)),
    facts: tasks,
  };
}

function goneDocument(what: string, hash: string): HelixError {
  return new HelixError(
    "CORRUPTION",
    `the ${what} ${shownHash(hash)} is known, but its document is gone or damaged: save it again`,
  );
}

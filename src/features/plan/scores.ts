// What the tasks of a plan are worth as lessons: the points of those that are delivered, and which of them are proposed
// as patterns, and those that are blocked as failures. Whether one is kept, a person or an assistant decides (learn).
// Invariants:
// - Nothing is stored here, and nothing that cannot be read keeps a plan from being shown.

import { orElse, orNull } from "../../base/errors.ts";
import type { Wording } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { EventOf } from "../../events/judgement-log.ts";
import type { LessonKind } from "../../notes/lessons/lesson.ts";
import type { StoredLesson } from "../../notes/lessons/stored-lessons.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { budgetOf } from "../../plan/decision/budget.ts";
import type { Task } from "../../plan/documents/plan-documents.ts";
import { isCheckable } from "../../plan/guard/idioms.ts";
import type { Reported, TaskFacts } from "../../plan/plan-fold.ts";
import type { KnownPlan, PlanStore } from "../../plan/plan-store.ts";
import { PATTERN_POINTS_MIN, type TaskScore, taskScore } from "../../plan/task-score.ts";
import type { WorkspaceStore } from "../../plan/workspace/workspace-store.ts";
import { judgementsOf } from "../learn/ports.ts";
import { lessonFinder } from "../learn/similar-lesson.ts";
import { oneLine } from "./plan-text.ts";
import { type PlanPorts, planKeys } from "./ports.ts";
import { failureLesson } from "./report-text.ts";

const MINUTE_MS = 60_000;
const SAID_MAX = 300;
/** So many proposals are shown. */
const SHOWN_MAX = 8;

/** A delivered task with its points. */
export interface ScoredTask extends TaskScore {
  readonly seq: string;
  readonly slug: string;
}

/** A lesson that nobody has stored yet. */
export interface ProposedLesson {
  readonly seq: string;
  readonly kind: LessonKind;
  readonly trigger: string;
  readonly resolution: string;
}

export interface PlanScores {
  readonly scores: readonly ScoredTask[];
  readonly proposals: readonly ProposedLesson[];
}

/** What is read once for all tasks. */
interface Sources {
  readonly ports: PlanPorts;
  readonly plan: KnownPlan;
  readonly plans: PlanStore;
  readonly workspaces: WorkspaceStore;
  readonly runs: readonly EventOf<"attempt">[];
  readonly view: KnowledgeView;
}

const NONE: PlanScores = { scores: [], proposals: [] };

/** The points of a plan's tasks, and what is proposed. Throws CANCELLED. */
export async function planScores(
  ports: PlanPorts,
  plan: KnownPlan,
  plans: PlanStore,
  workspaces: WorkspaceStore,
): Promise<PlanScores> {
  const over = plan.plan.tasks.filter(({ seq }) => isOver(plan.facts.get(seq)));
  if (over.length === 0) return NONE;
  try {
    const view = await ports.base.view(indexingProgress(ports));
    const runs = judgementsOf(ports).recent(["attempt"], ({ task }) => task.startsWith(`${plan.hash}-`)).events;
    const sources = { ports, plan, plans, workspaces, runs, view };
    const scores: ScoredTask[] = [];
    const proposals: ProposedLesson[] = [];
    for (const task of over) {
      const facts = plan.facts.get(task.seq)!;
      if (facts.delivered === null) proposals.push(...(await failureOf(task, facts, sources)));
      else {
        const { score, pattern } = await deliveredTask(task, facts, facts.delivered, sources);
        scores.push({ seq: task.seq, slug: task.slug, ...score });
        proposals.push(...pattern);
      }
    }
    return { scores, proposals };
  } catch (error) {
    if ((error as { code?: unknown }).code === "CANCELLED") throw error;
    return NONE;
  }
}

function isOver(facts: TaskFacts | undefined): boolean {
  return facts !== undefined && (facts.delivered !== null || (facts.blocked !== null && facts.running.size === 0));
}

async function deliveredTask(task: Task, facts: TaskFacts, delivered: Reported, sources: Sources) {
  const { plan, plans, workspaces, runs } = sources;
  const report = delivered.report === "" ? null : plans.documents.body("report", delivered.report);
  const workspace = orNull(() => workspaces.read(delivered.workspace));
  const overrides = orElse([], () => workspaces.overrides(delivered.workspace));
  const calls = orNull(() => workspaces.calls(delivered.workspace));
  const own = runs.filter((run) => run.task === `${plan.hash}-${task.seq}`);
  const failed = own.filter(({ ok, diff }) => !ok && diff !== workspace?.deltaDigest);
  const isHeld = workspace?.hold === "guard" && calls !== null;
  const patterns = await lessonsLike(task.objective, "pattern", sources);
  const like = [...patterns, ...(await lessonsLike(task.objective, "failure", sources))];
  const isLater = ({ minutes }: StoredLesson) => minutes >= Math.floor(delivered.at / MINUTE_MS);
  const score = taskScore({
    wasBlocked: [...facts.ended.values()].some(({ how }) => how === "blocked"),
    workspaces: facts.ended.size,
    failedRuns: own.some(({ ok }) => ok) ? failed.length : null,
    followedIdioms:
      plan.plan.idioms.forbidden.some(isCheckable) && !overrides.some(({ accepts }) => accepts.includes("idioms")),
    calls: isHeld ? budgetOf({ workspace, calls, overrides: [] }, "").used : null,
    budget: task.budget,
    changed: report?.changed.length ?? 0,
    isNovel: like.every(isLater),
  });
  const approach = cutLine(oneLine(report?.summary ?? ""), SAID_MAX);
  const isKept = patterns.some((lesson) => isLater(lesson) || oneLine(lesson.resolution).includes(approach));
  const isProposed = score.points >= PATTERN_POINTS_MIN && approach !== "" && !isKept;
  const pattern: ProposedLesson[] = isProposed
    ? [{ seq: task.seq, kind: "pattern", trigger: oneLine(task.objective), resolution: approach }]
    : [];
  return { score, pattern };
}

async function failureOf(task: Task, facts: TaskFacts, sources: Sources): Promise<ProposedLesson[]> {
  const summary = sources.plans.reportOf(facts)?.summary ?? "";
  if (summary === "") return [];
  const lesson = failureLesson({ task }, summary);
  const known = await lessonsLike(lesson.trigger, "failure", sources);
  return known.length > 0 ? [] : [{ seq: task.seq, kind: "failure", ...lesson }];
}

/** The lesson of a kind whose trigger is like this one, by words: a list of it, or of none. */
async function lessonsLike(trigger: string, kind: LessonKind, { ports, view }: Sources): Promise<StoredLesson[]> {
  // A plan is shown without waiting for a model.
  const finder = await lessonFinder({ ...ports, isRehearsed: true }, { kind, trigger, projects: planKeys(ports) });
  const found = finder.in(view);
  return found === null ? [] : [found.lesson];
}

/** The points of a task in words. */
export function scoreWords({ points, parts }: TaskScore): string {
  const words = parts.map((part) => `${part.what} +${part.points}`);
  return parts.length === 0 ? "scored 0" : `scored ${points}: ${words.join(", ")}`;
}

/** The calls that store what is proposed. */
export function proposalLines(proposals: readonly ProposedLesson[], say: Wording): string[] {
  if (proposals.length === 0) return [];
  const more = proposals.length - SHOWN_MAX;
  return [
    "proposed as lessons; keep those that will help elsewhere, in words that fit there:",
    ...proposals.slice(0, SHOWN_MAX).map((each) => `  ${each.seq} ${each.kind}: ${callOf(each, say)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function callOf({ kind, trigger, resolution }: ProposedLesson, say: Wording): string {
  const [one, other] = [JSON.stringify(trigger), JSON.stringify(resolution)];
  return kind === "pattern"
    ? say.either(
        `helix learn chunk --objective ${one} --approach ${other} --outcome success`,
        `learn action="chunk" objective=${one} approach=${other} outcome="success"`,
      )
    : say.either(
        `helix learn remember --type failure --trigger ${one} --resolution ${other}`,
        `learn action="remember" type="failure" trigger=${one} resolution=${other}`,
      );
}

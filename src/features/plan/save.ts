// plan action=save: checks a plan, and keeps it. It is the project's current plan from then on; the one before is
// closed. What asks first is kept, too, and changes no current plan.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import type { Wording } from "../../base/wording.ts";
import { loadMask, type Mask } from "../../code/shown-code.ts";
import { checkPlan } from "../../plan/check/check-plan.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { Plan } from "../../plan/documents/plan-documents.ts";
import { PlanFlaw } from "../../plan/documents/read-json.ts";
import { readPlan } from "../../plan/documents/read-plan.ts";
import type { KnownPlan, PlanStore } from "../../plan/plan-store.ts";
import { behindDone } from "../../platform/commits.ts";
import { type PlanArguments, planParameters } from "./parameters.ts";
import { headOf, nextLine, oneLine, planDataOf, type StandingPlan, standingPlan, taskLines } from "./plan-text.ts";
import { type PlanPorts, planStore } from "./ports.ts";
import { NO_PLAN } from "./status.ts";
import { treeFacts } from "./tree-facts.ts";

const OBJECTIVE_MAX = 100;
const HELD_MAX = 5;

/** Saves a plan, or closes the current one. Throws INVALID_ARGUMENT with all that is wrong, IO. */
export async function save(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const { data, clear = false } = values;
  if (clear) {
    if (data !== undefined)
      throw invalid(
        (say) => `${say.name("data")} and ${say.name("clear")} cannot both be: saving closes the plan before`,
      );
    return closed(planStore(ports));
  }
  if (data === undefined) {
    throw invalid(
      (say) => `${say.name("data")} is missing: give the plan, e.g. ${say.example(planParameters.data.example)}`,
    );
  }
  const mask = await loadMask();
  const given = masked(planFrom(data), mask);
  const store = planStore(ports);
  const { plan, filled } = withExplored(given, store);
  const { errors, warnings } = checkPlan(plan, treeFacts(ports));
  if (errors.length > 0) throw invalid(`the plan is not saved: ${errors.join("; ")}`);
  const before = store.open();
  const hash = store.savePlan(plan);
  return behindDone("the plan is saved", () => answerOf(store, { plan, hash, before, filled, warnings, mask }));
}

interface Saved {
  readonly plan: Plan;
  readonly hash: string;
  /** The plans that were open. */
  readonly before: readonly KnownPlan[];
  readonly filled: readonly string[];
  readonly warnings: readonly string[];
  readonly mask: Mask;
}

/** Closes the plans before, and tells of the new one. */
function answerOf(store: PlanStore, { plan, hash, before, filled, warnings, mask }: Saved): Answer {
  const replaced = plan.decision === "CLARIFY" ? [] : before.filter((each) => each.hash !== hash);
  store.record(replaced.map((each) => ({ type: "plan", plan: each.hash, how: "closed" })));
  const isKnown = before.some((each) => each.hash === hash);
  const found = standingPlan(store, store.plan(hash));
  const all = [...filled, ...leftActive(replaced), ...unmasked(plan, mask), ...warnings];
  return {
    found: true,
    operation: `a plan was saved: ${oneLine(plan.objective).slice(0, OBJECTIVE_MAX)}`,
    text: (say) => savedLines(found, isKnown, all, say).join("\n"),
    data: () => ({ ...planDataOf(found, all), operation: operationOf(plan, isKnown) }),
  };
}

function operationOf({ decision }: Plan, isKnown: boolean) {
  if (decision === "CLARIFY") return "questions" as const;
  return isKnown ? ("known" as const) : ("saved" as const);
}

function planFrom(text: string): Plan {
  try {
    return readPlan(text);
  } catch (error) {
    if (error instanceof PlanFlaw) throw invalid(error.message);
    throw error;
  }
}

/** A plan without credentials in its prose. What is run or compared with paths stays as it is. */
function masked(plan: Plan, mask: Mask): Plan {
  const { objective, questions, framework, idioms, tasks } = plan;
  return {
    ...plan,
    objective: mask(objective),
    questions: questions.map(mask),
    framework: mask(framework),
    idioms: { ...idioms, required: idioms.required.map(mask) },
    tasks: tasks.map((task) => ({ ...task, objective: mask(task.objective) })),
  };
}

/** Credentials in what is run or compared, which cannot be left out: that is said. */
function unmasked({ idioms, tasks }: Plan, mask: Mask): string[] {
  const isHeld = (texts: readonly string[]) => texts.some((text) => mask(text) !== text);
  const held = [
    ...(isHeld(idioms.forbidden) ? ["what is forbidden"] : []),
    ...tasks.flatMap(({ seq, verify, delta, writes }) => [
      ...(isHeld([verify]) ? [`verify of ${seq}`] : []),
      ...(isHeld([...delta, ...writes]) ? [`the paths of ${seq}`] : []),
    ]),
  ];
  const more = held.length > HELD_MAX ? ` and ${held.length - HELD_MAX} more` : "";
  return held.length === 0
    ? []
    : [
        `a credential is kept as it stands in ${held.slice(0, HELD_MAX).join(", ")}${more}: take it from the environment`,
      ];
}

/** What a plan does not say is taken from the exploration that is saved: its framework, its idioms. That is said. */
function withExplored(plan: Plan, store: PlanStore): { plan: Plan; filled: string[] } {
  if (plan.decision === "CLARIFY") return { plan, filled: [] };
  const explored = explorationOf(store);
  if (explored === null) return { plan, filled: [] };
  const { framework, idioms } = explored.patterns;
  const needsFramework = plan.framework === "" && framework !== "";
  const needsIdioms =
    plan.idioms.required.length + plan.idioms.forbidden.length === 0 &&
    idioms.required.length + idioms.forbidden.length > 0;
  const taken = [...(needsFramework ? ["framework"] : []), ...(needsIdioms ? ["idioms"] : [])];
  return {
    plan: {
      ...plan,
      framework: needsFramework ? framework : plan.framework,
      idioms: needsIdioms ? idioms : plan.idioms,
    },
    filled: taken.length === 0 ? [] : [`${taken.join(" and ")} taken from the exploration`],
  };
}

function explorationOf(store: PlanStore) {
  try {
    return store.exploration()?.exploration ?? null;
  } catch (error) {
    // A damaged exploration keeps nobody from a plan.
    if (error instanceof HelixError && error.code === "CORRUPTION") return null;
    throw error;
  }
}

/** Workspaces of plans that are closed now: they go on, and report to their own plan. */
function leftActive(replaced: readonly KnownPlan[]): string[] {
  return replaced.flatMap(({ hash, facts }) => {
    const active = [...facts].filter(([, { running }]) => running.size > 0).map(([seq]) => seq);
    const isOne = active.length === 1;
    const tasks = `${isOne ? "task" : "tasks"} ${active.join(", ")}`;
    const stays = isOne
      ? "is still active: it keeps its limits until it is"
      : "are still active: they keep their limits until they are";
    return active.length === 0 ? [] : [`${tasks} of the plan before, ${shownHash(hash)}, ${stays} reported`];
  });
}

function savedLines(found: StandingPlan, isKnown: boolean, warnings: readonly string[], say: Wording): string[] {
  const { plan } = found.known;
  if (plan.decision === "CLARIFY") {
    return [
      `questions are kept as ${shownHash(found.known.hash)}; no plan was changed. Ask:`,
      ...plan.questions.map((question) => `  ${oneLine(question)}`),
    ];
  }
  return [
    ...(isKnown ? ["this plan was saved already; nothing of it is lost"] : []),
    headOf(found),
    ...found.tasks.flatMap(taskLines),
    ...warnings.map((warning) => `note: ${warning}`),
    ...nextLine(found, say),
  ];
}

function closed(store: PlanStore): Answer {
  const open = store.open();
  if (open.length === 0) return nothingFound(NO_PLAN);
  store.record(open.map(({ hash }) => ({ type: "plan", plan: hash, how: "closed" })));
  const { hash, plan } = open[0]!;
  const active = leftActive(open);
  return {
    found: true,
    operation: "a plan was closed",
    text: () =>
      [`plan ${shownHash(hash)} is closed: ${oneLine(plan.objective).slice(0, OBJECTIVE_MAX)}`, ...active].join("\n"),
    data: () => ({ operation: "closed", hash, objective: plan.objective }),
  };
}

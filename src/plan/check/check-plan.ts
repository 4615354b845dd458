// What is wrong with a plan, and what is doubtful: all of it at once, so that it is mended in one go.
// Invariants:
// - A plan with an error is never kept. A warning keeps nobody from anything.
// - What cannot be looked for later, such as a forbidden idiom that is a sentence, is told now.

import type { Plan, Task } from "../documents/plan-documents.ts";
import { idiomFault, isCheckable } from "../guard/idioms.ts";
import { dependencyFlaws, runsBeside } from "./check-depends.ts";
import { checkPaths, type PlanCheck, type TreeFacts } from "./check-paths.ts";
import { checkVerify } from "./check-verify.ts";
import { checkVerifyWrites } from "./check-verify-writes.ts";
import { globsOverlap } from "./globs-overlap.ts";

export type { PlanCheck, TreeFacts };

export const BUDGET_MIN = 5;
export const BUDGET_MAX = 9;
/** All paths of all tasks together. */
const PATHS_MAX = 1000;
/** So many lines of one kind are told; then how many more there are. */
const SAID_MAX = 20;

/** Checks a plan against what is known of its tree. */
export function checkPlan(plan: Plan, tree: TreeFacts): PlanCheck {
  const { tasks, decision, questions, idioms } = plan;
  const parts: PlanCheck[] = [
    { errors: [...gateFlaws(decision, questions.length, tasks.length), ...doubles(tasks)], warnings: [] },
    { errors: dependencyFlaws(tasks), warnings: [] },
    ...tasks.map((task) => checkTask(task, tree)),
  ];
  const paths = tasks.reduce((sum, { delta, writes }) => sum + delta.length + writes.length, 0);
  if (paths > PATHS_MAX) {
    parts.push({ errors: [`${paths} paths in all tasks together: at most ${PATHS_MAX}; name folders`], warnings: [] });
  } else parts.push(sharedPaths(tasks));
  parts.push(checkIdioms(idioms.forbidden));
  return {
    errors: bounded(parts.flatMap(({ errors }) => errors)),
    warnings: bounded(parts.flatMap(({ warnings }) => warnings)),
  };
}

function gateFlaws(decision: Plan["decision"], questions: number, tasks: number): string[] {
  if (decision === "CLARIFY") {
    if (questions === 0) return ['decision CLARIFY has no questions: give e.g. "questions": ["Which clients retry?"]'];
    return tasks === 0 ? [] : ["decision CLARIFY has tasks: ask first, or give decision PROCEED"];
  }
  return tasks === 0 ? ["tasks is empty: give at least one task, or decision CLARIFY with questions"] : [];
}

function doubles(tasks: readonly Task[]): string[] {
  return (["seq", "slug"] as const).flatMap((name) => {
    const values = tasks.map((task) => task[name]);
    const twice = new Set(values.filter((value, at) => values.indexOf(value) !== at));
    return [...twice].map((value) => `${name} ${value} is given to several tasks: give each its own`);
  });
}

function checkTask(task: Task, tree: TreeFacts): PlanCheck {
  const { seq, delta, verify, budget, writes } = task;
  const parts = [
    checkPaths(`${seq} delta`, delta, tree),
    checkPaths(`${seq} writes`, writes, tree),
    checkVerify(`${seq} verify`, verify),
    checkVerifyWrites(task),
  ];
  const errors = parts.flatMap((part) => part.errors);
  if (delta.length === 0) errors.unshift(`${seq} delta is empty: name what may be changed, e.g. ["src/retry.ts"]`);
  if (budget < BUDGET_MIN || budget > BUDGET_MAX) {
    errors.push(
      `${seq} budget ${budget} is not accepted: give ${BUDGET_MIN} to ${BUDGET_MAX} calls, or make two tasks of it`,
    );
  }
  return { errors, warnings: parts.flatMap((part) => part.warnings) };
}

/** What several tasks may write. */
function sharedPaths(tasks: readonly Task[]): PlanCheck {
  const errors: string[] = [];
  const warnings: string[] = [];
  const beside = runsBeside(tasks);
  for (const [at, one] of tasks.entries()) {
    for (const other of tasks.slice(at + 1)) {
      if (!beside(one, other)) continue;
      const shared = meeting(one.delta, other.delta);
      if (shared !== null) {
        warnings.push(
          `${one.seq} and ${other.seq} share ${shared}: only one of them can be active at a time; let one depend on the other if their order matters`,
        );
      }
    }
    for (const other of tasks) {
      if (other === one) continue;
      const written = meeting(one.writes, other.delta);
      if (written === null) continue;
      const line = `${one.seq} writes ${written}, which is in the delta of ${other.seq}`;
      if (beside(one, other)) errors.push(`${line}, and both may run at once: let one depend on the other`);
      else warnings.push(`${line}: verify of the one changes the work of the other`);
    }
  }
  return { errors, warnings };
}

/** The first globs of two lists that have a path in common, for a reader; null: none have. */
function meeting(one: readonly string[], other: readonly string[]): string | null {
  for (const glob of one) {
    const found = other.find((each) => globsOverlap(glob, each));
    if (found !== undefined) return found === glob ? glob : `${glob} (${found})`;
  }
  return null;
}

function checkIdioms(forbidden: readonly string[]): PlanCheck {
  const errors = forbidden.flatMap((entry) => {
    const fault = idiomFault(entry);
    return fault === null ? [] : [`idioms.forbidden ${JSON.stringify(entry)} is no regular expression (RE2): ${fault}`];
  });
  const told = forbidden.filter((entry) => !isCheckable(entry));
  const warnings = told.map(
    (entry) =>
      `idioms.forbidden ${JSON.stringify(entry)} is a sentence: it is told, and cannot be looked for; give code or /expression/`,
  );
  return { errors, warnings };
}

function bounded(lines: readonly string[]): string[] {
  if (lines.length <= SAID_MAX) return [...lines];
  return [...lines.slice(0, SAID_MAX), `and ${lines.length - SAID_MAX} more`];
}

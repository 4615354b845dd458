// Reads a plan from JSON, in all spellings that its fields have: `depends` as "none", as "001,002" or as a list, numbers
// as text, one text for a list. What is missing gets its default. Whether the plan is any good, check-plan.ts says.
// Invariants:
// - Every refusal is one line that says where, what was wrong, what is accepted, and an example.
// - Nothing is guessed: a field that is not known is refused by name.

import type { Idioms, Plan, Task } from "./plan-documents.ts";
import { type JsonFields, onlyKnown, PlanFlaw, recordFrom, shownValue, textField, textsField } from "./read-json.ts";

/** A plan's JSON is no longer than this, in code units. */
export const PLAN_LENGTH_MAX = 512 * 1024;
export const TASKS_MAX = 200;
const QUESTIONS_MAX = 50;
const LIST_MAX = 100;
const TEXT_MAX = 4000;
const PATH_MAX = 1000;
const SLUG_MAX = 60;
export const BUDGET_DEFAULT = 7;

const PLAN_FIELDS = ["objective", "decision", "questions", "framework", "idioms", "tasks"] as const;
const TASK_FIELDS = ["seq", "slug", "objective", "delta", "verify", "depends", "budget", "writes"] as const;
const EXAMPLE =
  '{"objective": "limit retries", "tasks": [{"seq": "001", "slug": "limit-retries", "objective": "...", "delta": ["src/retry.ts"], "verify": "npm test", "depends": "none", "budget": 7}]}';

/** Reads a plan. Throws PlanFlaw. */
export function readPlan(text: string): Plan {
  const value = recordFrom("data", text, PLAN_LENGTH_MAX, EXAMPLE);
  onlyKnown("the plan", value, PLAN_FIELDS);
  const questions = textsField(value, "questions", "questions", { max: QUESTIONS_MAX, lengthMax: TEXT_MAX });
  const tasks = tasksOf(value.tasks);
  const decision = decisionOf(value.decision, questions, tasks);
  return {
    objective: textField(value, "objective", "objective", {
      lengthMax: TEXT_MAX,
      example: '"objective": "limit the retries"',
    }),
    decision,
    questions,
    framework: textField(value, "framework", "framework", { lengthMax: 200, isOptional: true }),
    idioms: readIdioms(value.idioms, "idioms"),
    tasks,
  };
}

/** Idioms: `{required, forbidden}`. Throws PlanFlaw. */
export function readIdioms(value: unknown, where: string): Idioms {
  if (value === undefined || value === null) return { required: [], forbidden: [] };
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new PlanFlaw(`${where} is no object: give {"required": ["..."], "forbidden": ["console.log", "/any\\\\b/"]}`);
  }
  const idioms = value as JsonFields;
  onlyKnown(where, idioms, ["required", "forbidden"]);
  const list = (name: string, isExact: boolean) =>
    textsField(idioms, name, `${where}.${name}`, { max: LIST_MAX, lengthMax: 500, isExact });
  return { required: list("required", false), forbidden: list("forbidden", true) };
}

function decisionOf(value: unknown, questions: readonly string[], tasks: readonly Task[]): Plan["decision"] {
  if (value === undefined || value === null || value === "") {
    return questions.length > 0 && tasks.length === 0 ? "CLARIFY" : "PROCEED";
  }
  const decision = typeof value === "string" ? value.trim().toUpperCase() : "";
  if (decision === "PROCEED" || decision === "CLARIFY") return decision;
  throw new PlanFlaw('decision is neither "PROCEED" nor "CLARIFY": PROCEED has tasks, CLARIFY has questions');
}

function tasksOf(value: unknown): Task[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new PlanFlaw(`tasks is no list: give e.g. ${EXAMPLE}`);
  if (value.length > TASKS_MAX)
    throw new PlanFlaw(`${value.length} tasks: at most ${TASKS_MAX} are accepted in a plan`);
  return value.map((each: unknown, index) => taskOf(each, `tasks[${index}]`));
}

function taskOf(value: unknown, where: string): Task {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new PlanFlaw(`${where} is no object: give e.g. ${EXAMPLE}`);
  }
  const task = value as JsonFields;
  onlyKnown(where, task, TASK_FIELDS);
  const paths = (name: string) =>
    textsField(task, name, `${where}.${name}`, { max: LIST_MAX, lengthMax: PATH_MAX, isExact: true }).map(plainPath);
  return {
    seq: seqOf(task.seq, `${where}.seq`),
    slug: slugOf(task, where),
    objective: textField(task, "objective", `${where}.objective`, {
      lengthMax: TEXT_MAX,
      example: '"objective": "retry at most three times"',
    }),
    delta: paths("delta"),
    verify: textField(task, "verify", `${where}.verify`, { lengthMax: TEXT_MAX, isOptional: true, isExact: true }),
    depends: dependsOf(task.depends, `${where}.depends`),
    budget: budgetOf(task.budget, `${where}.budget`),
    writes: paths("writes"),
  };
}

/** `./src/a.ts` and `src/a.ts` are one. */
function plainPath(path: string): string {
  return path.replace(/^(?:\.\/+)+(?=.)/, "");
}

/** A `seq` with its zeros; null for none. */
export function plainSeq(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  return /^\d{1,4}$/.test(text) && Number(text) > 0 ? String(Number(text)).padStart(3, "0") : null;
}

function seqOf(value: unknown, where: string): string {
  const seq = plainSeq(value);
  if (seq !== null) return seq;
  if (value === undefined || value === null || value === "") throw new PlanFlaw(`${where} is missing: give e.g. "001"`);
  throw new PlanFlaw(`${where}=${shownValue(value)} is not accepted: give three digits, e.g. "001"`);
}

function slugOf(task: JsonFields, where: string): string {
  const slug = textField(task, "slug", `${where}.slug`, { lengthMax: SLUG_MAX, example: '"slug": "limit-retries"' });
  if (/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(slug)) return slug;
  throw new PlanFlaw(
    `${where}.slug=${shownValue(slug)} is not accepted: give small letters, digits and dashes, e.g. "limit-retries"`,
  );
}

function dependsOf(value: unknown, where: string): string[] {
  const isNone = (each: unknown) => typeof each === "string" && /^(?:none|-|\[\])?$/i.test(each.trim());
  if (value === undefined || value === null || isNone(value)) return [];
  const items: unknown[] = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[\s,]+/) : [value];
  const found = items.filter((each) => !isNone(each));
  if (found.length > TASKS_MAX) throw new PlanFlaw(`${where} has ${found.length} items: at most ${TASKS_MAX}`);
  const seqs = found.map((each) => {
    const seq = plainSeq(each);
    if (seq !== null) return seq;
    throw new PlanFlaw(
      `${where} holds ${shownValue(each)}: give "none", or the seqs that come first, e.g. "001,002" or ["001"]`,
    );
  });
  return seqs;
}

function budgetOf(value: unknown, where: string): number {
  if (value === undefined || value === null || value === "") return BUDGET_DEFAULT;
  const budget = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof budget === "number" && Number.isInteger(budget)) return budget;
  throw new PlanFlaw(`${where}=${shownValue(value)} is not accepted: give a whole number from 5 to 9, e.g. 7`);
}

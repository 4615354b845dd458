// The parameters of `plan`, and which action takes which.

import type { Arguments, ParameterTable } from "../common/parameters.ts";

export const PLAN_FORMATS = ["text", "json", "mermaid"] as const;
export const REPORT_STATUSES = ["delivered", "blocked"] as const;

/** Which parameters each action takes besides `action`; "!" marks those it needs. */
export const PLAN_ACTIONS = {
  explore: ["objective", "data", "load", "clear", "format"],
  save: ["data", "clear"],
  show: ["seq", "plan", "format"],
  ready: ["plan"],
  start: ["!seq", "plan", "format"],
  report: ["!status", "!summary", "seq", "utilized", "misled", "evidence"],
  status: ["plan"],
} as const satisfies Record<string, readonly string[]>;

export type PlanAction = keyof typeof PLAN_ACTIONS;

/** The table of `plan`. */
export const planParameters = {
  action: {
    kind: "choice",
    required: true,
    choices: Object.keys(PLAN_ACTIONS) as PlanAction[],
    description: "ready: what may begin; start: bind a task to you",
    example: 'action="status"',
  },
  data: {
    kind: "json",
    isObject: true,
    description:
      "explore, save: {objective, idioms: {required, forbidden}, tasks: [{seq, slug, objective, delta, verify, depends, budget}]}",
    help: "explore, save: JSON of the exploration or of the plan; the command reads standard input",
    example:
      'data={"objective": "...", "tasks": [{"seq": "001", "slug": "limit-retries", "objective": "...", "delta": ["src/retry.ts"], "verify": "npm test", "depends": [], "budget": 7}]}',
  },
  objective: { kind: "text", description: "explore", example: 'objective="limit the retries"' },
  seq: { kind: "text", description: "A task", example: 'seq="001"' },
  status: {
    kind: "choice",
    choices: REPORT_STATUSES,
    description: "report",
    example: 'status="delivered"',
  },
  summary: {
    kind: "text",
    description: "report: what was done or blocks",
    example: 'summary="retries are limited to 3"',
  },
  utilized: {
    kind: "texts",
    separator: ",",
    isMostlyOne: true,
    description: "report: lessons that helped",
    example: 'utilized="@7k3v9xq2mp"',
  },
  evidence: {
    kind: "text",
    description: "`@id: what you did because of it`",
    example: 'evidence="moved the shared types into types.py, the import works"',
  },
  misled: {
    kind: "texts",
    separator: ",",
    isMostlyOne: true,
    description: "report: ids of lessons that misled",
    isUnlisted: true,
    example: 'misled="@7k3v9xq2mp"',
  },
  plan: {
    kind: "text",
    description: "The beginning of the hash of a plan (default: the current one)",
    isUnlisted: true,
    example: 'plan="3f9a01c2d4"',
  },
  format: {
    kind: "choice",
    choices: PLAN_FORMATS,
    description: "show, explore: text, json or mermaid",
    isUnlisted: true,
    example: 'format="mermaid"',
  },
  load: { kind: "flag", description: "explore: show the saved one", isUnlisted: true, example: 'load="true"' },
  clear: {
    kind: "flag",
    description: "explore: drop the saved one; save: close the current plan",
    isUnlisted: true,
    example: 'clear="true"',
  },
} as const satisfies ParameterTable;

/** The checked arguments of `plan`. */
export type PlanArguments = Arguments<typeof planParameters>;

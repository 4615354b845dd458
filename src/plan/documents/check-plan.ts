// What is wrong with a plan, and what is doubtful: all of it at once.

import type { Plan } from "./plan-documents.ts";

/** What is known of the tree that a plan is for. */
export interface TreeFacts {
  /** Folders that are helix's own or the client's, relative to the root; none mostly. */
  readonly ownPaths: readonly string[];
  /** Whether there is anything at a path, relative to the root. */
  exists(path: string): boolean;
}

export interface PlanCheck {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Checks a plan. */
export function checkPlan(_plan: Plan, _tree: TreeFacts): PlanCheck {
  return { errors: [], warnings: [] };
}

// What the actions of plan need of surfaces, and the plans of the caller's project.

import { HelixError } from "../../base/errors.ts";
import { folderKey } from "../../notes/projects/project.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { PlanStore } from "../../plan/plan-store.ts";
import type { FeatureContext } from "../common/feature.ts";
import type { PlanCaller } from "../common/plan-caller.ts";
import { judgementsOf, type LearnPorts } from "../learn/ports.ts";

export type PlanPorts = LearnPorts &
  Pick<FeatureContext, "code" | "git" | "plans" | "budget" | "signal" | "onProgress" | "judgeProject"> & {
    readonly base: Pick<KnowledgeBase, "directory">;
  };

/** The caller. Throws NOT_FOUND where there are no plans. */
export function planCaller({ plans }: Pick<PlanPorts, "plans">): PlanCaller {
  if (plans === undefined) throw new HelixError("NOT_FOUND", "there are no plans here");
  return plans;
}

/**
 * The root of the caller's tree, a path without links: the work tree around the directory, else that directory. Throws
 * NOT_FOUND where it is gone.
 */
export function planRoot({ project, directory }: Pick<PlanPorts, "project" | "directory">): string {
  const root = project?.root ?? directory ?? null;
  if (root === null) throw new HelixError("NOT_FOUND", "the working directory is gone: a plan belongs to a folder");
  return root;
}

/** The keys of the caller's project. A folder outside of git has a key of its own. */
export function planKeys(ports: Pick<PlanPorts, "project" | "directory">): readonly string[] {
  const keys = ports.project?.keys ?? [];
  return keys.length > 0 ? keys : [folderKey(planRoot(ports))];
}

/** The plans of the caller's project. Throws NOT_FOUND. */
export function planStore(ports: PlanPorts): PlanStore {
  const { files } = planCaller(ports);
  return new PlanStore({ files, directory: ports.base.directory, log: judgementsOf(ports), keys: planKeys(ports) });
}

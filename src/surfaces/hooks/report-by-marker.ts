// Reports the task of a subagent that ended without a report, by the last line in which it said what became of it. Loaded
// only then: it needs all that a report needs.
// Invariants:
// - DELIVERED is judged as a report is, but that helix runs no verify command here, also for an approved plan. Where it is refused, the workspace stays active and ends by itself.
// - Notes that it says helped count only with evidence, for which the rest of its words stand.

import { workspaceStore } from "../../features/plan/caller.ts";
import type { PlanPorts } from "../../features/plan/ports.ts";
import { reportOf } from "../../features/plan/report.ts";
import { endMarker } from "../../plan/decision/end-marker.ts";
import type { Workspace } from "../../plan/workspace/workspace.ts";
import { gitPorts } from "../code-trees.ts";
import { openKnowledgeBase } from "../environment.ts";
import { judgementLog } from "../judgement-log.ts";
import { toolCaller } from "../plan-caller.ts";

const UTILIZED = /^[ \t>*_#-]*UTILIZED\b[*_]*\s*:[*_]*[ \t]*\[?([^\]\n]*)\]?/gm;
const CLAIMS_MAX = 20;

/**
 * Reports workspace `id` of the knowledge base in `directory` by the subagent's last words. False where they say
 * nothing of the task, or where DELIVERED was refused. Throws what a report throws.
 */
export async function reportByMarker(directory: string, id: string, words: string): Promise<boolean> {
  const marker = endMarker(words);
  if (marker === null) return false;
  const base = openKnowledgeBase(directory, false);
  try {
    const acting = (of: Workspace | null) => ({
      session: of?.session ?? "",
      agent: of?.agent ?? "",
      project: of?.project ?? [],
    });
    let workspace: Workspace | null = null;
    const judgements = judgementLog(
      base,
      () => acting(workspace),
      async () => "assistant",
    );
    // The client waits for seconds only. A command that was cut off would go on without anybody.
    const plans = { ...toolCaller(""), isHurried: true };
    const ports: PlanPorts = { base, project: null, directory: null, judgements, plans, git: gitPorts(directory) };
    workspace = workspaceStore(ports).read(id);
    if (workspace === null) return false;
    const project = { root: workspace.root, keys: [...workspace.project] };
    const said = { ...marker, utilized: utilizedIn(words), misled: [], evidence: words.slice(0, 20_000) };
    const { refusals } = await reportOf({ ...ports, project, directory: workspace.root }, workspace, said);
    return refusals.length === 0;
  } finally {
    base.close();
  }
}

/** The notes that the last line of `UTILIZED: [id, id]` names. */
function utilizedIn(words: string): string[] {
  const [, ids = ""] = [...words.matchAll(UTILIZED)].at(-1) ?? [];
  const named = ids.split(",").map((each) => each.replace(/["'`\s]/g, ""));
  return named.filter((each) => each !== "" && each.toLowerCase() !== "none").slice(0, CLAIMS_MAX);
}

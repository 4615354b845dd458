// How work trees are looked at for plans, at the start of a task and at its report.

import { HelixError } from "../../base/errors.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import { MARKERS_FOLDER } from "../../plan/plan-paths.ts";
import type { SnapshotPorts } from "../../plan/workspace/snapshot.ts";
import { diskTreeEntries } from "../../platform/tree-entries.ts";
import { type PlanPorts, planCaller } from "./ports.ts";

/** The ports. Throws NOT_FOUND where no work trees are looked at. */
export function treePorts(ports: PlanPorts): SnapshotPorts {
  const { git, base } = ports;
  if (git === undefined) throw new HelixError("NOT_FOUND", "work trees are not looked at here");
  const { home, environment = {} } = planCaller(ports);
  const { CLAUDE_CONFIG_DIR = "" } = environment;
  // What helix and the client write while a task is done. In the tree it lies only where that is a home, or by choice.
  const own = [
    base.directory,
    ...(home === "" ? [] : [`${home}/${MARKERS_FOLDER}`, `${home}/.claude`, `${home}/.claude.json`]),
    ...(CLAUDE_CONFIG_DIR === "" ? [] : [CLAUDE_CONFIG_DIR]),
  ];
  return {
    git,
    entries: diskTreeEntries,
    passedOver: own.map((path) => diskTreeEntries.realPath(path) ?? path),
    now: Date.now,
    elapsed: () => performance.now(),
    takeTurn: takingTurns(ports),
  };
}

// Finds out what a report of DELIVERED is judged by: compares the tree with the snapshot of the start, takes the digest
// of the delta, and compares the calls with the transcript. Nothing is changed.
// Invariants:
// - Nothing throws for what is in the tree, the snapshot or the transcript: what cannot be told is told as a fact.

import { orNull } from "../../base/errors.ts";
import { isWithin, pathBelow } from "../../base/path-names.ts";
import { counted } from "../../base/wording.ts";
import { isInDelta } from "../guard/delta.ts";
import { isCheckable } from "../guard/idioms.ts";
import { type Attributed, attributed, type OtherWorkspace } from "./attribution.ts";
import { deltaDigest } from "./delta-digest.ts";
import { forbiddenLines } from "./forbidden-lines.ts";
import type { ReportFacts } from "./judge-report.ts";
import { type Snapshot, type SnapshotPorts, snapshotSince } from "./snapshot.ts";
import { snapshotDiff } from "./snapshot-diff.ts";
import type { SnapshotStore } from "./snapshot-store.ts";
import { type TranscriptReading, transcriptGap } from "./transcript-gap.ts";
import { verifySeen } from "./verify-seen.ts";
import type { GuardRecord, Override, Workspace } from "./workspace.ts";

/** A workspace, with what happened in it and beside it. */
export interface ReportedWorkspace {
  readonly workspace: Workspace;
  readonly calls: readonly GuardRecord[];
  readonly overrides: readonly Override[];
  /** Others that were active at some time since it began. */
  readonly others: readonly OtherWorkspace[];
}

export interface FactPorts extends SnapshotPorts {
  readonly snapshots: Pick<SnapshotStore, "read">;
  /** The calls in an actor's transcript. */
  readonly transcripts: (transcript: string, agent: string) => TranscriptReading;
}

const LINKS_MAX = 20;
const NO_CHANGES: Attributed = { own: [], shared: [], written: [], unattributed: [], outside: [] };

/** What is known of a workspace that reports. */
export async function reportFacts(reported: ReportedWorkspace, ports: FactPorts): Promise<ReportFacts> {
  const { workspace, calls, overrides, others } = reported;
  const { root, task, idioms } = workspace;
  const before = ports.snapshots.read(workspace.snapshot);
  const compared = await comparedTree(workspace, before, ports);
  const changes =
    typeof compared === "string" ? NO_CHANGES : attributed(compared.changes, workspace, overrides, others);
  const digest = deltaDigest(root, task.delta, ports.entries);
  const { found, notes } =
    before === null ? { found: [], notes: [] } : forbiddenLines(idioms.forbidden, changes.own, before, ports.entries);
  const told = idioms.forbidden.filter((entry) => !isCheckable(entry)).length;
  return {
    workspace,
    overrides,
    treeFlaw: typeof compared === "string" ? compared : compared.flaw,
    changes,
    others,
    verify: verifySeen(calls, { start: workspace.deltaDigest, now: digest }),
    gap: gapOf(workspace, calls, ports),
    forbidden: found,
    notes: [
      ...(typeof compared === "string" ? [] : compared.notes),
      ...notes,
      ...(told > 0
        ? [
            `${counted(told, "forbidden idiom is a sentence", "forbidden idioms are sentences")}, told and not looked for`,
          ]
        : []),
    ],
  };
}

/** What changed since the start; or why that cannot be told. */
async function comparedTree({ root, task, snapshot }: Workspace, before: Snapshot | null, ports: FactPorts) {
  if (before === null) return `the snapshot ${snapshot.slice(0, 10)} of its start is gone or damaged`;
  if (before.root !== root) return "the snapshot is of another tree";
  let now: Snapshot;
  try {
    now = await snapshotSince(before, ports);
  } catch {
    return `${root} is gone, or cannot be listed`;
  }
  const leading = linksOut(now, task.delta, ports);
  return {
    changes: snapshotDiff(before, now),
    flaw: now.flaw,
    notes: [
      ...new Set([...before.notes, ...now.notes]),
      ...(before.isCut ? ["what was beyond that at the start is not compared"] : []),
      ...leading.map(
        (path) => `${path} in the delta is a link that leads out of it: what is behind it is not compared`,
      ),
    ],
  };
}

function linksOut({ root, entries }: Snapshot, delta: readonly string[], ports: FactPorts): string[] {
  const leading: string[] = [];
  for (const [path, { kind }] of entries) {
    if (leading.length === LINKS_MAX) break;
    if (kind !== "link" || !isInDelta(path, delta)) continue;
    const real = orNull(() => ports.entries.realPath(`${root}/${path}`));
    if (real !== null && !(isWithin(root, real) && isInDelta(pathBelow(root, real), delta))) leading.push(path);
  }
  return leading;
}

function gapOf({ hold, transcript, agent, toolUseId }: Workspace, calls: readonly GuardRecord[], ports: FactPorts) {
  if (hold === "report") return { unseen: [], compared: 0, notes: [] };
  const seen = new Set(calls.map(({ id }) => id));
  return transcriptGap(ports.transcripts(transcript, agent), toolUseId, seen);
}

// plan action=start: binds a task to whoever calls. From then on its limits hold: by the guard, or, where no hook saw the
// call, by the report alone, which the first line then says.
// Invariants:
// - What refuses is found before anything is written but a snapshot, which names nobody.
// - Whoever begins a task knows what it was given: the answer is what the workspace keeps.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid, orNull } from "../../base/errors.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { Task } from "../../plan/documents/plan-documents.ts";
import type { TaskFacts } from "../../plan/plan-fold.ts";
import { planPaths } from "../../plan/plan-paths.ts";
import type { KnownPlan, PlanStore } from "../../plan/plan-store.ts";
import { recentClients } from "../../plan/workspace/bindings.ts";
import { deltaDigest, NO_DIGEST } from "../../plan/workspace/delta-digest.ts";
import { baseline, type LeftPorts, leftChanges, leftNotes, unfinished } from "../../plan/workspace/left-changes.ts";
import { isBelow } from "../../plan/workspace/lineage.ts";
import { markerFlaw } from "../../plan/workspace/marker.ts";
import { takeSnapshot } from "../../plan/workspace/snapshot.ts";
import { SnapshotStore } from "../../plan/workspace/snapshot-store.ts";
import type { Workspace } from "../../plan/workspace/workspace.ts";
import type { NewWorkspace, WorkspaceStore } from "../../plan/workspace/workspace-store.ts";
import { diskOnceFiles } from "../../platform/disk-once-files.ts";
import { ioError } from "../../platform/io-error.ts";
import { diskTreeEntries } from "../../platform/tree-entries.ts";
import { type KnownCaller, knownCaller, settleWorkspaces, workspaceStore } from "./caller.ts";
import { type DeltaPlaces, deltaPlaces } from "./delta-places.ts";
import type { PlanArguments } from "./parameters.ts";
import { oneLine } from "./plan-text.ts";
import { type PlanPorts, planCaller, planKeys, planStore } from "./ports.ts";
import { REPORTED_PATHS_MAX } from "./report-task.ts";
import {
  refuseConflict,
  refuseForeign,
  refusePlayed,
  refuseProgram,
  refuseStanding,
  refuseUntold,
  taskNamed,
} from "./start-refusals.ts";
import { startedDataOf, startedLines } from "./start-text.ts";
import { NO_PLAN } from "./status.ts";
import { type GivenLessons, lessonsFor, recordShown } from "./task-lessons.ts";
import { treePorts } from "./tree-ports.ts";

/** Why no guard holds a workspace; "" where one does. */
type Unheld = string;

const UNSEEN = "no hook saw this call";
const UNSEEN_GUARD =
  "the settings that helix can see hold none of the guard's hooks, so nobody knows whether all of them are there";
const PAST_MAX = 400;

/** Begins a task. Throws INVALID_ARGUMENT, NOT_FOUND, IO, LOCKED, CANCELLED. */
export async function start(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const { seq = "" } = values;
  if ((await planCaller(ports).kind()) === "program") throw refuseProgram(seq);
  const plans = planStore(ports);
  const workspaces = workspaceStore(ports);
  settleWorkspaces(ports, workspaces);
  const known = knownPlan(plans, values.plan);
  const standing = taskNamed(plans.standing(known).tasks, seq);
  refuseStanding(standing, known.facts.get(standing.task.seq));
  const caller = knownCaller(ports);
  if (isPlayed(ports, workspaces, caller)) throw refusePlayed(standing.task.seq);
  const places = deltaPlaces(caller.root, standing.task.delta, diskTreeEntries);
  refuseForeign(places, caller.root);
  const unheld = whyUnheld(ports, caller);
  const draft = draftOf(ports, plans, known, standing.task, caller, unheld);
  const early = workspaces.conflict(draft);
  if (early !== null) throw refuseConflict(early, standing.task.seq);
  const lessons = await lessonsFor(ports, standing.task);
  const { workspace, notes } = await begin(ports, workspaces, draft, lessons);
  orNull(() => recordShown(ports, workspace, workspace.lessons));
  const past = pastNotes(plans, known.facts.get(standing.task.seq));
  const flaws = workspace.hold === "guard" ? await guardFlaws(ports) : [];
  const unsure = flaws === null ? [UNSEEN_GUARD] : [];
  const said = {
    workspace,
    lessons,
    unheld,
    flaws: flaws ?? [],
    notes: [...unsure, ...past, ...placeNotes(places), ...notes, ...lessons.notes],
  };
  return {
    found: true,
    operation: `task ${workspace.task.seq} began in workspace ${workspace.id}`,
    text: (say) =>
      (values.format === "json" ? [JSON.stringify(startedDataOf(said))] : startedLines(said, say)).join("\n"),
    data: () => startedDataOf(said),
  };
}

/**
 * Whether a program calls that the assistant runs. One that has its own hooks and its own session is a client below
 * another one: it may begin a task, which counts for nobody else.
 */
function isPlayed(ports: PlanPorts, workspaces: WorkspaceStore, { binding, lineage }: KnownCaller): boolean {
  const { once = diskOnceFiles } = planCaller(ports);
  if (binding === null) return isBelow(lineage, recentClients(once, ports.base.directory));
  const same = workspaces.active().active.filter(({ workspace: { session } }) => session === binding.session);
  return isBelow(
    lineage,
    same.map(({ workspace: { client = "" } }) => client),
  );
}

function knownPlan(plans: PlanStore, given: string | undefined): KnownPlan {
  const known = given === undefined ? plans.current() : plans.plan(given);
  if (known === null) throw new HelixError("NOT_FOUND", NO_PLAN);
  const { hash, plan, isClosed } = known;
  if (plan.decision === "CLARIFY")
    throw invalid(`plan ${shownHash(hash)} asks first, and has no tasks to begin: ${plan.questions[0] ?? ""}`);
  if (isClosed) throw invalid(`plan ${shownHash(hash)} is closed: save it again to go on with it`);
  return known;
}

/** What is missing of the guard's hooks. It was there a moment ago, or the call would have no binding. */
async function guardFlaws(ports: PlanPorts): Promise<readonly string[] | null> {
  const { guardFlaws: find } = planCaller(ports);
  return find === undefined ? [] : find().catch(() => null);
}

function whyUnheld(ports: PlanPorts, { binding, session, agent }: KnownCaller): Unheld {
  if (binding === null) return UNSEEN;
  const { home } = planCaller(ports);
  const { projectDirectory } = binding;
  return markerFlaw({ session, agent }, { home, projectDirectory, directory: ports.base.directory }) ?? "";
}

function draftOf(
  ports: PlanPorts,
  plans: PlanStore,
  { hash, plan, facts }: KnownPlan,
  task: Task,
  { session, agent, binding, root, lineage }: KnownCaller,
  unheld: Unheld,
): NewWorkspace {
  const isHeld = unheld === "" && binding !== null;
  const delivered = task.depends.flatMap((seq) => {
    const parent = plan.tasks.find((each) => each.seq === seq);
    const report = plans.reportOf(facts.get(seq));
    return parent === undefined ? [] : [{ seq, slug: parent.slug, delivered: report?.summary ?? "" }];
  });
  return {
    id: randomNoteId(),
    session,
    agent,
    hold: isHeld ? "guard" : "report",
    plan: hash,
    of: plan.objective,
    task,
    framework: plan.framework,
    idioms: plan.idioms,
    project: planKeys(ports),
    root,
    snapshot: "",
    deltaDigest: "",
    projectDirectory: isHeld ? binding.projectDirectory : "",
    toolUseId: planCaller(ports).toolUseId,
    transcript: binding?.transcript ?? "",
    client: lineage.processes.includes(lineage.client) ? lineage.client : "",
    processes: lineage.processes,
    lessons: [],
    parents: delivered,
  };
}

async function begin(
  ports: PlanPorts,
  workspaces: WorkspaceStore,
  draft: NewWorkspace,
  lessons: GivenLessons,
): Promise<{ readonly workspace: Workspace; readonly notes: readonly string[] }> {
  const snapshots = new SnapshotStore(planCaller(ports).files, planPaths(ports.base.directory).snapshots);
  const { root, task, idioms } = draft;
  const digest = deltaDigest(root, task.delta);
  if (digest === NO_DIGEST) throw refuseUntold(task.seq);
  const taken = await takeSnapshot(root, treePorts(ports), {
    last: snapshots.last(root),
    ...(idioms.forbidden.length > 0 ? { textsOf: task.delta } : {}),
  });
  const left = await leftChanges(draft, taken, workspaces, leftPorts(ports, snapshots));
  const snapshot = baseline(taken, left);
  const created = await workspaces.create({
    ...draft,
    snapshot: kept(() => snapshots.write(snapshot)),
    deltaDigest: digest,
    lessons: [...lessons.failures, ...lessons.patterns].map(({ id }) => id),
  });
  if ("kind" in created) throw refuseConflict(created, task.seq);
  // What cannot be pruned now is pruned by the next start.
  orNull(() => {
    const needed = [
      ...workspaces.active().active.map(({ workspace }) => workspace),
      ...unfinished(workspaces, ports.base.clock()),
    ];
    snapshots.prune(new Set(needed.map((each) => each.snapshot)), ports.base.clock());
  });
  const cut = snapshot.isCut ? ["not all of the tree was looked at: what was not is not compared at the report"] : [];
  return { workspace: created, notes: [...leftNotes(left), ...cut, ...snapshot.notes] };
}

/** Keeps a snapshot. Without one no task begins, whatever of it is on the disk. Throws IO. */
function kept(write: () => string): string {
  try {
    return write();
  } catch (error) {
    const cause = error instanceof HelixError ? (error.cause ?? error) : error;
    throw ioError("the state of the tree cannot be kept; nothing was started", cause);
  }
}

function leftPorts(ports: PlanPorts, snapshots: SnapshotStore): LeftPorts {
  const plans = planStore(ports);
  return {
    ...treePorts(ports),
    snapshots,
    clock: ports.base.clock,
    reported(hash) {
      const { changed = [] } = plans.documents.body("report", hash) ?? {};
      return changed.length === 0 || changed.length >= REPORTED_PATHS_MAX ? null : new Set(changed);
    },
  };
}

/** What became of the task before: whoever tries it again should know. */
function pastNotes(plans: PlanStore, facts: TaskFacts | undefined): string[] {
  if (facts === undefined || facts.ended.size === 0) return [];
  const [, last] = [...facts.ended].sort(([, a], [, b]) => a.at - b.at).at(-1)!;
  if (last.how === "blocked") {
    const reason = cutLine(oneLine(plans.reportOf(facts)?.summary ?? ""), PAST_MAX);
    return [`it was blocked before${reason === "" ? "" : `: ${reason}`}`];
  }
  const how = last.how === "expired" ? "left behind" : "released by a person";
  return [`its last workspace was ${how}: what it changed is still there`];
}

function placeNotes({ leading }: DeltaPlaces): string[] {
  return leading.map(
    ({ path, to }) =>
      `${path} of the delta is a link that leads out of the tree (${to}): writing through it is refused`,
  );
}

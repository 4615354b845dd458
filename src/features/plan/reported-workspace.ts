// Which workspace a report is of: the caller's own.
// Invariants:
// - Nobody reports for another actor: the hook before the call says who calls. Where no hook saw it, only a workspace
//   that no guard holds is found, by the session and the tree; and, to end it as blocked, the client's own.
// - A report that is repeated finds the workspace that it ended.

import { HelixError, invalid } from "../../base/errors.ts";
import type { Wording } from "../../base/wording.ts";
import { wasBegunBelow } from "../../plan/workspace/lineage.ts";
import type { Workspace } from "../../plan/workspace/workspace.ts";
import type { WorkspaceStore } from "../../plan/workspace/workspace-store.ts";
import type { PlanCallerKind } from "../common/plan-caller.ts";
import type { KnownCaller } from "./caller.ts";

const LISTED_MAX = 10;

/** Finds it. `seq` is "" where the call names no task. Throws NOT_FOUND, INVALID_ARGUMENT. */
export function reportedWorkspace(
  store: WorkspaceStore,
  caller: KnownCaller,
  kind: PlanCallerKind,
  seq: string,
  status: "delivered" | "blocked" = "delivered",
): Workspace {
  if (kind === "program") {
    throw invalid(
      "a command line does not say which agent it is: call the tool plan, action=report; or type it in a terminal of your own",
    );
  }
  const { active, damaged } = store.active();
  const isCallers = (each: Workspace) =>
    isOwn(each, caller, kind) || (status === "blocked" && isUnseenOwn(each, caller));
  const own = active.map(({ workspace }) => workspace).filter(isCallers);
  const wanted = own.filter((each) => isNamed(each, seq)).sort((a, b) => (a.task.seq < b.task.seq ? -1 : 1));
  const [first] = wanted;
  if (first !== undefined && wanted.length === 1) return first;
  if (first !== undefined) {
    const seqs = listed(wanted);
    throw invalid((say) => `you have several tasks (${seqs}): say which, ${say.example(`seq="${first.task.seq}"`)}`);
  }
  const ended = own.length > 0 ? null : lastEnded(store, isCallers, seq);
  if (ended !== null) return ended;
  const ids = active.map(({ workspace }) => workspace.id);
  throw new HelixError("NOT_FOUND", (say) => whyNone(own, ids, damaged.length, caller, kind, seq, say));
}

function isOwn(
  each: Workspace,
  { session, agent, binding, root, lineage }: KnownCaller,
  kind: PlanCallerKind,
): boolean {
  // A person may report what an assistant of theirs began in this tree.
  if (kind === "person") return each.root === root;
  if (each.hold === "guard") return binding !== null && each.session === session && each.agent === agent;
  // Without hooks the session may not have been known at the start.
  return !wasBegunBelow(each, lineage) && each.root === root && (each.session === session || each.session === "");
}

/**
 * Whether an assistant whose call no hook saw has it: a full disk takes no record of the call, and must not keep it from
 * saying so. The client that started the server of the workspace's start has started this one as well.
 */
function isUnseenOwn({ hold, processes = [] }: Workspace, { binding, lineage }: KnownCaller): boolean {
  const [parent] = processes;
  return hold === "guard" && binding === null && parent !== undefined && parent === lineage.processes[0];
}

function isNamed({ task }: Workspace, seq: string): boolean {
  const wanted = seq.trim().toLowerCase();
  if (wanted === "") return true;
  return task.seq === wanted || task.slug.toLowerCase() === wanted || isSameNumber(task.seq, wanted);
}

function isSameNumber(seq: string, wanted: string): boolean {
  return /^\d{1,9}$/.test(wanted) && /^\d{1,9}$/.test(seq) && Number(seq) === Number(wanted);
}

/** The workspace of the caller that ended last. */
function lastEnded(store: WorkspaceStore, isCallers: (each: Workspace) => boolean, seq: string): Workspace | null {
  let last: Workspace | null = null;
  let lastAt = -1;
  for (const id of store.ids()) {
    try {
      const ending = store.ending(id);
      const workspace = ending === null || ending.at < lastAt ? null : store.read(id);
      if (workspace === null || !isCallers(workspace) || !isNamed(workspace, seq)) continue;
      [last, lastAt] = [workspace, ending!.at];
    } catch {
      // It is told as damaged.
    }
  }
  return last;
}

function whyNone(
  own: readonly Workspace[],
  active: readonly string[],
  damagedCount: number,
  { binding }: KnownCaller,
  kind: PlanCallerKind,
  seq: string,
  say: Wording,
): string {
  if (own.length > 0) return `you do not have task ${JSON.stringify(seq.slice(0, 40))}: you have ${listed(own)}`;
  if (damagedCount > 0)
    return "a workspace cannot be read, which may be yours: helix plan status names it, and a person can release it";
  const unseen = kind === "tool" && binding === null && active.length > 0;
  return unseen
    ? `no hook saw this call, so whose it is, is not known: check the hooks (helix doctor); a person can release the workspace (helix plan release ${active.length === 1 ? active[0] : "ID"})`
    : `you have no task: begin one first, ${say.either("helix plan start 001", 'plan action=start seq="001"')}`;
}

function listed(workspaces: readonly Workspace[]): string {
  const seqs = workspaces.slice(0, LISTED_MAX).map(({ task }) => `${task.seq} ${task.slug}`);
  return `${seqs.join(", ")}${workspaces.length > LISTED_MAX ? ` and ${workspaces.length - LISTED_MAX} more` : ""}`;
}

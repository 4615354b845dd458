// Changes beside its delta that a task left behind when it ended without being delivered: reported as blocked, released,
// or expired. They are told to whoever begins a task in that tree. For the task itself they are still outside: its new
// snapshot has those paths as they were before, so they refuse DELIVERED until they are taken back or a person accepts
// them. For other tasks they were there before.
// Invariants:
// - What a report named is left, by its path. Where there was no report, what was changed last while the task was active
//   is: the time of a change cannot be set. What people changed since the end is theirs.
// - The last workspace of a task speaks for those before it, since their changes are in its snapshot.

import { orNull } from "../../base/errors.ts";
import { parentOf } from "../../base/path-names.ts";
import { counted } from "../../base/wording.ts";
import { isInDelta } from "../guard/delta.ts";
import { attributed } from "./attribution.ts";
import { shownChange } from "./judge-report.ts";
import { lastSign } from "./left-behind.ts";
import { type Snapshot, type SnapshotEntry, type SnapshotPorts, snapshotSince } from "./snapshot.ts";
import { snapshotDiff, type TreeChange } from "./snapshot-diff.ts";
import type { SnapshotStore } from "./snapshot-store.ts";
import type { Ending, Workspace } from "./workspace.ts";
import type { NewWorkspace, WorkspaceStore } from "./workspace-store.ts";

export interface LeftPorts extends SnapshotPorts {
  readonly snapshots: Pick<SnapshotStore, "read">;
  /** Milliseconds since 1970, as workspaces have them. */
  readonly clock: () => number;
  /** All paths that a report names, by its hash; null where it names but some of them, or is gone. */
  readonly reported: (hash: string) => ReadonlySet<string> | null;
}

/** What a workspace left. */
export interface LeftChanges {
  readonly workspace: Workspace;
  readonly how: Ending["how"];
  readonly changes: readonly TreeChange[];
  /** Whether the task that begins is the same one. */
  readonly isOwn: boolean;
  /** The tree at the start of the workspace, and now, by the rules of then. */
  readonly before: Snapshot;
  readonly now: Snapshot;
}

type Reading = Pick<WorkspaceStore, "ids" | "read" | "ending" | "calls" | "overrides" | "beside">;

/** How long an end is remembered, and of how many tasks. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000;
const REMEMBERED_MAX = 20;
/** How long tasks of other plans are told of it. */
const TOLD_MS = 24 * 60 * 60 * 1000;
/** A call may go on for so long after the guard saw it. */
const CALL_MS = 10 * 60 * 1000;
const LISTED_MAX = 10;

/** The workspaces whose tasks ended last without being delivered, the newest first. */
export function unfinished(store: Reading, now: number): Workspace[] {
  const last = new Map<string, { readonly workspace: Workspace; readonly ending: Ending }>();
  for (const id of store.ids()) {
    const ending = orNull(() => store.ending(id));
    const workspace = ending === null ? null : orNull(() => store.read(id));
    if (ending === null || workspace === null) continue;
    const known = last.get(taskKey(workspace));
    if (known === undefined || known.workspace.startedAt < workspace.startedAt)
      last.set(taskKey(workspace), { workspace, ending });
  }
  return [...last.values()]
    .filter(({ workspace, ending: { how } }) => how !== "delivered" && now - workspace.startedAt < REMEMBERED_MS)
    .map(({ workspace }) => workspace)
    .sort((a, b) => b.startedAt - a.startedAt)
    .slice(0, REMEMBERED_MAX);
}

/** A plan that is saved again is another one; its tasks keep their numbers and names. */
function taskKey({ root, task }: Pick<Workspace, "root" | "task">): string {
  return [root, Number(task.seq), task.slug.toLowerCase()].join("\0");
}

/**
 * What the tasks of a tree have left, for a task that begins there; `taken` is a snapshot of now. What cannot be told is
 * left out.
 */
export async function leftChanges(
  draft: NewWorkspace,
  taken: Snapshot,
  store: Reading,
  ports: LeftPorts,
): Promise<LeftChanges[]> {
  const left: LeftChanges[] = [];
  for (const workspace of unfinished(store, ports.clock())) {
    const ending = workspace.root === draft.root ? orNull(() => store.ending(workspace.id)) : null;
    if (ending === null) continue;
    const isOwn = taskKey(workspace) === taskKey(draft);
    const isNews = workspace.plan === draft.plan || ports.clock() - ending.at < TOLD_MS;
    const before = isOwn || isNews ? ports.snapshots.read(workspace.snapshot) : null;
    if (before === null) continue;
    // What is only told need not be known to the last path: then one snapshot is enough for all.
    const now = isOwn ? await snapshotSince(before, ports) : taken;
    const changes = outsideOf(workspace, ending, snapshotDiff(before, now), now, store, ports).filter(
      ({ path, kind }) =>
        isOwn || (!isInDelta(path, draft.task.delta) && !(kind === "deleted" && isThere(path, ports, draft.root))),
    );
    if (changes.length > 0 || (isOwn && now.flaw !== ""))
      left.push({ workspace, how: ending.how, changes, isOwn, before, now });
  }
  return left;
}

/** Whether something stands at a path that was compared and is ignored now. */
function isThere(path: string, { entries }: LeftPorts, root: string): boolean {
  return entries.look(path.startsWith("/") ? path : `${root}/${path}`) !== null;
}

function outsideOf(
  workspace: Workspace,
  ending: Ending,
  changes: readonly TreeChange[],
  now: Snapshot,
  store: Reading,
  ports: LeftPorts,
): readonly TreeChange[] {
  const others = store.beside(workspace);
  const overrides = orNull(() => store.overrides(workspace.id)) ?? [];
  const { outside } = attributed(changes, workspace, overrides, others);
  const named = ending.report === "" ? null : ports.reported(ending.report);
  const end = endOf(workspace, ending, store);
  return outside.filter(({ path }) => named?.has(path) ?? changedAt(path, now, ports) <= end);
}

function endOf(workspace: Workspace, { at, how, report }: Ending, store: Reading): number {
  // Somebody noticed the one long after, and the other was written down before.
  const isNoticed = how === "expired" || (how === "blocked" && report === "");
  if (!isNoticed || workspace.hold === "report") return Math.max(at, workspace.startedAt);
  return lastSign(workspace, orNull(() => store.calls(workspace.id)) ?? []).at + CALL_MS;
}

/** When what stands at a path was changed last; of what is gone, when its folder was. */
function changedAt(path: string, { root, entries }: Snapshot, ports: LeftPorts): number {
  const entry = entries.get(path);
  if (entry !== undefined) return entry.changedMs;
  // A value of the configuration has the time of its file.
  const name = path.replace(/ \(.*$/, "");
  for (let place = path.startsWith("/") ? path : `${root}/${name}`; place !== "/"; place = parentOf(place)) {
    const there = ports.entries.look(place.replace(/\/$/, ""));
    if (there !== null) return there.changedMs;
  }
  return 0;
}

/** The snapshot that a task is compared with: as the tree is, but for what the task itself has left. */
export function baseline(taken: Snapshot, left: readonly LeftChanges[]): Snapshot {
  const own = left.find(({ isOwn }) => isOwn);
  if (own === undefined) return taken;
  const { before, now, changes } = own;
  const [entries, folders] = [new Map(now.entries), new Map(now.folders)];
  const config = new Map(now.listing?.config);
  for (const { path } of changes) {
    restore<SnapshotEntry>(entries, before.entries, path);
    restore(folders, before.folders, path);
    if (before.listing !== null) restore(config, before.listing.config, path);
  }
  // By the rules of then: what a rule hides that is left would else count as ignored.
  const listing = before.listing && { ...before.listing, config };
  return { ...taken, entries, folders, ignored: before.ignored, rules: before.rules, listing };
}

function restore<T>(now: Map<string, T>, before: ReadonlyMap<string, T>, path: string): void {
  const was = before.get(path);
  if (was === undefined) now.delete(path);
  else now.set(path, was);
}

/** What is told of it, a line for each workspace. */
export function leftNotes(left: readonly LeftChanges[]): string[] {
  return left.flatMap(({ workspace: { id, task }, how, changes, isOwn, now: { flaw } }) => {
    const shown = changes.slice(0, LISTED_MAX).map(shownChange).join(", ");
    const more = changes.length > LISTED_MAX ? ` and ${changes.length - LISTED_MAX} more` : "";
    const what = counted(changes.length, "path", "paths");
    if (!isOwn)
      return [
        `there before: ${what} outside of its delta changed by task ${task.seq} ${task.slug} (workspace ${id}, ${how}), not counted against this one: ${shown}${more}`,
      ];
    const until = "DELIVERED is refused until that is taken back or a person accepts it";
    const outside = `${what} outside of the delta changed in the task's last workspace (${id}, ${how}), and ${until}: ${shown}${more}`;
    return [...(changes.length > 0 ? [outside] : []), ...(flaw === "" ? [] : [`since then ${flaw}`])];
  });
}

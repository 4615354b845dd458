// The workspaces of a knowledge base: makes them, says which are active, and ends them.
// Invariants:
// - The order of writes when one begins: its marker as a draft that does not count, `workspace.json`, the event, the
//   marker. So a marker never stands without a workspace, and whatever events say is active can be looked up. What was
//   cut off in between is ended by the next one who looks (settle-left.ts): it has no marker, and nobody was told of it.
// - The order when one ends: `ended.json`, the events, the marker. Whoever makes `ended.json` has ended it; what was cut
//   off behind it is made up for by `settle`. Until `ended.json` is there, the guard holds.
// - One that is held by the guard is over when its marker is gone: a person may delete it.
// - Workspaces begin one after the other, under a lock. So no actor has two, no task is done twice, and each knows which
//   others were active, whatever clocks say.

import { HelixError } from "../../base/errors.ts";
import { parentOf } from "../../base/path-names.ts";
import type { NewEvent } from "../../events/log/event-types.ts";
import type { HeldLock } from "../../platform/file-system.ts";
import { ioError } from "../../platform/io-error.ts";
import { refuseLinks } from "../../platform/linked-folder.ts";
import { makeOnce, type OnceFiles, removeQuietly } from "../../platform/once-files.ts";
import { orIoError } from "../../platform/told-failure.ts";
import { planPaths } from "../plan-paths.ts";
import { endsAfter } from "./left-behind.ts";
import { wasBegunBelow } from "./lineage.ts";
import { markerPath, markerText, type PreparedMarker, prepareMarker, removeMarker } from "./marker.ts";
import {
  CALLS_NAME,
  ENDED_NAME,
  OVERRIDES_NAME,
  PREPARED_NAME,
  readCalls,
  readEnding,
  readOverrides,
  readWorkspace,
  WORKSPACE_NAME,
} from "./read-workspace.ts";
import { type Settled, settleLeft } from "./settle-left.ts";
import { sharedPaths } from "./shared-paths.ts";
import type { Ending, GuardRecord, Override, Workspace } from "./workspace.ts";

export interface StorePorts {
  readonly files: OnceFiles;
  /** The user's home; "" where there is none. */
  readonly home: string;
  /** Milliseconds since 1970, and seconds since the machine was started. */
  readonly now: () => number;
  readonly uptime: () => number;
  /** Writes events of a workspace, durably. Throws. */
  readonly record: (of: Workspace, events: readonly NewEvent[]) => void;
  /** Takes a lock without waiting; null where another process has it. Throws where that is not possible. */
  readonly tryLock: (path: string) => HeldLock | null;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Whether names that differ in case only are one where this folder is; left out: they are not. */
  readonly isCaseBlind?: (folder: string) => boolean;
}

/** A workspace with what happened in it so far. */
export interface HeldWorkspace {
  readonly workspace: Workspace;
  readonly calls: readonly GuardRecord[];
  readonly overrides: readonly Override[];
}

/** One that is not known to be over, and cannot be read. */
export interface DamagedWorkspace {
  readonly id: string;
  readonly why: string;
}

export interface ActiveWorkspaces {
  readonly active: readonly HeldWorkspace[];
  readonly damaged: readonly DamagedWorkspace[];
}

/** Why none can begin: another one of the task, of the actor, or with a delta that shares paths. */
export interface Conflict {
  readonly kind: "task" | "actor" | "delta";
  readonly with: Workspace;
  /** Of a delta: what both may change. */
  readonly paths?: string;
}

export type NewWorkspace = Omit<Workspace, "marker" | "beside" | "startedAt" | "startedUptime">;

/** What ending came to. */
export interface Ended {
  readonly ending: Ending;
  /** Whether this call ended it; else it was over before. */
  readonly isOurs: boolean;
  /** What could not be done, and is made up for later. */
  readonly problems: readonly string[];
}

const LOCK_NAME = ".lock";
const LOCK_WAIT_MS = 20_000;
const LOCK_RETRY_MS = 5;
const ID = /^[0-9A-Za-z]{10}$/;

export class WorkspaceStore {
  readonly #ports: StorePorts;
  readonly directory: string;

  /** `directory` is that of the knowledge base. */
  constructor(directory: string, ports: StorePorts) {
    this.directory = directory;
    this.#ports = ports;
  }

  /** The ids of all workspaces, ended or not. Throws IO. */
  ids(): string[] {
    const list = () => this.#ports.files.namesIn(planPaths(this.directory).workspaces) ?? [];
    return orIoError("the workspaces of plans cannot be read", list).filter((name) => ID.test(name));
  }

  /** A workspace, ended or not; null where there is none. Throws for one that cannot be read. */
  read(id: string): Workspace | null {
    return readWorkspace(this.#ports.files, this.directory, id);
  }

  /** How a workspace ended; null where it did not. */
  ending(id: string): Ending | null {
    return readEnding(this.#ports.files, this.directory, id);
  }

  calls(id: string): GuardRecord[] {
    return readCalls(this.#ports.files, this.directory, id);
  }

  overrides(id: string): Override[] {
    return readOverrides(this.#ports.files, this.directory, id);
  }

  /** The workspaces that are not over, the oldest first. Throws where they cannot be listed. Call `settle` before. */
  active(): ActiveWorkspaces {
    const active: HeldWorkspace[] = [];
    const damaged: DamagedWorkspace[] = [];
    for (const id of this.ids()) {
      try {
        const workspace = this.isOver(id) ? null : this.read(id);
        if (workspace !== null) active.push({ workspace, calls: this.calls(id), overrides: this.overrides(id) });
      } catch (error) {
        damaged.push({ id, why: error instanceof Error ? error.message : String(error) });
      }
    }
    return { active: active.sort((a, b) => a.workspace.startedAt - b.workspace.startedAt), damaged };
  }

  /**
   * The workspaces that were active at some time while this one was, so far. Those that cannot be read are left out.
   */
  beside(workspace: Workspace): HeldWorkspace[] {
    return this.ids().flatMap((id) => {
      try {
        const other = id === workspace.id ? null : this.read(id);
        const isBeside = other !== null && (workspace.beside.includes(id) || other.beside.includes(workspace.id));
        // What a program of this session begins gives the session nothing.
        return isBeside && !wasBegunBelow(other, workspace)
          ? [{ workspace: other, calls: [], overrides: this.overrides(id) }]
          : [];
      } catch {
        return [];
      }
    });
  }

  /** Whether a workspace has ended by a call: what its marker says is not looked at. */
  isOver(id: string): boolean {
    return this.#ports.files.isThere(this.#path(id, ENDED_NAME));
  }

  #path(id: string, name: string): string {
    return `${planPaths(this.directory).workspace(id)}/${name}`;
  }

  /** Why the workspace cannot begin now; null where nothing speaks against it. Throws where that cannot be told. */
  conflict(draft: NewWorkspace): Conflict | null {
    const { id, hold, session, agent, plan, task, root } = draft;
    for (const { workspace: other, overrides } of this.active().active) {
      // What a program of this session began stands in nobody's way.
      if (other.id === id || wasBegunBelow(other, draft)) continue;
      if (other.plan === plan && other.task.seq === task.seq && other.root === root)
        return { kind: "task", with: other };
      // Where no hook saw the call, nobody knows the actor.
      const isHeld = hold === "guard" && other.hold === "guard";
      if (isHeld && other.session === session && other.agent === agent) return { kind: "actor", with: other };
      const paths = sharedPaths(draft, { workspace: other, overrides }, this.#ports.isCaseBlind?.(root) ?? false);
      if (paths !== null) return { kind: "delta", with: other, paths };
    }
    return null;
  }

  /**
   * Begins a workspace. Another one of the same task or actor is the answer instead. Throws IO and LOCKED; then nothing
   * is left of it.
   */
  async create(draft: NewWorkspace): Promise<Workspace | Conflict> {
    const lock = await this.#lock();
    try {
      const conflict = this.conflict(draft);
      if (conflict !== null) return conflict;
      const { now, uptime, home } = this.#ports;
      const { active, damaged } = this.active();
      const beside = [...active.map(({ workspace }) => workspace.id), ...damaged.map(({ id }) => id)];
      const marker = draft.hold === "guard" ? markerPath(home, draft.projectDirectory, draft.id) : "";
      const workspace = { ...draft, marker, beside, startedAt: now(), startedUptime: uptime() };
      return this.#begin(workspace) ?? workspace;
    } finally {
      lock.release();
    }
  }

  /** Begins it. Returns another one that began meanwhile, and that was seen too late: then this one is taken back. */
  #begin(workspace: Workspace): Conflict | null {
    const { files, record } = this.#ports;
    const { id, plan, task } = workspace;
    const folder = planPaths(this.directory).workspace(id);
    const marker = this.#prepared(workspace);
    try {
      files.makeFolder(folder);
      const prepared: Ending = { at: workspace.startedAt, how: "blocked", report: "" };
      makeOnce(files, `${folder}/${PREPARED_NAME}`, JSON.stringify(prepared));
      const isNew = makeOnce(files, `${folder}/${WORKSPACE_NAME}`, JSON.stringify(workspace));
      if (!isNew) throw new Error(`there is a workspace ${id} already`);
      // Where somebody deleted the lock's file, two processes hold one at the same time. Each finds the other's now.
      const rival = this.conflict(workspace);
      if (rival !== null) {
        this.#takeBack(folder, marker);
        return rival;
      }
    } catch (error) {
      this.#takeBack(folder, marker);
      throw ioError("the workspace cannot be written; nothing was started", error);
    }
    try {
      record(workspace, [{ type: "workspace", workspace: id, plan, task: task.seq, how: "started" }]);
      marker?.place();
    } catch (error) {
      this.end(workspace, { how: "released" });
      marker?.drop();
      throw ioError("the workspace cannot be started; it was taken back", error);
    }
    return null;
  }

  #prepared(workspace: Workspace): PreparedMarker | null {
    const { files, home } = this.#ports;
    if (workspace.hold !== "guard") return null;
    const text = markerText(workspace, this.directory, endsAfter(workspace.hold));
    try {
      return prepareMarker(files, home, workspace.marker, text);
    } catch (error) {
      throw ioError(`the marker of the workspace cannot be made in ${home}; nothing was started`, error);
    }
  }

  /** Takes away the folder of a workspace that did not begin, and its marker. */
  #takeBack(folder: string, marker: PreparedMarker | null): void {
    const { files } = this.#ports;
    marker?.drop();
    try {
      for (const name of files.namesIn(folder) ?? []) files.remove(`${folder}/${name}`);
      files.removeFolder(folder);
    } catch {
      // Without `workspace.json` it is none.
    }
  }

  /** Appends what a person allowed. Throws IO. */
  allow(workspace: Workspace, override: Override): void {
    try {
      this.#ports.files.append(this.#path(workspace.id, OVERRIDES_NAME), `${JSON.stringify(override)}\n`);
    } catch (error) {
      throw ioError("the override cannot be written; nothing was allowed", error);
    }
  }

  /** Appends a record beside those of the guard. Throws IO. */
  append(workspace: Workspace, entry: GuardRecord): void {
    try {
      this.#ports.files.append(this.#path(workspace.id, CALLS_NAME), `${JSON.stringify(entry)}\n`);
    } catch (error) {
      throw ioError("the workspace cannot be written", error);
    }
  }

  /**
   * Ends a workspace. One that is over stays as it ended. Throws IO where it could not be ended; what could not be done
   * behind that is told as `problems`.
   */
  end(workspace: Workspace, { how, report = "" }: Pick<Ending, "how"> & Partial<Ending>): Ended {
    const { files, now } = this.#ports;
    const { id } = workspace;
    const ending: Ending = { at: now(), how, report };
    const problems: string[] = [];
    let isOurs: boolean;
    try {
      isOurs = makeOnce(files, this.#path(id, ENDED_NAME), JSON.stringify(ending));
    } catch (error) {
      if (how !== "blocked") throw ioError(`workspace ${id} cannot be ended`, error);
      problems.push(...this.#endPrepared(workspace, error));
      isOurs = true;
    }
    removeQuietly(files, this.#path(id, PREPARED_NAME));
    const first = isOurs ? ending : (this.ending(id) ?? ending);
    // Who ended it before writes its events.
    if (isOurs) this.#try(problems, "its end could not be recorded", () => this.recordEnd(workspace, first));
    this.#try(problems, "its marker could not be removed", () => this.#unmark(workspace));
    return { ending: first, isOurs, problems };
  }

  /**
   * Ends one as blocked where nothing can be written: its ending was written when it began, and gets its name. Where
   * not even that can be, the marker is removed, and whoever comes next ends it. Throws IO where neither can be done.
   */
  #endPrepared(workspace: Workspace, error: unknown): string[] {
    const { id } = workspace;
    try {
      this.#ports.files.place(this.#path(id, PREPARED_NAME), this.#path(id, ENDED_NAME));
      return [];
    } catch {
      if (workspace.marker === "") throw ioError(`workspace ${id} cannot be ended`, error);
    }
    try {
      this.#unmark(workspace);
    } catch {
      throw ioError(`workspace ${id} cannot be ended`, error);
    }
    return ["that it is blocked could not be written: it counts as released"];
  }

  /** Ends one that cannot be read, so that it is told no more. Its events are made up for by `plan`. Throws IO. */
  endUnread(id: string): void {
    const ending: Ending = { at: this.#ports.now(), how: "released", report: "" };
    try {
      if (this.ids().includes(id)) makeOnce(this.#ports.files, this.#path(id, ENDED_NAME), JSON.stringify(ending));
    } catch (error) {
      throw ioError(`workspace ${id} cannot be ended`, error);
    }
  }

  /** Writes the events of an end. Throws what `record` throws. */
  recordEnd(workspace: Workspace, { how, report }: Ending): void {
    const { id, plan, task } = workspace;
    const events: NewEvent[] = [];
    if (how === "delivered" || how === "blocked") {
      const named = report === "" ? {} : { report };
      events.push({ type: "task", plan, task: task.seq, status: how, workspace: id, ...named });
    }
    this.#ports.record(workspace, [...events, { type: "workspace", workspace: id, plan, task: task.seq, how }]);
  }

  #try(problems: string[], what: string, attempt: () => void): void {
    try {
      attempt();
    } catch (error) {
      problems.push(`${what} (${error instanceof Error ? error.message : String(error)})`);
    }
  }

  #unmark({ marker, projectDirectory }: Workspace): void {
    if (marker !== "") removeMarker(this.#ports.files, homeOf(marker, projectDirectory), marker);
  }

  /**
   * Ends workspaces that were left behind, and those whose marker is gone, and takes away what was cut off. Throws where
   * workspaces cannot be listed; whatever else goes wrong is left to the next call.
   */
  settle(): Settled {
    return settleLeft(this, this.#ports, this.#lockPath());
  }

  #lockPath(): string {
    return `${planPaths(this.directory).workspaces}/${LOCK_NAME}`;
  }

  async #lock(): Promise<HeldLock> {
    const { files, tryLock, sleep } = this.#ports;
    try {
      const folder = planPaths(this.directory).workspaces;
      refuseLinks(parentOf(folder), folder);
      files.makeFolder(folder);
      for (let waited = 0; ; waited += LOCK_RETRY_MS) {
        const lock = tryLock(this.#lockPath());
        if (lock !== null) return lock;
        if (waited >= LOCK_WAIT_MS) break;
        await sleep(LOCK_RETRY_MS);
      }
    } catch (error) {
      if (error instanceof HelixError) throw error;
      throw ioError("workspaces cannot be written; nothing was started", error);
    }
    throw new HelixError("LOCKED", `another process holds ${this.#lockPath()} for ${LOCK_WAIT_MS / 1000} s`);
  }
}

/** The home in which a marker was made: the process that removes it may have another one. */
function homeOf(marker: string, projectDirectory: string): string {
  const end = marker.length - markerPath("", projectDirectory, marker.slice(marker.lastIndexOf("/") + 1)).length;
  return marker.slice(0, Math.max(0, end));
}

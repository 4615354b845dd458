// Workspaces on a real disk, with clocks that a test sets.

import type { NewEvent } from "../../src/events/log/event-types.ts";
import type { Workspace } from "../../src/plan/workspace/workspace.ts";
import type { NewWorkspace, StorePorts } from "../../src/plan/workspace/workspace-store.ts";
import { WorkspaceStore } from "../../src/plan/workspace/workspace-store.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { diskOnceFiles } from "../../src/platform/disk-once-files.ts";
import type { OnceFiles } from "../../src/platform/once-files.ts";

export class WorkspaceWorld {
  readonly home: string;
  readonly directory: string;
  readonly project: string;
  /** Milliseconds since 1970, and seconds since the machine was started. */
  now = Date.parse("2026-11-24T12:00:00Z");
  uptime = 100_000;
  /** What was written into the event log, as `TASK HOW`. */
  readonly events: string[] = [];
  readonly store: WorkspaceStore;

  /** `folder` is an empty folder. */
  constructor(folder: string, project = `${folder}/shop`) {
    this.home = `${folder}/home`;
    this.directory = `${folder}/kb`;
    this.project = project;
    this.store = this.open();
  }

  /** The store as another process has it. */
  open(changed: Partial<StorePorts> = {}): WorkspaceStore {
    return new WorkspaceStore(this.directory, {
      files: diskOnceFiles,
      home: this.home,
      now: () => this.now,
      uptime: () => this.uptime,
      record: (_of, events) => void this.events.push(...events.map(shownEvent)),
      tryLock: (path) => diskFileSystem.tryLock(path),
      sleep: async () => undefined,
      ...changed,
    });
  }

  /** Begins a workspace. Fails where it cannot. */
  async start(changed: Partial<NewWorkspace> = {}): Promise<Workspace> {
    const made = await this.store.create(newWorkspace({ projectDirectory: this.project, ...changed }));
    if ("kind" in made) throw new Error(`refused: ${made.kind} of ${made.with.id}`);
    return made;
  }

  /** Lets time go by. */
  pass(seconds: number): void {
    this.now += seconds * 1000;
    this.uptime += seconds;
  }

  get activeIds(): string[] {
    return this.store.active().active.map(({ workspace }) => workspace.id);
  }
}

function shownEvent(event: NewEvent): string {
  if (event.type === "workspace") return `${event.task} ${event.how}`;
  return event.type === "task" ? `${event.task} task ${event.status} ${event.report ?? ""}`.trim() : event.type;
}

/** A workspace that is about to begin: that of task 001, by the main conversation of session s1. Others have other deltas. */
export function newWorkspace(changed: Partial<NewWorkspace> & { readonly seq?: string } = {}): NewWorkspace {
  const { seq = "001", ...fields } = changed;
  return {
    id: `aaaaaaa${seq}`,
    session: "s1",
    agent: "",
    hold: "guard",
    plan: "plan0000000000000000",
    of: "ship the shop",
    task: {
      seq,
      slug: "impl-auth",
      objective: "Implement the login",
      delta: [seq === "001" ? "src/auth.ts" : `src/part-${seq}.ts`],
      verify: "npm test",
      depends: [],
      budget: 7,
      writes: [],
    },
    framework: "",
    idioms: { required: [], forbidden: [] },
    project: ["shop"],
    root: "/tmp/shop",
    snapshot: "",
    deltaDigest: "",
    projectDirectory: "/tmp/shop",
    toolUseId: "toolu_1",
    transcript: "",
    lessons: [],
    parents: [],
    ...fields,
  };
}

/** The process was killed. */
export class Killed extends Error {}

const CHANGING = ["makeFolder", "write", "place", "append", "remove", "removeFolder"] as const;

/**
 * Files of a process that is killed at its change number `at`, before it is made or right after. `onStep` is told each.
 */
export function mortalFiles(
  at: number,
  when: "before" | "after",
  onStep: (step: number, what: string) => void = () => undefined,
): OnceFiles & { die: (what: string) => void } {
  let step = 0;
  let isDead = false;
  const live = <T>(what: string, work: () => T): T => {
    if (isDead) throw new Killed("dead");
    step++;
    onStep(step, what);
    isDead = step === at;
    if (isDead && when === "before") throw new Killed(what);
    const result = work();
    if (isDead) throw new Killed(what);
    return result;
  };
  const mortal: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(diskOnceFiles)) {
    const isChange = CHANGING.some((each) => each === name);
    mortal[name] = (...values: unknown[]) => {
      if (isDead) throw new Killed("dead");
      const work = () => (call as (...given: unknown[]) => unknown)(...values);
      return isChange ? live(`${name} ${String(values.at(-1)).slice(0, 80)}`, work) : work();
    };
  }
  return { ...(mortal as unknown as OnceFiles), die: (what) => live(what, () => undefined) };
}

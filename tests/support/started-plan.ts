// The tool plan over a knowledge base, a home and a git work tree on the disk, for the main conversation of a session
// and for subagents, with clocks that a test sets.

import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { CALLS } from "../../src/base/wording.ts";
import { JudgementLog } from "../../src/events/judgement-log.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import type { FeatureContext } from "../../src/features/common/feature.ts";
import type { PlanCaller, PlanCallerKind } from "../../src/features/common/plan-caller.ts";
import { workspaceStore } from "../../src/features/plan/caller.ts";
import { planFeature } from "../../src/features/plan/plan.ts";
import { type PlanPorts, planStore } from "../../src/features/plan/ports.ts";
import { findProject, projectOf } from "../../src/notes/projects/project.ts";
import type { Plan, Task } from "../../src/plan/documents/plan-documents.ts";
import { planPaths } from "../../src/plan/plan-paths.ts";
import type { Binding } from "../../src/plan/workspace/workspace.ts";
import type { WorkspaceStore } from "../../src/plan/workspace/workspace-store.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import { makeRepository } from "./git-repository.ts";
import { openKnowledgeBase } from "./knowledge.ts";
import { gitIn } from "./plan-tree.ts";

export interface Caller {
  readonly session?: string;
  readonly agent?: string;
  /** Whether no hook saw the call. */
  readonly isUnseen?: boolean;
  readonly kind?: PlanCallerKind;
  readonly binding?: Partial<Binding>;
  /** What is missing of the guard's hooks; null: the settings hold none of them. */
  readonly guardFlaws?: readonly string[] | null;
  /** The processes above the server, the nearest first. */
  readonly processes?: readonly string[];
}

/** The task of a number; the one before has to be delivered first. */
export function taskOf(number: number, changed: Partial<Task> = {}): Task {
  const seq = String(number).padStart(3, "0");
  return {
    seq,
    slug: `task-${number}`,
    objective: `Do part ${number} of the shop`,
    delta: [`src/part-${number}.ts`],
    verify: "npm test",
    depends: number === 1 ? [] : [String(number - 1).padStart(3, "0")],
    budget: 7,
    writes: [],
    ...changed,
  };
}

export function planOf(tasks: readonly Task[], changed: Partial<Plan> = {}): Plan {
  return {
    objective: "Build the shop",
    decision: "PROCEED",
    questions: [],
    framework: "express",
    idioms: { required: ["Use the router"], forbidden: [] },
    tasks,
    ...changed,
  };
}

export class StartWorld {
  readonly home: string;
  readonly directory: string;
  readonly root: string;
  now = Date.parse("2026-11-24T12:00:00Z");
  uptime = 100_000;
  readonly base;
  #calls = 0;

  /** `folder` is an empty folder. */
  constructor(folder: string, name = "shop") {
    this.home = `${folder}/home`;
    this.directory = `${folder}/kb`;
    this.root = `${folder}/${name}`;
    mkdirSync(`${this.root}/src`, { recursive: true });
    mkdirSync(this.home);
    this.root = realpathSync(this.root);
    makeRepository(this.root);
    writeFileSync(`${this.root}/src/part-1.ts`, "export const one = 1;\n");
    this.base = openKnowledgeBase(this.directory, { files: diskFileSystem, clock: () => this.now });
  }

  ports({
    session = "s1",
    agent = "",
    isUnseen = false,
    kind = "tool",
    binding = {},
    guardFlaws = [],
    processes = [],
  }: Caller = {}): PlanPorts {
    const toolUseId = kind === "tool" ? `toolu_${++this.#calls}` : "";
    if (kind === "tool" && !isUnseen) this.bind({ toolUseId, session, agent, ...binding });
    const found = findProject(this.root, diskFiles);
    const project = found === null ? null : projectOf(found, true);
    const plans: PlanCaller = {
      files: diskFileSystem,
      toolUseId,
      kind: async () => kind,
      home: this.home,
      processes: () => processes,
      uptime: () => this.uptime,
      guardFlaws: async () => guardFlaws,
    };
    const judgements = new JudgementLog({
      log: new EventLog(diskFileSystem, this.directory),
      clock: () => this.now,
      newId: () => "eeeeeeeeee",
      acting: () => ({ session: kind === "tool" ? session : "", agent: "", project: project?.keys ?? [] }),
      actor: async () => "assistant",
    });
    return {
      base: this.base,
      directory: this.root,
      project,
      judgements,
      plans,
      git: gitIn(this.home),
    } as unknown as PlanPorts;
  }

  /** What the hook before a call records. */
  bind(binding: Pick<Binding, "toolUseId"> & Partial<Binding>): void {
    const folder = planPaths(this.directory).bindings;
    mkdirSync(folder, { recursive: true });
    const whole: Binding = {
      session: "s1",
      agent: "",
      at: this.now,
      directory: this.root,
      projectDirectory: this.root,
      transcript: "/tmp/s1.jsonl",
      ...binding,
    };
    writeFileSync(`${folder}/${binding.toolUseId}.json`, JSON.stringify(whole));
  }

  save(plan: Plan): string {
    return planStore(this.ports({ kind: "person" })).savePlan(plan);
  }

  get store(): WorkspaceStore {
    return workspaceStore(this.ports({ kind: "person" }));
  }

  async answer(action: string, values: Record<string, unknown> = {}, caller: Caller = {}) {
    return planFeature.run(this.ports(caller) as unknown as FeatureContext, { action, ...values });
  }

  async text(action: string, values: Record<string, unknown> = {}, caller: Caller = {}): Promise<string> {
    return (await this.answer(action, values, caller)).text(CALLS);
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into the data of every action.
  async data(action: string, values: Record<string, unknown> = {}, caller: Caller = {}): Promise<any> {
    return (await this.answer(action, values, caller)).data();
  }

  /** Events of the log, in their order, without what each has. */
  events(...types: string[]): Record<string, unknown>[] {
    const found: Record<string, unknown>[] = [];
    new EventLog(diskFileSystem, this.directory).read({
      event: (event) => void (types.includes(event.type) && found.push({ ...event })),
    });
    return found;
  }
}

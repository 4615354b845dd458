// A real work tree, knowledge base and home with workspaces in them, and reports of them; also for several processes at
// once, which share the folder.

import { mkdirSync } from "node:fs";
import { JudgementLog } from "../../src/events/judgement-log.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import type { LoggedEvent } from "../../src/events/log/event-types.ts";
import {
  type Reported,
  type ReportingPorts,
  reportTask,
  type SaidReport,
} from "../../src/features/plan/report-task.ts";
import { randomNoteId } from "../../src/notes/text/note-id.ts";
import type { Report, Task } from "../../src/plan/documents/plan-documents.ts";
import { planPaths } from "../../src/plan/plan-paths.ts";
import { deltaDigest } from "../../src/plan/workspace/delta-digest.ts";
import { takeSnapshot } from "../../src/plan/workspace/snapshot.ts";
import { SnapshotStore } from "../../src/plan/workspace/snapshot-store.ts";
import type { TranscriptReading } from "../../src/plan/workspace/transcript-gap.ts";
import type { Workspace } from "../../src/plan/workspace/workspace.ts";
import type { NewWorkspace, StorePorts, WorkspaceStore } from "../../src/plan/workspace/workspace-store.ts";
import { replaceWhole } from "../../src/platform/atomic-file.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { systemPrograms } from "../../src/platform/programs.ts";
import { hashOf } from "../../src/platform/tree-entries.ts";
import { readWhole } from "../../src/platform/whole-file.ts";
import { openKnowledgeBase } from "./knowledge.ts";
import { snapshotPorts, writeTree } from "./plan-tree.ts";
import { newWorkspace, WorkspaceWorld } from "./workspaces.ts";

export interface Started extends Partial<Pick<NewWorkspace, "session" | "agent" | "hold" | "idioms" | "lessons">> {
  readonly id?: string;
  readonly task?: Partial<Task>;
}

export class ReportWorld {
  readonly world: WorkspaceWorld;
  readonly root: string;
  readonly store: WorkspaceStore;
  readonly events: EventLog;
  readonly base;
  /** Whether a person approved the plan, and what transcripts hold. */
  isApproved = false;
  transcript: TranscriptReading = { calls: [], flaws: ["there is none"] };

  /** `folder` may be another process's. */
  constructor(folder: string, changed: Partial<StorePorts> = {}) {
    this.world = new WorkspaceWorld(folder);
    this.root = `${folder}/shop`;
    mkdirSync(this.root, { recursive: true });
    this.events = new EventLog(diskFileSystem, this.world.directory);
    this.base = openKnowledgeBase(this.world.directory, { clock: () => this.world.now });
    this.store = this.world.open({
      record: (of, events) => this.log(of).write(events),
      ...changed,
    });
  }

  log({ session, agent, project }: Pick<Workspace, "session" | "agent" | "project">): JudgementLog {
    return new JudgementLog({
      log: this.events,
      clock: () => this.world.now,
      newId: randomNoteId,
      acting: () => ({ session, agent, project }),
      actor: async () => "assistant",
    });
  }

  get snapshots(): SnapshotStore {
    return new SnapshotStore(diskFileSystem, planPaths(this.world.directory).snapshots);
  }

  /** Begins a workspace in the tree as it is now. */
  async start({ task = {}, ...fields }: Started = {}): Promise<Workspace> {
    const made = newWorkspace({ root: this.root, projectDirectory: this.root, ...fields });
    const whole = { ...made.task, ...task };
    const snapshot = await takeSnapshot(this.root, snapshotPorts(this.world.directory), { textsOf: whole.delta });
    const started = await this.store.create({
      ...made,
      id: fields.id ?? `aaaaaaa${whole.seq}`,
      task: whole,
      snapshot: this.snapshots.write(snapshot),
      deltaDigest: deltaDigest(this.root, whole.delta),
    });
    if ("kind" in started) throw new Error(`refused: ${started.kind}`);
    return started;
  }

  write(files: Readonly<Record<string, string>>): void {
    writeTree(this.root, files);
  }

  /** Stores a lesson that the session was shown, and gives its id. */
  async shownLesson(text: string, { session, agent, project }: Pick<Workspace, "session" | "agent" | "project">) {
    const known = new Set(await this.noteIds());
    const minutes = Math.floor(this.world.now / 60_000);
    await this.base.change(() => [{ kind: "add", topic: "lessons", body: `[tags: failure]\n${text}`, minutes }]);
    const [id = ""] = (await this.noteIds()).filter((each) => !known.has(each));
    this.log({ session, agent, project }).observe([{ type: "shown", hook: "plan", notes: [id] }]);
    return id;
  }

  async noteIds(): Promise<string[]> {
    const view = await this.base.view();
    return view.index.topics().flatMap(({ name }) => view.topicDocuments(name).map((each) => view.noteId(each)));
  }

  /** The guard saw the verify command end. */
  sawVerify(workspace: Workspace, ok = true, flaw = ""): void {
    const digest = deltaDigest(this.root, workspace.task.delta);
    const signature = ok ? "" : "same";
    this.store.append(workspace, { kind: "verify", at: 1, uptime: 1, id: "toolu_v", ok, flaw, digest, signature });
  }

  ports(workspace: Workspace, changed: Partial<ReportingPorts> = {}): ReportingPorts {
    const folder = planPaths(this.world.directory).documents;
    const pathOf = (hash: string) => `${folder}/${hash}.json`;
    return {
      store: this.store,
      documents: {
        writeReport(report) {
          const text = JSON.stringify(report);
          diskFileSystem.makeDirectory(folder);
          replaceWhole(diskFileSystem, pathOf(hashOf(text)), new TextEncoder().encode(text));
          return hashOf(text);
        },
        readReport(hash) {
          const bytes = readWhole(diskFileSystem, pathOf(hash), 1_000_000);
          return bytes === null || bytes === "too long"
            ? null
            : (JSON.parse(new TextDecoder().decode(bytes)) as Report);
        },
      },
      facts: {
        ...snapshotPorts(this.world.directory),
        snapshots: this.snapshots,
        transcripts: () => this.transcript,
      },
      verify: { programs: systemPrograms, environment: { PATH: process.env.PATH } },
      isApproved: () => this.isApproved,
      log: this.log(workspace),
      view: () => this.base.view(),
      files: diskFileSystem,
      now: () => this.world.now,
      uptime: () => this.world.uptime,
      ...changed,
    };
  }

  report(
    workspace: Workspace,
    said: Partial<SaidReport> = {},
    changed: Partial<ReportingPorts> = {},
  ): Promise<Reported> {
    const whole = {
      status: "delivered",
      summary: "it works",
      utilized: [],
      misled: [],
      evidence: "",
      ...said,
    } as const;
    return reportTask(workspace, whole, this.ports(workspace, changed));
  }

  /** What is in the log, as words. */
  logged(): string[] {
    const lines: string[] = [];
    const event = (each: LoggedEvent) => {
      if (each.type === "task") lines.push(`task ${each.task} ${each.status}`);
      else if (each.type === "workspace") lines.push(`workspace ${each.task} ${each.how}`);
      else if (each.type === "feedback") lines.push(`feedback ${each.note} ${each.verdict} ${each.by}`);
    };
    this.events.read({ event });
    return lines;
  }
}

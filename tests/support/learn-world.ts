// The tool learn over a knowledge base and an event log in memory, for several sessions with one clock.

import { CALLS } from "../../src/base/wording.ts";
import { type Actor, JudgementLog } from "../../src/events/judgement-log.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import type { FeatureContext } from "../../src/features/common/feature.ts";
import { learnFeature } from "../../src/features/learn/learn.ts";
import type { Project } from "../../src/notes/projects/project.ts";
import { NOW_MINUTES, openKnowledgeBase } from "./knowledge.ts";
import { countedEventIds } from "./memory-events.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";
import { countedIds } from "./note-ids.ts";

const DIRECTORY = "/kb";
const DAY_MS = 24 * 60 * 60_000;

export interface LearnSession {
  readonly session?: string;
  readonly by?: Actor;
  readonly project?: Project | null;
}

export class LearnWorld {
  readonly files: MemoryFileSystem;
  readonly log: EventLog;
  readonly newEventId = countedEventIds();
  now = NOW_MINUTES * 60_000;
  noteVectors: FeatureContext["noteVectors"];
  readonly base;

  constructor(files = new MemoryFileSystem()) {
    this.files = files;
    this.log = new EventLog(files, DIRECTORY);
    this.base = openKnowledgeBase(DIRECTORY, { files, clock: () => this.now, newNoteId: countedIds() });
  }

  later(days: number): void {
    this.now += days * DAY_MS;
  }

  /** What a session of the client calls the tool with. */
  session({ session = "s1", by = "assistant", project = null }: LearnSession = {}): LearnCaller {
    const judgements = new JudgementLog({
      log: this.log,
      clock: () => this.now,
      newId: this.newEventId,
      acting: () => ({ session, agent: "", project: project?.keys ?? [] }),
      actor: async () => by,
    });
    return new LearnCaller(this, judgements, project);
  }
}

export class LearnCaller {
  readonly judgements: JudgementLog;
  readonly #world: LearnWorld;
  readonly #project: Project | null;

  constructor(world: LearnWorld, judgements: JudgementLog, project: Project | null) {
    this.#world = world;
    this.judgements = judgements;
    this.#project = project;
  }

  answer(action: string, values: Record<string, unknown> = {}) {
    const { base, noteVectors } = this.#world;
    const context = {
      base,
      directory: null,
      project: this.#project,
      judgements: this.judgements,
      ...(noteVectors && { noteVectors }),
    } as unknown as FeatureContext;
    return learnFeature.run(context, { action, ...values });
  }

  async text(action: string, values: Record<string, unknown> = {}): Promise<string> {
    return (await this.answer(action, values)).text(CALLS);
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into the data of every action.
  async data(action: string, values: Record<string, unknown> = {}): Promise<any> {
    return (await this.answer(action, values)).data();
  }

  /** Stores a lesson, and says its id. */
  async remember(trigger: string, resolution: string, values: Record<string, unknown> = {}): Promise<string> {
    return (await this.data("remember", { trigger, resolution, ...values })).id;
  }

  /** Names of the lessons that are recalled, the best first. */
  async recalled(query: string, values: Record<string, unknown> = {}): Promise<string[]> {
    return (await this.data("recall", { query, ...values })).map(({ id }: { id: string }) => id);
  }
}

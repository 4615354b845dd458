// Repositories with files and one knowledge base for all of them, and the ambient hook over both: on the disk, without
// a client.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { formatUpdates, type SessionUpdate } from "../../src/events/session-state.ts";
import { SessionStore } from "../../src/events/session-store.ts";
import { runHook } from "../../src/hooks/run-hook.ts";
import { SourceChecker } from "../../src/notes/sources/source-checker.ts";
import { sourceRoot } from "../../src/notes/sources/source-root.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { formatEntryText } from "../../src/notes/text/entry-format.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import type { StampedFiles } from "../../src/platform/small-files.ts";
import { claimedJudge, claimedProject } from "./claimed-project.ts";
import { makeRepository } from "./git-repository.ts";
import { NOW_MINUTES, openKnowledgeBase } from "./knowledge.ts";
import { MemoryEvents } from "./memory-events.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";
import { withoutIds } from "./note-ids.ts";

export interface WorldNote {
  readonly topic: string;
  readonly text: string;
  readonly tags?: readonly string[];
  readonly source?: string;
  readonly confidence?: number;
  /** Whether the source's fingerprint is taken, as `store` takes it where the file is. */
  readonly isCited?: boolean;
  /** Where it is stored from, below the world's folder; left out: the repository itself. */
  readonly from?: string;
}

export interface Touch {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly session?: string;
  readonly agent?: string;
  /** Whom the event is told; left out: the one who has heard of all others. */
  readonly base?: KnowledgeBase;
}

export class AmbientWorld {
  readonly events = new MemoryEvents();
  /** Holds everything; without links. */
  readonly folder: string;
  readonly #disk = new MemoryFileSystem();
  readonly base: KnowledgeBase = this.another();
  files: StampedFiles = diskFiles;
  isReadable = true;
  isLate = false;
  readonly #sessions = new Map<string, string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The knowledge base as a process sees it that has never looked at it. */
  another(): KnowledgeBase {
    return openKnowledgeBase("/base", { files: this.#disk });
  }

  /** A path below the folder. */
  at(path: string): string {
    return join(this.folder, path);
  }

  repository(name: string, origin?: string): string {
    return makeRepository(this.at(name), origin);
  }

  put(path: string, text: string): string {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
    return this.at(path);
  }

  /** Stores notes in the project of the folder `repository`; of no project where that is null. */
  async note(repository: string | null, ...notes: readonly WorldNote[]): Promise<void> {
    const project = repository === null ? null : claimedProject(this.at(repository));
    const projects = project?.keys ?? [];
    await this.base.change(() =>
      notes.map((note) => {
        const { topic, text, tags = [], source = null, confidence = 1 } = note;
        const directory = this.at(note.from ?? repository ?? "");
        const place = { project: project ?? claimedProject(directory), directory };
        const checker = new SourceChecker(sourceRoot(place, diskFiles), diskFiles);
        const cited = note.isCited === true && source !== null ? checker.cite(source, projects) : null;
        const entry = { tags: [...tags], source, confidence, links: [], modified: null, projects, cited, text };
        return { kind: "add", topic, minutes: NOW_MINUTES, body: formatEntryText({ id: null, aliases: [], ...entry }) };
      }),
    );
  }

  /** What the model gets to see when a tool is called; "" for silence. */
  async touch({
    tool,
    input,
    cwd = this.folder,
    session = "s1",
    agent = "",
    base = this.base,
  }: Touch): Promise<string> {
    const view = await base.view();
    const event = { session_id: session, agent_id: agent, cwd, tool_name: tool, tool_input: input };
    const { outcome } = await runHook("ambient", event, {
      judge: claimedJudge,
      files: this.files,
      events: this.events.writer,
      isTraced: false,
      now: NOW_MINUTES * 60_000,
      sessions: new SessionStore(
        {
          readEnd: (path) => {
            const text = this.#sessions.get(path);
            return text === undefined
              ? null
              : { text, modifiedMs: NOW_MINUTES * 60_000, size: Buffer.byteLength(text) };
          },
          append: (path, text) => {
            this.#sessions.set(path, (this.#sessions.get(path) ?? "") + text);
            return true;
          },
        },
        "/base",
        () => "terminal",
      ),
      directory: "/",
      view: () => (this.isReadable ? view : null),
      checkpoint: () => null,
      isLate: () => this.isLate,
    });
    return outcome.answer.kind === "text" ? withoutIds(outcome.answer.text) : "";
  }

  /** The lines of a session's file, but those about its place. */
  updatesOf(session: string): string[] {
    const lines = (this.#sessions.get(`/base/sessions/${session}`) ?? "").split("\n");
    return lines.filter((line) => line !== "" && !line.startsWith("d "));
  }

  /** Adds to a session what another hook would. */
  remember(session: string, ...updates: readonly SessionUpdate[]): void {
    const path = `/base/sessions/${session}`;
    this.#sessions.set(path, (this.#sessions.get(path) ?? "") + formatUpdates(updates));
  }
}

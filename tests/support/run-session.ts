// A session of a client in a real repository: its build and test runs, the hooks that hear of them, and what these
// store, as the adapters do it; without a client.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Verdict } from "../../src/events/log/event-types.ts";
import { SessionMemory } from "../../src/events/session-memory.ts";
import { SESSION_BYTES_MAX, type SessionState, type SessionUpdate } from "../../src/events/session-state.ts";
import { SessionStore } from "../../src/events/session-store.ts";
import { storeFeature } from "../../src/features/store/store.ts";
import { applyCapture } from "../../src/hooks/capture/apply-capture.ts";
import { applyResolution } from "../../src/hooks/capture/apply-resolution.ts";
import { encodeAnswer } from "../../src/hooks/common/hook-answer.ts";
import type { HookOutcome } from "../../src/hooks/common/hook-context.ts";
import type { HookType } from "../../src/hooks/common/hook-types.ts";
import { runHook } from "../../src/hooks/run-hook.ts";
import { formatLesson, type LessonKind } from "../../src/notes/lessons/lesson.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { parseEntryText } from "../../src/notes/text/entry-text.ts";
import { diskAppendedFiles } from "../../src/platform/disk-appended-files.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import { claimedJudge, claimedProject } from "./claimed-project.ts";
import { makeRepository } from "./git-repository.ts";
import { liveEntries, openKnowledgeBase } from "./knowledge.ts";
import { MemoryEvents } from "./memory-events.ts";
import { linkPlaces, withoutIds } from "./note-ids.ts";

/** What came of an event. */
export interface Heard {
  /** What the model gets to see; "" for silence. */
  readonly text: string;
  readonly outcome: HookOutcome;
  /** Lines that the session got, and the kinds of them. */
  readonly updates: readonly string[];
}

export class RunSession {
  readonly events = new MemoryEvents();
  readonly base: KnowledgeBase;
  readonly root: string;
  readonly #home: string;
  readonly #sessions: SessionStore;
  #id = "s1";

  /** `folder` is empty. */
  constructor(folder: string, isRepository = true) {
    this.#home = join(folder, "kb");
    this.root = join(folder, "shop");
    if (isRepository) makeRepository(this.root);
    else mkdirSync(this.root);
    this.base = openKnowledgeBase(this.#home, { clock: () => this.now });
    this.#sessions = new SessionStore(diskAppendedFiles, this.#home, () => "terminal");
  }

  now = Date.UTC(2026, 1, 21, 12);
  /** Whether answers keep the ids of notes. */
  hasIds = false;

  /** Another conversation from here on. */
  begin(id: string): void {
    this.#id = id;
  }

  /** Puts a file into the repository. */
  put(path: string, text = "one\ntwo\nthree\n"): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  /** Stores a note as the tool does, from within the project. */
  async store(topic: string, text: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
    const project = claimedProject(this.root);
    await storeFeature.run({ base: this.base, project, directory: this.root }, { topic, text, force: "true", ...more });
    await this.hear("post-build", { tool_name: "mcp__helix__store", tool_input: { topic, text } });
  }

  /** Stores a lesson as `learn` does, from within the project, and returns its id. */
  async learn(kind: LessonKind, trigger: string, resolution: string, more: { source?: string; archived?: true } = {}) {
    const { source, archived } = more;
    const tags = archived ? `${kind}, archived` : kind;
    const text = formatLesson({ trigger, resolution });
    const context = { base: this.base, project: claimedProject(this.root), directory: this.root };
    await storeFeature.run(context, { topic: "lessons", text, tags, force: "true", ...(source && { source }) });
    const view = await this.base.view();
    return view.noteId(view.topicDocuments("lessons").at(-1)!);
  }

  /** Judges a note, as `learn` does. */
  judge(note: string, verdict: Verdict, task: string): void {
    const head = { at: this.now, session: this.#id, agent: "", project: [] };
    this.events.writer.append(head, [{ type: "feedback", note, verdict, by: "assistant", task }]);
  }

  /** Stores many notes of the project at once, under a topic each. */
  async storeAll(notes: readonly (readonly [string, string])[]): Promise<void> {
    const keys = claimedProject(this.root)?.keys.join(", ") ?? "";
    const minutes = Math.floor(this.now / 60_000);
    await this.base.change(() =>
      notes.map(([topic, text]) => ({ kind: "add", topic, body: `${text}\n[project: ${keys}]`, minutes })),
    );
  }

  /** A command that ended well, or hid that it did not. */
  succeeded(command: string, stdout = ""): Promise<Heard> {
    const response = { stdout, stderr: "", interrupted: false };
    return this.hear("post-build", { tool_name: "Bash", tool_input: { command }, tool_response: response });
  }

  /** A command that failed, as today's client tells of it. */
  failed(command: string, output: string, code = 1): Promise<Heard> {
    const error = `Exit code ${code}\n${output}`;
    return this.hear("error-context", { tool_name: "Bash", tool_input: { command }, error, is_interrupt: false });
  }

  /** An edit of a file, as the hook that hears of edits remembers it. */
  edited(path: string): void {
    this.#remember([{ kind: "e", value: path }]);
  }

  /** Runs the hook, and stores what it says. */
  async hear(type: HookType, fields: Readonly<Record<string, unknown>>): Promise<Heard> {
    const view = await this.base.view();
    const before = this.#lines();
    const event = { session_id: this.#id, cwd: this.root, ...fields };
    const { outcome } = await runHook(type, event, {
      judgements: async () => this.events.judgements(),
      judge: claimedJudge,
      files: diskFiles,
      events: this.events.writer,
      isTraced: false,
      now: this.now,
      sessions: this.#sessions,
      directory: "/",
      view: () => view,
      checkpoint: () => null,
      isLate: () => false,
    });
    const project = claimedProject(this.root);
    if (outcome.capture !== undefined) {
      const update = await applyCapture(this.base, project, outcome.capture, { now: this.now });
      if (update !== null) this.#remember([update]);
    }
    if (outcome.resolution !== undefined) await applyResolution(this.base, project, outcome.resolution);
    const encoded = encodeAnswer(type, outcome.answer);
    const answer = this.hasIds ? encoded : withoutIds(encoded);
    const text = answer === "" ? "" : (JSON.parse(answer).hookSpecificOutput.additionalContext as string);
    return {
      text,
      outcome,
      updates: this.#lines()
        .slice(before.length)
        .filter((line) => !line.startsWith("d ")),
    };
  }

  state(): SessionState {
    return new SessionMemory([diskAppendedFiles.readEnd(this.#path(), SESSION_BYTES_MAX)?.text ?? ""]).state;
  }

  /** The entries that hooks stored by themselves, as they are read. */
  async captured(): Promise<
    (ReturnType<typeof parseEntryText> & { readonly topic: string; readonly leadsTo: string[] })[]
  > {
    const view = await this.base.view();
    return liveEntries(view)
      .map(({ topic, body }) => ({ topic, ...parseEntryText(body), leadsTo: linkPlaces(view, body) }))
      .filter(({ tags }) => tags.includes("captured"));
  }

  #remember(updates: readonly SessionUpdate[]): void {
    this.#sessions.append(this.#id, updates, null);
  }

  #lines(): string[] {
    return (diskAppendedFiles.readEnd(this.#path(), SESSION_BYTES_MAX)?.text ?? "").split("\n").slice(0, -1);
  }

  #path(): string {
    return `${this.#home}/sessions/${this.#id}`;
  }
}

/** What a tool printed: a file of tests/fixtures/build-output. */
export function printed(name: string): string {
  return readFileSync(new URL(`../fixtures/build-output/${name}.txt`, import.meta.url), "utf8");
}

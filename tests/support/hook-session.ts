// A session of a client, event by event, without a client: hooks as both transports run them, over a knowledge base and
// session files in memory. Two projects exist, /code/engine (acme/engine) and /code/shop (acme/shop); everything else
// is in none.

import { expect } from "vitest";
import { formatUpdates, type SessionUpdate } from "../../src/events/session-state.ts";
import { SessionStore } from "../../src/events/session-store.ts";
import type { Checkpoint } from "../../src/features/checkpoint/checkpoint.ts";
import { encodeAnswer } from "../../src/hooks/common/hook-answer.ts";
import type { HookType } from "../../src/hooks/common/hook-types.ts";
import type { HookSource } from "../../src/hooks/router/offer.ts";
import { type HookSurroundings, runHook } from "../../src/hooks/run-hook.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { StampedFiles } from "../../src/platform/small-files.ts";
import { claimedJudge } from "./claimed-project.ts";
import { NOW_MINUTES, openKnowledgeBase } from "./knowledge.ts";
import { MemoryEvents } from "./memory-events.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";
import { withoutIds } from "./note-ids.ts";

export interface StoredNote {
  readonly topic: string;
  readonly text: string;
  /** engine or shop; left out: of no project. */
  readonly project?: string;
  readonly tags?: readonly string[];
  readonly confidence?: number;
  /** Minutes before now. */
  readonly age?: number;
}

const REPOSITORIES = ["/code/engine", "/code/shop"];

const FILES: StampedFiles = {
  kind: (path) =>
    REPOSITORIES.some((root) => path === `${root}/.git` || path === `${root}/.git/objects`) ? "directory" : null,
  readText: (path) => {
    const root = REPOSITORIES.find((each) => path === `${each}/.git/config`);
    return root === undefined ? null : `[remote "origin"]\n\turl = https://example.org/acme${root.slice(5)}.git\n`;
  },
  readStart: () => null,
  realPath: (path) => path,
  stamp: () => null,
};

const SETTINGS = {
  "code.context": "pointers",
  "code.index": "on",
  "hooks.speak": "on",
} as const;

export class HookSession {
  readonly events = new MemoryEvents();
  readonly base: KnowledgeBase;
  /** Milliseconds since 1970; a test moves it on. */
  now = NOW_MINUTES * 60_000;
  checkpoint: Checkpoint | null = null;
  /** Whether all is recorded that hooks consider. */
  isTraced = false;
  /** Whether the knowledge base can be read. */
  isReadable = true;
  /** Whether anything can be remembered. */
  isWritable = true;
  cwd = "/code/engine";
  /** The effectiveness of notes that were judged, by their first lines. */
  effectiveness: ReadonlyMap<string, number> = new Map();
  /** What speaks beside the notes, and when it is too late for that. */
  sources: readonly HookSource[] = [];
  late: () => Promise<void> = () => new Promise(() => undefined);
  /** What shortens outputs, and whether the settings ask for it. */
  shortener: HookSurroundings["shortener"];
  economy: "off" | "on" = "off";
  /** What the last answer put in place of the tool's output. */
  replacement: unknown;
  /** What answers calls from the index, whether the settings ask for it, and why the last call was refused. */
  intercept: HookSurroundings["intercept"];
  interception: "off" | "on" = "off";
  denial: string | undefined;
  readonly #disk: Map<string, { text: string; modifiedMs: number }>;

  constructor(base = openKnowledgeBase("/base", { files: new MemoryFileSystem() }), disk = new Map()) {
    this.base = base;
    this.#disk = disk;
  }

  /** Another client on the same disk. */
  another(): HookSession {
    return Object.assign(new HookSession(this.base, this.#disk), { now: this.now, checkpoint: this.checkpoint });
  }

  async store(...notes: readonly StoredNote[]): Promise<void> {
    await this.base.change(() =>
      notes.map(({ topic, text, project, tags = [], confidence = 1, age = 0 }) => ({
        kind: "add",
        topic,
        minutes: NOW_MINUTES - age,
        body: [
          ...(tags.length === 0 ? [] : [`[tags: ${tags.join(", ")}]`]),
          ...(confidence === 1 ? [] : [`[confidence: ${confidence}]`]),
          text,
          ...(project === undefined ? [] : [`[project: acme/${project}]`]),
        ].join("\n"),
      })),
    );
  }

  /** What other hooks would have remembered. */
  remember(...lines: readonly string[]): void {
    const updates = lines.map((line) => ({ kind: line[0], value: line.slice(2) }) as SessionUpdate);
    this.#append("/base/sessions/s1", formatUpdates(updates));
  }

  /** What the model gets to see of an event; "" for silence. The client would take it. */
  async ask(type: HookType, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const view = await this.base.view();
    const event = { session_id: "s1", cwd: this.cwd, ...fields };
    const { outcome } = await runHook(type, event, {
      judgements: async () => this.events.judgements(),
      judge: claimedJudge,
      files: { ...FILES, readText: (path, ...more) => this.#lift(path) ?? FILES.readText(path, ...more) },
      knowledgeBase: "/base",
      events: this.events.writer,
      isTraced: this.isTraced,
      sources: this.sources,
      late: () => this.late(),
      now: this.now,
      sessions: new SessionStore(
        {
          readEnd: (path) => {
            const found = this.#disk.get(path);
            return found === undefined ? null : { ...found, size: Buffer.byteLength(found.text) };
          },
          append: (path, text) => this.isWritable && this.#append(path, text),
        },
        "/base",
        () => "terminal",
      ),
      directory: "/",
      view: () => (this.isReadable ? view : null),
      judged: () =>
        this.effectiveness.size === 0 ? undefined : (id) => this.effectiveness.get(view.document(id).snippet[0]),
      checkpoint: () => this.checkpoint,
      isLate: () => false,
      ...(this.shortener && { shortener: this.shortener }),
      ...(this.intercept && { intercept: this.intercept }),
      settings: () => ({
        ...SETTINGS,
        "economy.filters": this.economy,
        "economy.intercept": this.interception,
      }),
    });
    this.replacement = outcome.replacement;
    this.denial = outcome.denial;
    const answer = withoutIds(encodeAnswer(type, outcome.answer));
    if (answer === "" || type === "pre-compact") return answer;
    const { hookSpecificOutput } = JSON.parse(answer) as { hookSpecificOutput: Record<string, string> };
    expect(Object.keys(hookSpecificOutput)).toEqual(["hookEventName", "additionalContext"]);
    return hookSpecificOutput.additionalContext!;
  }

  /** Puts the state of `helix lift` into the knowledge base. */
  putLift(state: object): void {
    this.#disk.set("/base/lift.json", { text: JSON.stringify(state), modifiedMs: this.now });
  }

  #lift(path: string): string | null {
    return path === "/base/lift.json" ? (this.#disk.get(path)?.text ?? null) : null;
  }

  #append(path: string, text: string): boolean {
    this.#disk.set(path, { text: (this.#disk.get(path)?.text ?? "") + text, modifiedMs: this.now });
    return true;
  }
}

// The unlisted tool `hook`: a client with a running server calls it instead of starting a process. It runs the same
// hooks and gives the same answers. The client was seen to accept these results of a tool: one text block with JSON for
// the event, and `{}` for silence. It shows empty text as noise in somebody's prompt, and an error result as a failed
// hook. Only a compaction takes plain text, where `{}` would be read as text.
// Invariants:
// - Every call is answered at once with one of these results, whatever its arguments are.

import { readHookSettings } from "../../config/lean.ts";
import { judgedIn } from "../../events/judged-notes.ts";
import type { JudgementLog } from "../../events/judgement-log.ts";
import { EventWriter } from "../../events/log/event-writer.ts";
import { followedSession } from "../../events/session-memory.ts";
import type { SessionState } from "../../events/session-state.ts";
import { SessionStore } from "../../events/session-store.ts";
import { encodeAnswer } from "../../hooks/common/hook-answer.ts";
import { type HookType, hookType, PLUGIN_FIELD } from "../../hooks/common/hook-types.ts";
import type { HookSource } from "../../hooks/router/offer.ts";
import { type HookSurroundings, runHook } from "../../hooks/run-hook.ts";
import type { FoundProject } from "../../notes/projects/project.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import type { AppendedFiles, OpenableFiles } from "../../platform/appended-files.ts";
import { diskAppendedFiles } from "../../platform/disk-appended-files.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { RememberedFiles } from "../../platform/remembered-files.ts";
import { type Host, thisProcess } from "../host.ts";
import type { Judged, ProjectJudge } from "../project-judge.ts";
import { settingSources } from "../settings.ts";
import { timeoutScale } from "../timeout-scale.ts";
import { readCheckpoint } from "./checkpoint-reading.ts";
import { isTraced } from "./is-traced.ts";
import { keepOutcome } from "./keep.ts";
import { isInSettings } from "./settings-answer.ts";
import { sweepRecords } from "./sweep-records.ts";

/** The name that clients call. The tool is not listed, so it takes no room in any conversation. */
export const HOOK_TOOL = "hook";

/** When a hook answers with what it has found so far, in milliseconds. */
const LATE_MS = 100 * timeoutScale;
/** When what speaks beside the notes has to be done, in milliseconds. */
const SOURCES_MS = 80 * timeoutScale;
/** When an output has to be shortened, in milliseconds: well before hook-client.ts gives up waiting. */
const SHORTENED_MS = 400 * timeoutScale;
/** The longest output that is shortened, in bytes: 300 ms for redaction and filters. */
const SHORTENED_BYTES_MAX = 1_000_000;
const NOTHING = "{}";

export interface HookToolOptions {
  readonly base: KnowledgeBase;
  readonly judge: ProjectJudge;
  /** Where the server runs; left out: in this process. */
  readonly host?: Host;
  /** The directory in which the server was started; null when it no longer exists. */
  readonly directory: string | null;
  /** The session for which the server was started, if the client named it; "" otherwise. */
  readonly session: string;
  /** The files that hold the sessions; by default those on this machine's disk. */
  readonly sessions?: OpenableFiles;
  /** The files that hold events; by default those on this machine's disk. */
  readonly events?: AppendedFiles;
  /** What was judged of notes; left out: nothing. */
  readonly judgements?: Pick<JudgementLog, "forRanking">;
  /** What speaks beside the notes. */
  readonly sources?: readonly HookSource[];
  /** What answers calls of the client's tools from the index of the code. */
  readonly intercept?: HookSurroundings["intercept"];
}

export class HookTool {
  readonly #options: HookToolOptions;
  readonly #host: Host;
  readonly #sessions: SessionStore;
  readonly #events: EventWriter;
  #session: string;
  /** The session that calls this very server for its hooks; "" while none has. */
  #callers = "";

  constructor(options: HookToolOptions) {
    this.#options = options;
    this.#host = options.host ?? thisProcess;
    this.#session = options.session;
    this.#events = new EventWriter(options.events ?? diskAppendedFiles, options.base.directory, randomNoteId);
    this.#sessions = new SessionStore(
      new RememberedFiles(options.sessions ?? diskAppendedFiles),
      options.base.directory,
      () => `server-${process.pid}`,
      followedSession,
    );
  }

  /** The answer to a call, as the text of its one block. Does not throw. */
  async answer(values: Readonly<Record<string, unknown>>): Promise<string> {
    const type = typeof values.type === "string" ? hookType(values.type) : null;
    if (type === null) return NOTHING;
    if (values[PLUGIN_FIELD] !== undefined && this.#isInSettings(type)) return silenceOf(type);
    if (typeof values.session_id === "string" && values.session_id !== "") this.#callers = values.session_id;
    try {
      return (await this.say(type, values, this.#options.directory ?? "/")) || silenceOf(type);
    } catch {
      return silenceOf(type);
    }
  }

  /** The answer to an event that happened in or below `directory`; "" for silence. Throws when it cannot be found. */
  async say(type: HookType, values: Readonly<Record<string, unknown>>, directory: string): Promise<string> {
    const { base } = this.#options;
    const started = performance.now();
    const run = await runHook(type, values, {
      files: diskFiles,
      judge: (found) => this.#judge(found),
      sessions: this.#sessions,
      events: this.#events,
      isTraced,
      sources: this.#options.sources ?? [],
      judgements: async () => this.#options.judgements?.forRanking() ?? null,
      ...(this.#options.intercept && { intercept: this.#options.intercept }),
      late: () => new Promise((resolve) => void setTimeout(resolve, SOURCES_MS).unref()),
      settings: (root) => readHookSettings(settingSources(base.directory, root, this.#host)),
      knowledgeBase: base.directory,
      directory,
      now: base.clock(),
      view: () => base.readyView(),
      judged: (index) => judgedIn(index, this.#options.judgements)?.effectivenessOf,
      checkpoint: (project) => readCheckpoint(diskFileSystem, base.directory, project),
      isLate: () => performance.now() - started > LATE_MS,
      shortener: async () => {
        const { shortenHere } = await import("./output-shortener.ts");
        const time = {
          now: base.clock(),
          bytesMax: SHORTENED_BYTES_MAX,
          leftMs: () => started + SHORTENED_MS - performance.now(),
        };
        return (event, root) => shortenHere(base.directory, event, root, time);
      },
    });
    if (run.event.session !== "") this.#session = run.event.session;
    await keepOutcome(base, this.#sessions, run);
    // A server may live for weeks.
    if (type === "session") setImmediate(() => sweepRecords(base.directory, base.clock()));
    return encodeAnswer(type, run.outcome.answer, run.outcome);
  }

  /** Whether the settings of this server's client hold the hook themselves. */
  #isInSettings(type: HookType): boolean {
    return isInSettings(
      type,
      { environment: this.#host.environment, directory: this.#options.directory ?? "/" },
      diskFiles,
    );
  }

  #judge(found: FoundProject): Judged {
    const judged = this.#options.judge.judge(found);
    void this.#options.judge.note(found, judged.standing);
    return judged;
  }

  /**
   * The session of this server's client, as well as it is known: the one that calls it for its hooks, or that it was
   * started for, or that was heard of last. Events of other sessions come through the socket.
   */
  get ownSession(): string {
    return this.#callers || this.#options.session || this.#session;
  }

  /** The state of the session that was heard of last; null when there was none. */
  session(): SessionState | null {
    return this.#session === "" ? null : this.#sessions.load(this.#session, this.#options.base.clock()).state;
  }
}

function silenceOf(type: HookType): string {
  return type === "pre-compact" ? "" : NOTHING;
}

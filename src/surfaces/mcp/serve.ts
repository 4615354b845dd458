// The process of `helix serve`: connects the server to standard input and output, and ends when they end. Messages for
// people go to standard error.

import { messageOf } from "../../base/errors.ts";
import { loadMask } from "../../code/shown-code.ts";
import { readHookSettings } from "../../config/lean.ts";
import { LOCK_NAME } from "../../engine/log/write-lock.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import type { JudgementLog } from "../../events/judgement-log.ts";
import { SessionLog } from "../../events/session-log.ts";
import { CitedSymbols } from "../../features/code/cited-symbols.ts";
import type { Feature } from "../../features/common/feature.ts";
import { reloadFeature } from "../../features/reload/reload.ts";
import { loadTools } from "../../features/tools.ts";
import { codeSource } from "../../hooks/code/code-source.ts";
import type { HookCodePorts } from "../../hooks/code/hook-reading.ts";
import { interceptable } from "../../hooks/code/interceptable.ts";
import type { HookSurroundings } from "../../hooks/run-hook.ts";
import type { FoundProject } from "../../notes/projects/project.ts";
import { checkerFor } from "../../notes/sources/citation-for.ts";
import { SourceWatcher } from "../../notes/sources/source-watcher.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import type { NoteVectors } from "../../notes/store/note-vectors.ts";
import type { Author } from "../../notes/store/transaction-authors.ts";
import { sweepLeftovers, sweepOwnLeftovers } from "../../platform/leftovers.ts";
import { BackgroundEmbedding } from "../background-embedding.ts";
import { DiskCodeTrees, gitPorts } from "../code-trees.ts";
import { noteVectorsOf } from "../embedding.ts";
import { beforeEnd, endProcess } from "../ending.ts";
import { clientSession, currentDirectory, currentProject, openKnowledgeBase } from "../environment.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import { HookListener } from "../hooks/listener.ts";
import { sweepRecords } from "../hooks/sweep-records.ts";
import { HookTool } from "../hooks/tool.ts";
import { judgementLog } from "../judgement-log.ts";
import { outputAccess } from "../kept-outputs.ts";
import { ProjectHere, ProjectJudge } from "../project-judge.ts";
import { runningHelix } from "../running-helix.ts";
import { settingSources } from "../settings.ts";
import { goingOn, takeHandover } from "./handover.ts";
import { type Input, LineTransport, type TransportState } from "./line-transport.ts";
import { CALL_METHOD } from "./message-shape.ts";
import { createServer } from "./server.ts";
import type { WarmUp } from "./warm-up.ts";

/** How often a server checks whether its parent is still the one that started it, in milliseconds. */
const PARENT_CHECK_MS = 30_000;

/** The signals that ask a server to end. Without a handler it would end at once and leave its socket behind. */
const ENDING_SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** How often a server looks whether it is idle, in milliseconds, when it has something to do then. */
const IDLE_CHECK_MS = 10_000;

/** How long what hooks begin in the background waits, in milliseconds. */
const SOON_MS = 200;

/** When the index file is verified, in milliseconds after the client is ready. The client's first calls go first. */
const VERIFY_DELAY_MS = 5000;

/** Serves until the input ends or the parent is gone. `answered`: the part of the input that was answered already. */
export async function serve(directory: string, input: Input, answered: TransportState | null): Promise<void> {
  const warn = (error: unknown) => process.stderr.write(`helix: ${forTerminal(messageOf(error))}\n`);
  process.stderr.on("error", () => undefined);
  const author = () => ({ session: sessionName(session), project: caller.here.project?.keys ?? [] });
  const features = await loadTools();
  const base = openKnowledgeBase(directory, true, warn, author);
  const handover = takeHandover(base.directory);
  const running = runningHelix();
  const transport = new LineTransport(input, process.stdout, handover ?? answered);
  const judge = new ProjectJudge(base);
  const caller = callerOf(judge, base.directory, whenIdle(transport));
  const staleSources = new SourceWatcher({ base, checker: checkerFor(caller) });
  const session = sessionLog(base, handover);
  const goOnIn = goingOn({ base, transport, session, environment: running.environment, warn });
  const tools = [...features, reloadFeature({ ...running, goOnIn })];
  const judgements = judgementsOf(base, () => ({ ...author(), session: hooks.ownSession || sessionName(session) }));
  const hooks = hookTool(base, judge, caller, judgements);
  const server = createServer({
    base,
    ...caller,
    session,
    staleSources,
    hookSession: () => hooks.session(),
    outputs: outputAccess(base, () => ({ session: hooks.ownSession, project: author().project })),
    judgements,
    tools,
    hooks,
  });
  const warmUp = new IdleWarmUp(base, features, transport);
  const embedding = notesInBackground(base, caller.noteVectors);
  const asked = () => {
    staleSources.asked();
    warmUp.asked();
  };
  const listener = new HookListener(base.directory, hooks, asked);
  const isInUse = (view: KnowledgeView | null) => isKnowledgeBase(view) || caller.code.isUsed;
  const publish = (view: KnowledgeView | null) => (isInUse(view) ? listener.publish() : undefined);
  beforeEnd(() => listener.close());
  for (const part of [staleSources, embedding, caller.code, base]) beforeEnd(() => part.close());
  beforeEnd(() => sweepOwnLeftovers(base.directory));
  const end = () => endProcess(EXIT_DONE);
  server.onerror = warn;
  server.oninitialized = () => {
    // Opened now so that the first call does not wait; a call that needs the knowledge base reports what is wrong.
    base
      .view()
      .then(publish, () => undefined)
      .then(() => caller.here.settle(base))
      .then(() => warmUp.run())
      .then(() => loadCode(caller))
      .catch(warn);
    staleSources.start();
    sweep(base);
    setTimeout(() => base.verifyIndex().catch((error) => warn(messageOf(error))), VERIFY_DELAY_MS).unref();
  };
  transport.onended = end;
  transport.onread = () => [asked(), embedding.asked()];
  endOnSignals(end);
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
    if (isInUse(base.readyView())) listener.takeOver().catch(warn);
  }, PARENT_CHECK_MS).unref();
  await server.connect(transport);
  if (handover?.isInitialized) {
    publish(await base.view().catch(() => null));
    // The new build may list others, and does not know what the client was told about them.
    await Promise.all([server.sendToolListChanged(), server.sendResourceListChanged()]);
  }
}

/** What was done in the session so far; a new build that takes over goes on with it. */
function sessionLog(base: KnowledgeBase, handover: ReturnType<typeof takeHandover>): SessionLog {
  const { started, operations, count } = handover?.session ?? { started: base.clock(), operations: [], count: 0 };
  return new SessionLog(started, operations, count);
}

/** A server that no known session started has a name of its own. A new build that takes over has the same one. */
function sessionName({ started }: SessionLog): string {
  return clientSession() || `server-${process.pid}-${started}`;
}

function endOnSignals(end: () => void): void {
  for (const signal of ENDING_SIGNALS) process.on(signal, end);
  // A closed terminal sends this; whether the client is gone too, the end of the input tells.
  process.on("SIGHUP", () => undefined);
}

/** What was judged, for the assistant of the server's client. */
function judgementsOf(base: KnowledgeBase, author: () => Author): JudgementLog {
  return judgementLog(
    base,
    () => ({ ...author(), agent: "" }),
    async () => "assistant",
  );
}

/** Removes what processes that are gone have left. */
function sweep({ directory, clock }: KnowledgeBase): void {
  sweepRecords(directory, clock());
  sweepLeftovers(directory, LOCK_NAME);
}

/** The caller: the project, the directory in which the server was started, and the code around it. */
function callerOf(judge: ProjectJudge, knowledgeBase: string, idle: (work: () => void) => void) {
  const here = new ProjectHere(currentProject(), judge);
  const judgeProject = (found: FoundProject) => judge.judge(found).project;
  const code = new DiskCodeTrees(knowledgeBase, idle);
  return {
    project: here.project,
    directory: currentDirectory(),
    here,
    judgeProject,
    code,
    noteVectors: noteVectorsOf(knowledgeBase, currentProject()?.root ?? null),
    symbols: new CitedSymbols(code),
    git: gitPorts(knowledgeBase),
  };
}

/** Does something after a while, when nobody waits for an answer. */
function whenIdle(transport: LineTransport) {
  return (work: () => void): void => {
    const later = setInterval(() => {
      if (!transport.isQuiet || transport.isHeld) return;
      clearInterval(later);
      work();
    }, IDLE_CHECK_MS);
    later.unref();
  };
}

/** The hooks of this server, and what speaks to them beside the notes. */
function hookTool(
  base: KnowledgeBase,
  judge: ProjectJudge,
  { code, directory }: ReturnType<typeof callerOf>,
  judgements: JudgementLog,
): HookTool {
  const contextAt = (root: string) => readHookSettings(settingSources(base.directory, root))["code.context"];
  const ports: HookCodePorts = { trees: code, clock: base.clock, whenIdle: soon, contextAt };
  const intercept: NonNullable<HookSurroundings["intercept"]> = (type, event) => {
    const asked = interceptable(type, event);
    if (asked === null) return null;
    return async (place) => {
      const { intercepted } = await import("../../hooks/code/intercepted.ts");
      const { isInActiveDelta } = await import("../../plan/decision/active-delta.ts");
      const { diskOnceFiles } = await import("../../platform/disk-once-files.ts");
      const isActive = (path: string) => isInActiveDelta(diskOnceFiles, base.directory, path);
      return intercepted({ ...ports, isInActiveDelta: isActive }, asked, event, place);
    };
  };
  const session = clientSession();
  return new HookTool({ base, judge, directory, session, judgements, sources: [codeSource(ports)], intercept });
}

/** Embeds notes that are new, after something was asked; as long as nothing is, there is nothing to do. */
function notesInBackground(base: KnowledgeBase, noteVectors: () => NoteVectors | null): BackgroundEmbedding {
  let last: { readonly log: object | null; readonly end: number; readonly vectors: NoteVectors } | null = null;
  return new BackgroundEmbedding(async (signal) => {
    const vectors = noteVectors();
    if (vectors === null) return;
    const { logIdentity: log, logBytes: end } = await base.view();
    if (log === null || (last?.log === log && last.end === end && last.vectors === vectors)) return;
    const ports = { mask: await loadMask(), signal, takeTurn: takingTurns({ signal }) };
    if ((await vectors.embedMissing(() => base.view(), ports)) === "done") last = { log, end, vectors };
  });
}

/** Loads the index of the code around the server, where one is kept, so that the first prompt need not wait for it. */
async function loadCode({ code, directory }: ReturnType<typeof callerOf>): Promise<void> {
  if (directory !== null && code.kept(directory) !== null) await code.open(directory, false).source.glance();
}

/** Does something a moment later, when what is being answered now is answered. */
function soon(work: () => void): void {
  setTimeout(work, SOON_MS).unref();
}

/** The warm-up of a server. Its code is loaded when it begins, so that no first call waits for the loading. */
class IdleWarmUp {
  readonly #base: KnowledgeBase;
  readonly #features: readonly Feature[];
  readonly #transport: LineTransport;
  #warmUp: WarmUp | null = null;
  #hasBegun = false;

  constructor(base: KnowledgeBase, features: readonly Feature[], transport: LineTransport) {
    this.#base = base;
    this.#features = features;
    this.#transport = transport;
  }

  asked(): void {
    this.#warmUp?.asked();
  }

  /** Runs the warm-up once, although a client may say twice that it is ready. */
  async run(): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const [{ WarmUp }, { warmUpSteps }] = await Promise.all([import("./warm-up.ts"), import("./warm-up-steps.ts")]);
    const transport = this.#transport;
    const rehearse = (name: string, values: object) => transport.rehearse(CALL_METHOD, { name, arguments: values });
    const isAsked = () => !transport.isQuiet || transport.isHeld;
    this.#warmUp = new WarmUp({
      steps: warmUpSteps({ base: this.#base, features: this.#features, rehearse }),
      isAsked,
    });
    await this.#warmUp.run();
  }
}

/** Whether the directory has a log that helix can use. helix puts nothing into any other directory. */
function isKnowledgeBase(view: KnowledgeView | null): boolean {
  return view !== null && view.logIdentity !== null;
}

// The process of `helix serve`: connects the server to standard input and output, and ends when they end. Messages for
// people go to standard error.

import { messageOf } from "../../base/errors.ts";
import { loadMask } from "../../code/shown-code.ts";
import { LOCK_NAME } from "../../engine/log/write-lock.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { SessionLog } from "../../events/session-log.ts";
import type { Feature } from "../../features/common/feature.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import type { NoteVectors } from "../../notes/store/note-vectors.ts";
import { sweepLeftovers, sweepOwnLeftovers } from "../../platform/leftovers.ts";
import { BackgroundEmbedding } from "../background-embedding.ts";
import { beforeEnd, endProcess } from "../ending.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import { HookListener } from "../hooks/listener.ts";
import { sweepRecords } from "../hooks/sweep-records.ts";
import { thisProcess } from "../host.ts";
import { type Assembly, assemble } from "./assemble.ts";
import { goingOn, takeHandover } from "./handover.ts";
import { type Input, LineTransport, type TransportState } from "./line-transport.ts";
import { CALL_METHOD } from "./message-shape.ts";
import type { WarmUp } from "./warm-up.ts";

/** How often a server checks whether its parent is still the one that started it, in milliseconds. */
const PARENT_CHECK_MS = 30_000;

/** The signals that ask a server to end. Without a handler it would end at once and leave its socket behind. */
const ENDING_SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** How often a server looks whether it is idle, in milliseconds, when it has something to do then. */
const IDLE_CHECK_MS = 10_000;

/** When the index file is verified, in milliseconds after the client is ready. The client's first calls go first. */
const VERIFY_DELAY_MS = 5000;

/** Serves until the input ends or the parent is gone. `answered`: the part of the input that was answered already. */
export async function serve(directory: string, input: Input, answered: TransportState | null): Promise<void> {
  const warn = (error: unknown) => process.stderr.write(`helix: ${forTerminal(messageOf(error))}\n`);
  process.stderr.on("error", () => undefined);
  const handover = takeHandover(directory);
  const transport = new LineTransport(input, process.stdout, handover ?? answered);
  const { base, caller, features, hooks, server, staleSources } = await assemble({
    directory,
    host: thisProcess,
    warn,
    whenIdle: whenIdle(transport),
    session: (clock) => sessionLog(clock, handover),
    // A new build that takes over has the same one.
    name: ({ started }) => `server-${process.pid}-${started}`,
    goOnIn: (base, session, { environment }) => goingOn({ base, transport, session, environment, warn }),
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
function sessionLog(clock: () => number, handover: ReturnType<typeof takeHandover>): SessionLog {
  const { started, operations, count } = handover?.session ?? { started: clock(), operations: [], count: 0 };
  return new SessionLog(started, operations, count);
}

function endOnSignals(end: () => void): void {
  for (const signal of ENDING_SIGNALS) process.on(signal, end);
  // A closed terminal sends this; whether the client is gone too, the end of the input tells.
  process.on("SIGHUP", () => undefined);
}

/** Removes what processes that are gone have left. */
function sweep({ directory, clock }: KnowledgeBase): void {
  sweepRecords(directory, clock());
  sweepLeftovers(directory, LOCK_NAME);
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
async function loadCode({ code, directory }: Assembly["caller"]): Promise<void> {
  if (directory !== null && code.kept(directory) !== null) await code.open(directory, false).source.glance();
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

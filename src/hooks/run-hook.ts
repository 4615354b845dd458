// Runs a hook: makes the hook's input, and updates the session's file and the event log afterwards. Both transports come
// through here.
// Invariants:
// - Nothing here throws. An error inside of a hook becomes silence.

import { pathFrom } from "../base/path-names.ts";
import type { HookSettings } from "../config/lean.ts";
import { isWithheld, type LiftKind, type LiftState, readLift } from "../events/lift.ts";
import type { NewEvent } from "../events/log/event-types.ts";
import type { EventWriter } from "../events/log/event-writer.ts";
import type { Judgements } from "../events/log/judgements.ts";
import { injection, type SessionUpdate } from "../events/session-state.ts";
import type { SessionStore } from "../events/session-store.ts";
import { findProject, type Project } from "../notes/projects/project.ts";
import { approveMcp } from "./approval/approve-mcp.ts";
import type { Interception } from "./code/intercepted.ts";
import { SILENCE } from "./common/hook-answer.ts";
import type { HookContext, HookHandler, HookOutcome } from "./common/hook-context.ts";
import { type HookEvent, parseHookEvent, textOf } from "./common/hook-event.ts";
import { HookTrace } from "./common/hook-trace.ts";
import type { HookType } from "./common/hook-types.ts";
import { projectAround } from "./common/session-place.ts";
import { isEdit, isOfSigns, maySeeSigns, shownAt } from "./lessons/shown-at.ts";
import { mayBeShortened } from "./outputs/looked-at.ts";
import type { OutputOutcome } from "./outputs/shorten-output.ts";
import type { HookSource, Offers } from "./router/offer.ts";
import type { Router } from "./router/router.ts";

/** The surroundings of a hook, which are the same for all events of a process. */
export interface HookSurroundings extends Pick<HookContext, "files" | "judge" | "now" | "view" | "judged" | "isLate"> {
  readonly sessions: SessionStore;
  readonly events: EventWriter;
  /** Whether the event log gets all that hooks consider (`HELIX_TRACE`). */
  readonly isTraced: boolean;
  /** What the settings let hooks say in a project; left out: everything. */
  readonly settings?: (root: string | null) => HookSettings;
  /** What was judged of notes, read when lessons speak; left out, or null: nothing is known of that. */
  readonly judgements?: () => Promise<Judgements | null>;
  /** What speaks beside the notes: the code, the plan. None in a process that lives for one event. */
  readonly sources?: readonly HookSource[];
  /** Resolves when the sources have to be done. */
  readonly late?: () => Promise<void>;
  /** Of a process that has no sources: whether a server would have had the code of the project at `root` to tell of. */
  readonly lacksCode?: (root: string) => boolean;
  /** The directory of the knowledge base, where there is one on the disk. */
  readonly knowledgeBase?: string;
  /** Loads what shortens the output of an event in the project at `root`; left out: outputs stay as they are. */
  readonly shortener?: () => Promise<(event: HookEvent, root: string | null) => Promise<OutputOutcome>>;
  /**
   * Answers a call of the client's tools from the index of the code, in a directory; null for a call that is none of
   * those. Left out: all calls pass.
   */
  readonly intercept?: (
    type: HookType,
    event: HookEvent,
  ) => ((directory: string) => Promise<Interception | null>) | null;
  /** The directory that relative working directories start from. */
  readonly directory: string;
  checkpoint(project: Project | null): ReturnType<HookContext["checkpoint"]>;
}

/** The loader of each handler. A process sees one event in its life, so it loads only the handler that it needs. */
const HANDLERS: Readonly<Record<HookType, () => HookHandler | Promise<HookHandler>>> = {
  session: async () => (await import("./session/session.ts")).session,
  prompt: async () => (await import("./prompt/prompt.ts")).prompt,
  ambient: async () => (await import("./ambient/ambient.ts")).ambient,
  "post-build": async () => (await import("./post-build/post-build.ts")).postBuild,
  "error-context": async () => (await import("./post-build/error-context.ts")).errorContext,
  "pre-compact": async () => (await import("./session/pre-compact.ts")).preCompact,
  stop: async () => (await import("./session/stop.ts")).stop,
  subagent: async () => (await import("./session/subagent.ts")).subagent,
  "approve-mcp": () => approveMcp,
};

/** Handlers that were loaded already: a server sees many events. */
const loaded = new Map<HookType, HookHandler>();

/** Loads the handler for an event. A process calls this while it loads other things. */
export async function prepareHook(type: HookType, raw: unknown): Promise<void> {
  await load(type, parseHookEvent(raw));
}

async function load(type: HookType, { toolName, toolInput }: HookEvent): Promise<HookHandler> {
  // Most commands build nothing. The parser of command lines takes longer to load than all else.
  if (type === "post-build" && toolName === "Bash") {
    const { mayRun } = await import("./runs/may-run.ts");
    if (!mayRun(textOf(toolInput, "command"))) return (await import("./post-build/other-command.ts")).otherCommand;
  }
  const handler = await HANDLERS[type]();
  loaded.set(type, handler);
  return handler;
}

/** The hooks that look for notes on an event. Whenever they are silent, somebody may want to know why. */
const LOOKING: readonly HookType[] = ["prompt", "ambient", "post-build", "error-context"];

/** The outcome for an output of a session that goes without shorter outputs. */
const WITHOUT_FILTERS: OutputOutcome = { replacement: null, why: "lift" };

const NOTHING: HookOutcome = { answer: SILENCE, updates: [] };
const NONE: ReadonlySet<string> = new Set();

/** The parsed event, the project in which it happened, and its outcome. */
export interface HookRun {
  readonly event: HookEvent;
  readonly project: Project | null;
  readonly outcome: HookOutcome;
}

/** Runs the hook for an event. When the promise resolves, the session's file has the updates. */
export async function runHook(type: HookType, raw: unknown, surroundings: HookSurroundings): Promise<HookRun> {
  const event = parseHookEvent(raw);
  try {
    // This hook needs no session and changes none.
    if (type === "approve-mcp") return { event, project: null, outcome: approveMcp({ event }) };
    const handler = loaded.get(type) ?? (await load(type, event));
    const withholds = withholding(event, surroundings);
    const output = await outputOf(type, event, surroundings, withholds);
    const instead = await insteadOf(type, event, surroundings, withholds);
    const lessons = await lessonsFor(type, event, surroundings);
    const signs = await signsFor(type, event, surroundings);
    const records = await recordsFor(type, event, surroundings);
    const call = { handler, event, output, instead, lessons, signs, records, withholds };
    return answerWith(type, call, surroundings, await routed(type, event, surroundings, lessons !== null));
  } catch {
    return { event, project: null, outcome: NOTHING };
  }
}

/** Says whether the session of an event goes without a kind of help. The state is read when that is first asked. */
function withholding({ session }: HookEvent, { files, knowledgeBase }: HookSurroundings): HookContext["withholds"] {
  let state: LiftState | null | undefined;
  return (kind: LiftKind) => {
    if (state === undefined) state = knowledgeBase === undefined ? null : readLift(files, knowledgeBase);
    return isWithheld(state, session, kind);
  };
}

/** What lessons say to an event. */
type Lessons = (context: HookContext) => Offers | null;

type LessonSource = typeof import("./lessons/lessons.ts")["lessonOffers"];

/** What was loaded already: a server sees many events. */
let lessonSource: LessonSource | undefined;

/** Loads what speaks of lessons, where there may be anything to speak of; else null. */
async function lessonsFor(type: HookType, event: HookEvent, around: HookSurroundings): Promise<Lessons | null> {
  if (!isEdit(type, event) && type !== "prompt" && type !== "subagent") return null;
  const view = around.view();
  if (view === null) return null;
  const areThere = (await import("./lessons/lesson-scope.ts")).hasLessons(view.index);
  if (!areThere && (type !== "prompt" || (lessonSource === undefined && !mayBeSeen(type, event, around)))) return null;
  lessonSource ??= (await import("./lessons/lessons.ts")).lessonOffers;
  const judgements = areThere ? ((await around.judgements?.().catch(() => null)) ?? null) : null;
  return (context) => lessonSource?.(type, context, judgements) ?? null;
}

function mayBeSeen(type: HookType, event: HookEvent, { sessions, now }: HookSurroundings): boolean {
  return maySeeSigns(type, event, sessions.load(event.session, now).state);
}

type Records = NonNullable<HookContext["recordOf"]>;

/** Loads the records of lessons for an event at which something may have failed; null where there are none. */
async function recordsFor(type: HookType, event: HookEvent, around: HookSurroundings): Promise<Records | null> {
  if (event.toolName !== "Bash" || (type !== "error-context" && type !== "post-build")) return null;
  const view = around.view();
  if (view === null || !(await import("./lessons/lesson-scope.ts")).hasLessons(view.index)) return null;
  const { mayRun } = await import("./runs/may-run.ts");
  if (type === "post-build" && !mayRun(textOf(event.toolInput, "command"))) return null;
  const { lessonRecords } = await import("./lessons/lesson-records.ts");
  return lessonRecords(view.index, (await around.judgements?.().catch(() => null)) ?? null);
}

/** What sees signs for and against notes that were shown. */
type Signs = typeof import("./lessons/signs.ts")["sawSigns"];

let sawSigns: Signs | undefined;

/** Loads it, where there may be any; else null. */
async function signsFor(type: HookType, event: HookEvent, around: HookSurroundings): Promise<Signs | null> {
  if (!isOfSigns(type, event)) return null;
  if (sawSigns === undefined && mayBeSeen(type, event, around))
    sawSigns = (await import("./lessons/signs.ts")).sawSigns;
  return sawSigns ?? null;
}

/** Makes the router of an event, when the other sources have said what they have to say; null where there are none. */
type Routing = ((part: Pick<HookContext, "memory" | "trace" | "withholds">, lessons: Offers | null) => Router) | null;

/** From its end on nothing is awaited, so that no other event of the process comes in between. */
async function routed(
  type: HookType,
  event: HookEvent,
  surroundings: HookSurroundings,
  hasLessons: boolean,
): Promise<Routing> {
  const { sources = [], late = async () => undefined, now } = surroundings;
  if (sources.length === 0 && !hasLessons) return null;
  const { gather, Router } = await import("./router/router.ts");
  const asked = { type, event, directory: pathFrom(surroundings.directory, event.cwd), now };
  const gathered = await gather(sources, asked, late);
  return (part, lessons) => {
    const all = lessons === null ? gathered : new Map([["lessons" as const, lessons], ...gathered]);
    return new Router(type, all, { ...part, agent: event.agent });
  };
}

/** What becomes of the output of a command; null where nobody looks at it. Its hook sees the output as it was. */
async function outputOf(
  type: HookType,
  event: HookEvent,
  around: HookSurroundings,
  withholds: HookContext["withholds"],
): Promise<OutputOutcome | null> {
  const { shortener, settings, files, directory } = around;
  if (shortener === undefined || settings === undefined || !mayBeShortened(type, event)) return null;
  try {
    const root = findProject(pathFrom(directory, event.cwd), files)?.root ?? null;
    if (settings(root)["economy.filters"] === "off") return null;
    if (withholds("filters")) return WITHOUT_FILTERS;
    const shorten = await shortener();
    return await shorten(event, root);
  } catch {
    return null;
  }
}

/** What the assistant may read instead of what its call would show; null: the call passes. */
async function insteadOf(
  type: HookType,
  event: HookEvent,
  around: HookSurroundings,
  withholds: HookContext["withholds"],
): Promise<Interception | null> {
  const { intercept, settings, late, files, directory } = around;
  if (intercept === undefined || late === undefined || settings === undefined) return null;
  const answer = intercept(type, event);
  if (answer === null) return null;
  const place = pathFrom(directory, event.cwd);
  const { "economy.intercept": isOn, "code.index": index } = settings(findProject(place, files)?.root ?? null);
  if (isOn === "off" || index === "off" || withholds("filters")) return null;
  return Promise.race([answer(place), late().then(() => null)]);
}

/** An event with what is known before its hook is called. */
interface HookCall {
  readonly handler: HookHandler;
  readonly event: HookEvent;
  readonly output: OutputOutcome | null;
  readonly instead: Interception | null;
  readonly lessons: Lessons | null;
  readonly signs: Signs | null;
  readonly records: Records | null;
  readonly withholds: HookContext["withholds"];
}

/** What is known of an event before its hook is called. */
interface KnownAtEvent extends Pick<HookContext, "memory" | "project" | "trace" | "isEconomical"> {
  /** What has been said so far. */
  readonly router: () => Router | null;
}

function contextOf(
  { event, records, withholds }: HookCall,
  around: HookSurroundings,
  known: KnownAtEvent,
): HookContext {
  const { router, memory, project } = known;
  return {
    ...known,
    event,
    withholds,
    get room() {
      return router()?.room ?? Number.POSITIVE_INFINITY;
    },
    get said() {
      return router()?.notes ?? NONE;
    },
    get session() {
      return memory.state;
    },
    knowledgeBase: around.knowledgeBase,
    files: around.files,
    judge: around.judge,
    now: around.now,
    view: () => around.view(),
    judged: (index) => around.judged?.(index),
    recordOf: (id) => records?.(id) ?? "",
    checkpoint: () => around.checkpoint(project),
    isLate: () => around.isLate(),
  };
}

function answerWith(type: HookType, call: HookCall, surroundings: HookSurroundings, routing: Routing): HookRun {
  const { handler, event, output, instead, lessons, signs, withholds } = call;
  const { now, sessions } = surroundings;
  const memory = sessions.load(event.session, now, event.source === "resume");
  const { project, update } = projectAround(pathFrom(surroundings.directory, event.cwd), memory, surroundings);
  const trace = new HookTrace(surroundings.isTraced);
  if (!LOOKING.includes(type)) trace.silent("aside");
  if (type === "prompt" && project !== null && surroundings.lacksCode?.(project.root)) {
    trace.holdOffer("code", "", "alone");
  }
  let router: Router | null = null;
  const settings = surroundings.settings?.(project?.root ?? null);
  const isEconomical = settings?.["economy.filters"] === "on";
  const context = contextOf(call, surroundings, { memory, project, trace, isEconomical, router: () => router });
  router = routing?.({ memory, trace, withholds }, lessons?.(context) ?? null) ?? null;
  const said = handler(context);
  const signals = (maySeeSigns(type, event, memory.state) && signs?.(type, context, said)) || [];
  const isQuiet = settings?.["hooks.speak"] === "off";
  if (isQuiet) trace.silent("off");
  const outcome = isQuiet ? { ...said, answer: SILENCE } : (router?.complete(said) ?? said);
  if (output?.replacement) trace.saw(output.event);
  else if (output === WITHOUT_FILTERS) trace.holdOffer("output", "", "lift");
  else if (output) trace.holdOffer("output", output.why, "whole");
  const denied = !isQuiet && instead !== null && !memory.wasInjected(instead.key, event.agent) ? instead : null;
  if (denied !== null) trace.showOffer("code", denied.name);
  if (denied?.event) trace.saw(denied.event);
  const repeated = !isQuiet && denied === null ? repeatedCall(instead, memory, event.agent) : null;
  if (repeated !== null) trace.saw(repeated.event);
  const called = [denied?.key ?? repeated?.key ?? []].flat().map((key) => injection(key, event.agent));
  const shown = shownAt(type, context, outcome.answer.kind === "silence");
  const news = memory.news([...outcome.updates, ...called, ...signals, ...shown]);
  const updates = [update ?? [], news].flat();
  const isSaid = sessions.append(event.session, updates, memory) || isSaidOnce(type, event);
  if (!isSaid) trace.silent("unkept");
  const isSilent = !isSaid || (outcome.answer.kind === "silence" && denied === null);
  const head = { at: now, session: event.session, agent: event.agent, project: project?.keys ?? [] };
  surroundings.events.append(head, [...eventsOf(updates), ...trace.events(type, isSilent)]);
  return {
    event,
    project,
    outcome: {
      ...(isSaid ? { ...outcome, denial: denied?.reason } : NOTHING),
      replacement: output?.replacement ?? undefined,
    },
  };
}

/**
 * The first time that a call passes because it was answered otherwise before: then all of what was spared is shown after
 * all. Null for any other call.
 */
function repeatedCall(instead: Interception | null, memory: HookContext["memory"], agent: string) {
  const key = `${instead?.key}-again`;
  if (instead?.event?.type !== "filter" || memory.wasInjected(key, agent)) return null;
  return { key, event: { type: "fetched", key: instead.key, bytes: instead.event.before } as const };
}

/** What the updates of a session tell beyond it: runs and edits. */
function eventsOf(updates: readonly SessionUpdate[]): NewEvent[] {
  return updates.flatMap(({ kind, value }): NewEvent[] => {
    if (kind === "+" || kind === "-") return [{ type: "run", run: value, ok: kind === "+" }];
    if (kind === "e") return [{ type: "edit", file: value }];
    return kind === "u" ? [{ type: "edit", file: value, undone: true }] : [];
  });
}

/**
 * Whether this hook speaks only once by its nature. Any other hook stays silent when the session cannot be remembered,
 * because it would repeat itself again and again.
 */
function isSaidOnce(type: HookType, { source }: HookEvent): boolean {
  return type === "subagent" || type === "pre-compact" || (type === "session" && source !== "resume");
}

// What was judged of notes, for one caller: reads the judgements, writes acts of assistants and people into the event
// log, and says what a session was shown.
// Invariants:
// - An act is on the disk when `write` returns.
// - Judgements are read from the log, so that what other processes wrote counts, too.

import { orNull } from "../base/errors.ts";
import { committed } from "../platform/commits.ts";
import { orIoError } from "../platform/told-failure.ts";
import { type Fold, type Folded, foldEvents, KeptFold, WORTH_BYTES } from "./log/event-fold.ts";
import { encodeEvents } from "./log/event-line.ts";
import type { EventLog, LogEnd } from "./log/event-log.ts";
import type { EventType, LoggedEvent, NewEvent } from "./log/event-types.ts";
import { type Judgements, judgements } from "./log/judgements.ts";

/** How much of the log's end is looked through for what one session saw, in bytes. */
const LOOKED_THROUGH_BYTES = 8 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How many ids are remembered that answers of this process showed. */
const ANSWERED_MAX = 4000;
/** The tools whose answers show notes that may be judged then. */
export const SHOWING_TOOLS: readonly string[] = ["search", "brief", "read"];
/** How many ids one event names; an event is one line. */
const NAMED_MAX = 1000;

/** An assistant through one of helix's tools, or a person at a terminal. */
export type Actor = "assistant" | "person";

/** For whom something is done. */
export interface Acting {
  /** The client's session; "" where it is not known. */
  readonly session: string;
  readonly agent: string;
  /** The keys of the project. */
  readonly project: readonly string[];
}

/** What a session was shown. */
export interface ShownToSession {
  /** Ids of notes that hooks or answers showed, those that were used among them. */
  readonly shown: ReadonlySet<string>;
  /** Ids of notes that were used without anybody's claim, with the place of the last time among the session's events. */
  readonly used: ReadonlyMap<string, number>;
  /** What an assistant has judged in this session, the oldest first, each with its place. */
  readonly judged: readonly { readonly event: EventOf<"feedback">; readonly place: number }[];
  /** The tasks that were tried in this session, with the place of the last time. */
  readonly tried: ReadonlyMap<string, number>;
  /** How much of the log was looked through, in bytes, where that was not all of it; null for all. */
  readonly boundBytes: number | null;
}

/** An event of a type. */
export type EventOf<Type extends EventType> = Extract<LoggedEvent, { readonly type: Type }>;

/** What was read of the end of the log. */
export interface RecentEvents<Event> {
  /** The oldest first. */
  readonly events: readonly Event[];
  /** How much of the log was looked through, in bytes, where that was not all of it; null for all. */
  readonly boundBytes: number | null;
}

export interface JudgementLogOptions {
  readonly log: EventLog;
  readonly clock: () => number;
  readonly newId: () => string;
  /** For whom something is done now. */
  readonly acting: () => Acting;
  /** Who does it. */
  readonly actor: () => Promise<Actor>;
  /** How much of the log's end is looked through, in bytes. */
  readonly lookedThrough?: number;
}

export class JudgementLog {
  readonly #options: JudgementLogOptions;
  readonly #kept: KeptFold<Judgements>;
  /** Where the log ended when it was read for ranking, and what it said then. */
  #end: LogEnd | null = null;
  #ranking: Judgements | null = null;
  /** Ids that answers of this process showed to the session. */
  readonly #answered = new Set<string>();
  #answeredTo = "";

  constructor(options: JudgementLogOptions) {
    this.#options = options;
    this.#kept = new KeptFold(options.log, judgements);
  }

  /** The log of all events. */
  get log(): EventLog {
    return this.#options.log;
  }

  /** For whom something is done now. */
  get acting(): Acting {
    return this.#options.acting();
  }

  /** The same log for somebody else, e.g. for the subagent that a call was made by. */
  actingAs(acting: Acting): JudgementLog {
    return new JudgementLog({ ...this.#options, acting: () => acting });
  }

  /** Who does it. On the command line, finding out takes a moment. */
  actor(): Promise<Actor> {
    return this.#options.actor();
  }

  /** All judgements and relations. They change with the next reading. Throws IO. */
  read(): Judgements {
    return this.#kept.read().state;
  }

  /**
   * The same for callers that only rank by them. Where nothing was judged since they asked last, hardly anything is read.
   * Null where it cannot be read.
   */
  forRanking(): Judgements | null {
    const { log } = this.#options;
    try {
      const same = this.#end === null ? null : log.endWithout(judgements.types ?? [], this.#end);
      // The end before the reading: what is appended in between is looked at the next time.
      this.#end = same ?? log.end();
      if (same === null || this.#ranking === null) this.#ranking = this.read();
      return this.#ranking;
    } catch {
      return null;
    }
  }

  /** What all events add up to by another fold. Throws IO. */
  folded<State>(fold: Fold<State>): State {
    return this.foldedWhole(fold).state;
  }

  /** The same, with how many of the lines that it takes are damaged. Throws IO. */
  foldedWhole<State>(fold: Fold<State>): Folded<State> {
    return foldEvents(this.#options.log, fold, WORTH_BYTES);
  }

  /**
   * Writes acts of the caller, for a `project` by its keys; at `notBefore` where the clock says less, in milliseconds
   * since 1970. They are on the disk when it returns. Throws IO.
   */
  write(events: readonly NewEvent[], project = this.acting.project, notBefore = 0): void {
    if (events.length === 0) return;
    const lines = this.#encode(events, project, notBefore);
    orIoError("the event log cannot be written", () => this.#options.log.append(lines, true));
    committed("record");
  }

  /** Records what was observed. It is not waited for, and left out where it cannot be written. */
  observe(events: readonly NewEvent[]): void {
    for (const event of events) if (event.type === "shown") this.#remember(event.notes);
    const lines = this.#encode(events);
    orNull(() => this.#options.log.append(lines));
  }

  #encode(events: readonly NewEvent[], project = this.acting.project, notBefore = 0): string {
    const { clock, newId } = this.#options;
    return encodeEvents({ ...this.acting, project, at: Math.max(clock(), notBefore) }, events, newId);
  }

  /**
   * Remembers notes that an answer of a tool showed to the session. What is new to it is recorded, so that other processes
   * and a server that begins anew know it.
   */
  answered(by: string, ids: Iterable<string>): void {
    const fresh = this.#remember(ids).slice(0, NAMED_MAX);
    if (fresh.length > 0 && this.acting.session !== "") this.observe([{ type: "answered", by, notes: fresh }]);
  }

  /** Returns those that are new to the session. */
  #remember(ids: Iterable<string>): string[] {
    const { session } = this.acting;
    // What came before the session had a name was shown to it, too.
    if (session !== this.#answeredTo && this.#answeredTo !== "") this.#answered.clear();
    this.#answeredTo = session;
    const fresh: string[] = [];
    for (const id of ids) {
      if (this.#answered.has(id) || this.#answered.size >= ANSWERED_MAX) continue;
      this.#answered.add(id);
      fresh.push(id);
    }
    return fresh;
  }

  /** Which notes a session was shown, and what came of them in it. Throws IO. */
  shownTo(session: string): ShownToSession {
    const isOwn = session === this.acting.session && (this.#answeredTo === "" || this.#answeredTo === session);
    const shown = new Set(isOwn ? this.#answered : []);
    const used = new Map<string, number>();
    const judged: ShownToSession["judged"][number][] = [];
    const tried = new Map<string, number>();
    const { events, boundBytes } = this.recent<"shown" | "answered" | "used" | "feedback" | "attempt">(
      ["shown", "answered", "used", "feedback", "attempt"],
      (event) => event.session === session,
    );
    // What is done without a session counts by the day.
    const since = session === "" ? this.#options.clock() - DAY_MS : 0;
    for (const [place, event] of events.entries()) {
      if (event.type === "attempt") tried.set(event.task, place);
      else if (event.type === "feedback") {
        if (event.by === "assistant" && event.at > since) judged.push({ event, place });
      } else {
        for (const id of event.notes) {
          shown.add(id);
          if (event.type === "used") used.set(id, place);
        }
      }
    }
    return { shown, used, judged, tried, boundBytes };
  }

  /** The trials of a task, the oldest first. Throws IO. */
  attempts(task: string): RecentEvents<EventOf<"attempt">> {
    return this.recent(["attempt"], (event) => event.task === task);
  }

  /** Events of some types from the end of the log that `accepts` takes. Throws IO. */
  recent<Type extends EventType>(
    types: readonly Type[],
    accepts: (event: EventOf<Type>) => boolean,
  ): RecentEvents<EventOf<Type>> {
    return orIoError("the event log cannot be read", () => this.#recent(types, accepts));
  }

  #recent<Type extends EventType>(
    types: readonly Type[],
    accepts: (event: EventOf<Type>) => boolean,
  ): RecentEvents<EventOf<Type>> {
    const { log, lookedThrough = LOOKED_THROUGH_BYTES } = this.#options;
    const isWanted = (event: LoggedEvent): event is EventOf<Type> => types.some((type) => type === event.type);
    const parts: EventOf<Type>[][] = [];
    let left = lookedThrough;
    let isCut = false;
    for (const segment of log.segments().reverse()) {
      if (left <= 0) {
        isCut = true;
        break;
      }
      const from = Math.max(0, segment.size - left);
      isCut = from > 0;
      const found: EventOf<Type>[] = [];
      const event = (each: LoggedEvent) => void (isWanted(each) && accepts(each) && found.push(each));
      log.readSegment(segment, { event, types }, from);
      parts.unshift(found);
      left -= segment.size - from;
    }
    return { events: parts.flat(), boundBytes: isCut ? lookedThrough : null };
  }
}

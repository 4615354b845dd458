// Decides what of all sources is said to one event: one budget, one memory of what the conversation was told, the most
// valuable first. Notes are listed by the event's own hook, in the room that the router leaves them.
// Invariants:
// - An answer has at most as many bytes as its type of event may have.
// - What was said once is not said again in that conversation, whichever source has it. A note comes once more at each
//   place that it is about.

import type { LiftKind } from "../../events/lift.ts";
import type { Reason } from "../../events/log/event-types.ts";
import type { SessionMemory } from "../../events/session-memory.ts";
import { fileKey, injection, type SessionUpdate } from "../../events/session-state.ts";
import { type HookAnswer, SILENCE } from "../common/hook-answer.ts";
import type { HookOutcome } from "../common/hook-context.ts";
import type { HookTrace } from "../common/hook-trace.ts";
import type { HookType } from "../common/hook-types.ts";
import {
  type HookSource,
  type Offer,
  type OfferedEvent,
  type OfferedNote,
  type Offers,
  SOURCE_NAMES,
  type SourceName,
} from "./offer.ts";

/** The most that an answer says, in bytes: 700 tokens. The beginning of a session has a summary with bounds of its own. */
export const ANSWER_BYTES_MAX = 2800;
const SESSION_BYTES_MAX = 9000;
/** The most that each source says, in bytes. */
const SOURCE_BYTES_MAX: Readonly<Record<SourceName, number>> = { plan: 600, lessons: 800, code: 800 };
/** Those whose text stands before the notes. */
const BEFORE_NOTES: readonly SourceName[] = ["plan", "lessons"];
/** The types of events to which other sources than the notes speak. */
const ROUTED: ReadonlySet<HookType> = new Set<HookType>([
  "session",
  "prompt",
  "ambient",
  "post-build",
  "error-context",
  "subagent",
]);
/** The client submits what it has to tell in the user's place. */
const OF_THE_CLIENT = /^\s*<[a-z]+-[\w-]+>/i;
const BREAK = "\n";

/** What the sources have to say, by source. */
export type Gathered = ReadonlyMap<SourceName, Offers>;

const NOTHING: Gathered = new Map();

/** Of a source that was asked in vain. */
const LATE: Offers = { opening: "", offers: [], held: [{ name: "", why: "late" }] };

/** Asks the sources; one that throws, or that is not done when `late` is, says nothing. Does not throw. */
export async function gather(
  sources: readonly HookSource[],
  asked: OfferedEvent,
  late: () => Promise<void>,
): Promise<Gathered> {
  if (sources.length === 0 || !isRouted(asked)) return NOTHING;
  const found = new Map<SourceName, Offers>(sources.map(({ name }) => [name, LATE]));
  const asking = sources.map(async (source) => {
    const offers = await source.offers(asked).catch(() => null);
    if (offers === null) found.delete(source.name);
    else found.set(source.name, offers);
  });
  await Promise.race([Promise.all(asking), late()]);
  return new Map(found);
}

function isRouted({ type, event }: OfferedEvent): boolean {
  return ROUTED.has(type) && !(type === "prompt" && OF_THE_CLIENT.test(event.prompt));
}

interface RouterPorts {
  readonly memory: SessionMemory;
  readonly agent: string;
  readonly trace: HookTrace;
  /** Whether this session goes without a kind of help; left out: without none. */
  readonly withholds?: (kind: LiftKind) => boolean;
}

/** What is said to one event. */
export class Router {
  readonly #gathered: Gathered;
  readonly #memory: SessionMemory;
  readonly #agent: string;
  readonly #trace: HookTrace;
  readonly #withholds: ((kind: LiftKind) => boolean) | undefined;
  readonly #blocks: string[] = [];
  readonly #updates: SessionUpdate[] = [];
  readonly #type: HookType;
  /** Keys of the notes that this answer shows beside the list of notes. */
  readonly #notes = new Set<string>();
  #room: number;

  constructor(type: HookType, gathered: Gathered, { memory, agent, trace, withholds }: RouterPorts) {
    this.#type = type;
    this.#gathered = gathered;
    this.#memory = memory;
    this.#agent = agent;
    this.#trace = trace;
    this.#withholds = withholds;
    this.#room = type === "session" || type === "subagent" ? SESSION_BYTES_MAX : ANSWER_BYTES_MAX;
    for (const name of BEFORE_NOTES) this.#say(name, false);
  }

  /** How many bytes are left for the notes. */
  get room(): number {
    return this.#room;
  }

  /** The keys of the notes that are in the answer already. */
  get notes(): ReadonlySet<string> {
    return this.#notes;
  }

  /** The hook's outcome with what the other sources say before and behind it. */
  complete(outcome: HookOutcome): HookOutcome {
    const { answer } = outcome;
    // Permission is an answer of its own.
    if (answer.kind === "allow" || this.#gathered.size === 0) return outcome;
    const isSilent = answer.kind === "silence" || answer.text === "";
    if (answer.kind === "text" && !isSilent) {
      this.#blocks.push(answer.text);
      this.#room -= Buffer.byteLength(answer.text) + BREAK.length;
    }
    for (const name of SOURCE_NAMES) {
      if (!BEFORE_NOTES.includes(name)) this.#say(name, outcome.isFailure === true);
    }
    const text = this.#blocks.join(BREAK);
    const whole: HookAnswer = text === "" ? SILENCE : { kind: "text", text };
    return { ...outcome, answer: whole, updates: [...outcome.updates, ...this.#updates] };
  }

  #say(source: SourceName, isFailure: boolean): void {
    const gathered = this.#gathered.get(source);
    if (gathered === undefined) return;
    const { opening, offers, held = [], isOfFailure = false, bytesMax, closing } = gathered;
    if (isOfFailure && !isFailure) return;
    for (const { name, why, score } of held) this.#trace.holdOffer(source, name, why, score);
    const most = bytesMax ?? Math.min(this.#room - BREAK.length, SOURCE_BYTES_MAX[source]);
    let room = most - sizeOf([opening]);
    const lines: string[] = [];
    const ordered = offers.toSorted((a, b) => b.value - a.value);
    for (const [at, offer] of ordered.entries()) {
      const why = this.#whyHeld(source, offer, ordered.slice(0, at), room);
      if (why !== null) {
        this.#held(source, offer, why);
        continue;
      }
      if (this.#isWithheld(source, offer)) {
        this.#trace.holdOffer(source, offer.name, "lift");
        continue;
      }
      room -= sizeOf(offer.lines);
      lines.push(...offer.lines);
      if (offer.note === undefined) this.#said(source, offer.name);
      else this.#showed(offer.note);
    }
    if (lines.length === 0) return;
    if (closing !== undefined && this.#whyHeld(source, { ...closing, value: 0 }, [], room) === null) {
      lines.push(...closing.lines);
      this.#said(source, closing.name);
    }
    const block = [opening, ...lines].join(BREAK);
    this.#blocks.push(block);
    this.#room -= Buffer.byteLength(block) + BREAK.length;
  }

  #said(source: SourceName, name: string): void {
    this.#trace.showOffer(source, name);
    this.#updates.push(injection(offerKey(source, name), this.#agent));
  }

  #showed({ id, key, topic, keyHere }: OfferedNote): void {
    this.#trace.show(id);
    this.#notes.add(key);
    this.#updates.push(injection(key, this.#agent));
    // What subagents begin with says nothing about the session.
    if (this.#type !== "subagent") this.#updates.push({ kind: "t", value: topic });
    if (keyHere !== undefined) this.#updates.push(injection(keyHere, this.#agent));
  }

  #held(source: SourceName, { name, note }: Offer, why: Reason): void {
    if (note === undefined) this.#trace.holdOffer(source, name, why);
    else this.#trace.hold(note.id, why);
  }

  #isWithheld(source: SourceName, { isAlwaysSaid = false }: Offer): boolean {
    return !isAlwaysSaid && source !== "plan" && this.#withholds?.(source) === true;
  }

  #whyHeld(source: SourceName, { name, lines, file, note }: Offer, before: readonly Offer[], room: number) {
    if (before.some((each) => each.name === name)) return "told";
    const key = note?.keyHere ?? note?.key ?? offerKey(source, name);
    if (this.#memory.wasInjected(key, this.#agent)) return "told";
    if (file !== undefined && this.#memory.wasInjected(fileKey(file), this.#agent)) return "seen";
    return sizeOf(lines) > room ? "room" : null;
  }
}

/** The name of an offer in the session's memory. Keys of notes begin with a time and a dot, those of summaries with a word. */
function offerKey(source: SourceName, name: string): string {
  return `${source}-${Bun.hash(name).toString(36)}`;
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + BREAK.length, 0);
}

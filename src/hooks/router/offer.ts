// What sources beside the notes have to say to an event: the code, lessons and the plan. The router decides what of it is
// said.

import type { Reason } from "../../events/log/event-types.ts";
import type { HookEvent } from "../common/hook-event.ts";
import type { HookType } from "../common/hook-types.ts";

/** The sources, the most valuable first. Notes stand between those that go before them and those that go after. */
export const SOURCE_NAMES = ["plan", "lessons", "code"] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** Something that a source would say. */
export interface Offer {
  /** Names it within its source, in one conversation once: a place, a lesson, a task. Shown by `helix hooks why`. */
  readonly name: string;
  /** The lines that are said, together or not at all. */
  readonly lines: readonly string[];
  /** How valuable it is within its source: the greatest is said first. */
  readonly value: number;
  /** A file that it is about, as the session names it: what the conversation has read needs no pointer. */
  readonly file?: string;
  /** Whether every session gets it: a pinned lesson, or one that is an invariant. */
  readonly isAlwaysSaid?: boolean;
  /** The note that it shows: that counts as shown, and is not shown again by whoever has it. */
  readonly note?: OfferedNote;
}

/** A note that a source shows. */
export interface OfferedNote {
  readonly id: string;
  /** The key by which a session remembers it (common/note-list.ts). */
  readonly key: string;
  readonly topic: string;
  /** Its key at the place of the event that it is about; left out where the event is elsewhere. */
  readonly keyHere?: string;
}

/** An offer that a source holds back by itself, or that it has none: what `helix hooks why` shows of it. */
export interface HeldOffer {
  readonly name: string;
  readonly why: Reason;
  /** What the source weighed. */
  readonly score?: number | undefined;
}

/** What one source has to say to one event. */
export interface Offers {
  /** The line above what is said. */
  readonly opening: string;
  readonly offers: readonly Offer[];
  readonly held?: readonly HeldOffer[];
  /** Said below the offers, if any of them is said, once a conversation; by its name. */
  readonly closing?: { readonly name: string; readonly lines: readonly string[] };
  /** Said only when the hook found that a build, a test or a command failed. */
  readonly isOfFailure?: boolean;
  /** It may say so many bytes, however little an answer has room for: somebody configured that. */
  readonly bytesMax?: number;
}

/** What a source is told of an event. */
export interface OfferedEvent {
  readonly type: HookType;
  readonly event: HookEvent;
  /** The absolute working directory. */
  readonly directory: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A source. It may take its time: what is not there when the hook has to answer is left out. */
export interface HookSource {
  readonly name: SourceName;
  /** Null: it has nothing to do with such an event. */
  offers(event: OfferedEvent): Promise<Offers | null>;
}

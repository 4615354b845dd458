// What a hook works with, and what it hands back. Hooks are functions from one to the other: they write nothing
// themselves, so that both transports, and tests, can do with the result what is right there.

import type { SessionMemory } from "../../events/session-memory.ts";
import type { SessionState, SessionUpdate } from "../../events/session-state.ts";
import type { Checkpoint } from "../../features/checkpoint/checkpoint.ts";
import type { Project } from "../../notes/projects/project.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import type { StampedFiles } from "../../platform/small-files.ts";
import type { HookAnswer } from "./hook-answer.ts";
import type { HookEvent } from "./hook-event.ts";
import type { JudgeProject } from "./session-place.ts";

export interface HookContext {
  readonly event: HookEvent;
  /** What the session's lines add up to; worked out when it is asked for. */
  readonly session: SessionState;
  /** What of it can be told without that. */
  readonly memory: SessionMemory;
  /** The project that the event happened in, if any. */
  readonly project: Project | null;
  readonly files: StampedFiles;
  /** A project that was found elsewhere, as it counts. */
  readonly judge: JudgeProject;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What is live; null when it cannot be read, or not within a hook's time. Opened by the first call. */
  view(): NoteView | null;
  /** The project's checkpoint; null when there is none that can be read. */
  checkpoint(): Checkpoint | null;
  /** Whether it is time to answer with what there is. */
  isLate(): boolean;
}

/**
 * What a failed run left to be stored, once; the adapter that does it adds the entry's place to the session. The note
 * is made of the output only after secrets were taken out of that: what is cut first may hold a part of a token, which
 * nothing knows any more.
 */
export interface Capture {
  /** Tells this failure from others. */
  readonly key: string;
  /** What the run printed, nothing cut from its lines. */
  readonly printed: string;
  /** The note on the same output without secrets; null where it says too little then. */
  note(redacted: string): CapturedNote | null;
}

/** A note on a failed run. */
export interface CapturedNote {
  readonly topic: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly confidence: number;
  /** A path with a line, as in `store`; null where the errors name none. */
  readonly source: string | null;
}

/** What resolved captured failures: to be added to their entries. */
export interface Resolution {
  readonly failures: readonly ResolvedFailure[];
}

export interface ResolvedFailure {
  readonly captured: { readonly topic: string; readonly index: number; readonly key: string };
  /** One line for the entry. */
  readonly text: string;
  /** Whether anything was done about it that is known; else it may have gone by itself. */
  readonly isMended: boolean;
  /** Topics that something was stored under since. */
  readonly stored: readonly string[];
}

/** What came of an event. */
export interface HookOutcome {
  readonly answer: HookAnswer;
  /** For the session, in order. */
  readonly updates: readonly SessionUpdate[];
  readonly capture?: Capture;
  readonly resolution?: Resolution;
}

export type HookHandler = (context: HookContext) => HookOutcome;

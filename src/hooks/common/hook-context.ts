// The input and the output of a hook. A hook is a function from the one to the other and writes nothing itself. So both
// transports, and the tests, can each do with the output what they need.

import type { LiftKind } from "../../events/lift.ts";
import type { SessionMemory } from "../../events/session-memory.ts";
import type { SessionState, SessionUpdate } from "../../events/session-state.ts";
import type { Checkpoint } from "../../features/checkpoint/checkpoint.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import type { Project } from "../../notes/projects/project.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import type { StampedFiles } from "../../platform/small-files.ts";
import type { AnswerActs, HookAnswer } from "./hook-answer.ts";
import type { HookEvent } from "./hook-event.ts";
import type { HookTrace } from "./hook-trace.ts";
import type { JudgeProject } from "./session-place.ts";

export interface HookContext {
  readonly event: HookEvent;
  /** The sum of all lines of the session's file; computed when it is asked for. */
  readonly session: SessionState;
  /** Answers questions about the session's file without that sum. */
  readonly memory: SessionMemory;
  /** The project that the event happened in, if any. */
  readonly project: Project | null;
  readonly files: StampedFiles;
  /** Whether outputs are shortened here. */
  readonly isEconomical: boolean;
  /** Decides how a project counts that was found in another folder. */
  readonly judge: JudgeProject;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The live notes; null when they cannot be read, or not within a hook's time. The first call opens them. */
  view(): NoteView | null;
  /** The effectiveness of the index's notes that were judged, 0 to 1. Left out, or undefined: none was. */
  judged?(index: NoteIndex): ((id: number) => number | undefined) | undefined;
  /** What is said of a lesson's uses behind it, by document number: `helped 4 of 5`; left out, or "": nothing. */
  recordOf?(id: number): string;
  /** The project's checkpoint; null when there is none that can be read. */
  checkpoint(): Checkpoint | null;
  /** Whether the hook should answer now with what it has found. */
  isLate(): boolean;
  /** Collects what the hook sees and decides. */
  readonly trace: HookTrace;
  /** The directory of the knowledge base; left out where there is none on the disk. */
  readonly knowledgeBase?: string | undefined;
  /** How many bytes its answer may have. */
  readonly room: number;
  /** Keys of notes that stand in the answer already, since another source shows them. */
  readonly said: ReadonlySet<string>;
  /** Whether this session goes without a kind of help (`helix lift`). */
  withholds(kind: LiftKind): boolean;
}

/**
 * A failed run that is to be stored once. The adapter that stores it adds the note's place to the session. The note is
 * made from the output after redaction, since a line that is cut first may hold a part of a token, which no rule
 * recognises.
 */
export interface Capture {
  /** Tells this failure from all others. */
  readonly key: string;
  /** The output of the run; its lines are not cut. */
  readonly printed: string;
  /** The note on the output after redaction; null where the redacted output says too little. */
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

/** The lines, links and confidence that resolved failures get: they are added to the captured notes. */
export interface Resolution {
  readonly failures: readonly ResolvedFailure[];
}

export interface ResolvedFailure {
  readonly captured: { readonly topic: string; readonly index: number; readonly key: string };
  /** One line to add to the note. */
  readonly text: string;
  /** Whether something is known to have been done about the failure; otherwise it may have gone away by itself. */
  readonly isMended: boolean;
  /** Topics under which notes were stored since the failure. */
  readonly stored: readonly string[];
}

/** The result of an event. */
export interface HookOutcome extends AnswerActs {
  readonly answer: HookAnswer;
  /** Updates for the session, in order. */
  readonly updates: readonly SessionUpdate[];
  readonly capture?: Capture;
  readonly resolution?: Resolution;
  /** Whether the event was that something failed. */
  readonly isFailure?: boolean;
}

export type HookHandler = (context: HookContext) => HookOutcome;

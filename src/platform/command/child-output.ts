// Reads what a child prints while it runs, passes signals on to it, and waits for its end.
//
//   child ── pipe ──▶ collected ── too much ──▶ passed on as it comes
//                         └── the child has ended ──▶ returned
//
// Invariants:
// - At most COLLECTED_BYTES_MAX are held in memory. Beyond that the child waits for the reader, as in any pipe.
// - Nothing waits for a process that the child left behind, longer than LEFT_BEHIND_MS. Its pipe is returned open.
// - When nobody reads any more the pipe is closed, so that the child gets SIGPIPE as it would without helix.
// - A signal reaches the child once: from a terminal or a group it comes to the child directly, and helix gives that
//   PASSED_AFTER_MS to show before it passes a signal on.

import { constants } from "node:os";
import { orNull } from "../../base/errors.ts";
import { closeFile } from "../libc.ts";
import { type ChildEnd, endOf, isInForeground, signalChild, signalSelf } from "./child-process.ts";
import { readInto, type Waited, waitFor, writeSome } from "./descriptors.ts";
import { isIgnored, restoreSignals } from "./inheritance.ts";

/** Longer outputs are passed on whole: they cannot be kept. */
export const COLLECTED_BYTES_MAX = 16 * 1024 * 1024;
/** How long the pipe may stay open behind the end of the child: time enough for `>(grep x)` to print its last line. */
const LEFT_BEHIND_MS = 50;
/** The same for a pipe that still brings something. */
const STILL_BUSY_MS = 1000;
const PASSED_AFTER_MS = 100;
/** The longest wait at once: a signal that comes between two waits is seen after it. */
const WAIT_MS = 100;
const READ_BYTES = 64 * 1024;
/** A buffer with less room is left. */
const ROOM_BYTES = 4096;
/** What a piece costs beside its bytes. */
const PIECE_BYTES = 256;
/** How many bytes a pipe accepts at once when it is ready for any. */
const PIPE_BYTES = process.platform === "darwin" ? 512 : 4096;
/** So many steps are made at most before signals are looked at. */
const STEPS_MAX = 64;
/** In so many steps the wait behind the child's end is divided. */
const STEPS_BEHIND = 5;

/** Signals that end a process, and are passed on. */
const PASSED = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const;
const FROM_KEYBOARD = new Set<string>(["SIGINT", "SIGQUIT"]);
const STOPPING = "SIGTSTP";
const CONTINUING = "SIGCONT";
const numberOf = (name: NodeJS.Signals): number => constants.signals[name];

/** A pipe that a child writes to. */
export interface ChildPipe {
  readonly reading: number;
  /** Helix's own descriptor that the output is for. */
  readonly target: number;
  /** Whether the target takes any number of bytes at once. */
  readonly isFile: boolean;
}

/** Bytes that came out of a pipe. */
export interface Piece {
  readonly pipe: ChildPipe;
  readonly bytes: Uint8Array;
}

/** What a child printed, and how it ended. */
export interface ChildOutput {
  readonly end: ChildEnd;
  /** All of the output in the order in which it came; null where it was passed on. */
  readonly pieces: readonly Piece[] | null;
  /** Pipes that a process may still write to that was left behind. All others are closed. */
  readonly open: readonly ChildPipe[];
}

/** Starts a child and waits for its end. Takes what it prints; beyond the limit passes it on. */
export async function outputOf(pipes: readonly ChildPipe[], start: () => number): Promise<ChildOutput> {
  const signals = new PassedSignals();
  const child = start();
  signals.child = child;
  const pump = new Pump(pipes);
  let end: ChildEnd | null = null;
  let endedAt = Number.POSITIVE_INFINITY;
  let isCalm = false;
  for (let step = 0; ; step++) {
    if (end === null) {
      end = endOf(child);
      if (end !== null) {
        signals.stop();
        endedAt = performance.now();
        isCalm = false;
      }
    }
    const behindMs = performance.now() - endedAt;
    const isOver = pump.open.length === 0 || behindMs >= (isCalm ? LEFT_BEHIND_MS : STILL_BUSY_MS);
    if (end !== null && isOver && pump.isWritten) break;
    isCalm = pump.move(end === null ? signals.waitMs(WAIT_MS) : LEFT_BEHIND_MS / STEPS_BEHIND);
    if (end === null && (isCalm || step % STEPS_MAX === 0)) {
      await new Promise((resolve) => setImmediate(resolve));
      signals.passOn();
    }
  }
  return { end, pieces: pump.isPassingOn ? null : pump.pieces, open: pump.open };
}

/** Collects what comes out of pipes; once that is too much, passes it on. */
class Pump {
  open: readonly ChildPipe[];
  pieces: Piece[] = [];
  isPassingOn = false;
  /** Where the next bytes are read to, and how much of it is taken. */
  #buffer = new Uint8Array(READ_BYTES);
  #used = 0;
  #held = 0;

  constructor(pipes: readonly ChildPipe[]) {
    this.open = pipes;
  }

  /** Whether all is written that has to be passed on. */
  get isWritten(): boolean {
    return !this.isPassingOn || this.pieces.length === 0;
  }

  /** Moves what is ready, after a wait of at most so many milliseconds. Returns whether nothing was. */
  move(milliseconds: number): boolean {
    const next = this.isPassingOn ? this.pieces[0] : undefined;
    const { open } = this;
    const waited: Waited[] = next
      ? [{ descriptor: next.pipe.target, isFor: "writing" }]
      : [
          ...open.map(({ reading }) => ({ descriptor: reading, isFor: "reading" }) as const),
          ...open.map(({ target }) => ({ descriptor: target, isFor: "nothing" }) as const),
        ];
    const ready = waitFor(waited, milliseconds);
    if (ready === null || !ready.some(Boolean)) return true;
    if (next) this.#write(next, ready[0] === "gone");
    else {
      for (const [at, pipe] of open.entries()) {
        if (ready[open.length + at]) this.#giveUp(pipe);
        else if (ready[at]) this.#take(pipe);
      }
    }
    return false;
  }

  #take(pipe: ChildPipe): void {
    if (this.#buffer.length - this.#used < ROOM_BYTES) {
      this.#buffer = new Uint8Array(READ_BYTES);
      this.#used = 0;
    }
    const start = this.#used;
    const count = readInto(pipe.reading, this.#buffer.subarray(start));
    if (count === 0) {
      this.#close(pipe);
      return;
    }
    this.#used += count;
    const last = this.pieces[this.pieces.length - 1];
    const isBehind = start > 0 && last?.pipe === pipe && !this.isPassingOn;
    const from = isBehind ? start - last.bytes.length : start;
    // A piece never goes beyond its buffer, and the last one ends where this one begins.
    const piece = { pipe, bytes: this.#buffer.subarray(from, this.#used) };
    if (isBehind) this.pieces[this.pieces.length - 1] = piece;
    else this.pieces.push(piece);
    this.#held += count + (isBehind ? 0 : PIECE_BYTES);
    this.isPassingOn ||= this.#held > COLLECTED_BYTES_MAX;
  }

  #write({ pipe, bytes }: Piece, isGone: boolean): void {
    const rest = isGone ? null : this.#written(pipe, bytes);
    if (rest === null) this.#giveUp(pipe);
    else if (rest.length > 0) this.pieces[0] = { pipe, bytes: rest };
    else this.pieces.shift();
  }

  /** Nobody takes the output: the child's next write fails. */
  #giveUp(pipe: ChildPipe): void {
    this.pieces = this.pieces.filter((piece) => piece.pipe !== pipe);
    if (this.open.includes(pipe)) this.#close(pipe);
  }

  /** Writes a part, and returns the rest; null where that failed. */
  #written({ target, isFile }: ChildPipe, bytes: Uint8Array): Uint8Array | null {
    return orNull(() => bytes.subarray(writeSome(target, isFile ? bytes : bytes.subarray(0, PIPE_BYTES))));
  }

  #close(pipe: ChildPipe): void {
    closeFile(pipe.reading);
    this.open = this.open.filter((each) => each !== pipe);
  }
}

/** Takes signals while a child runs, and passes them on to it. */
class PassedSignals {
  /** The child; 0 before it is started. */
  child = 0;
  readonly #handlers: (readonly [NodeJS.Signals, () => void])[];
  #waiting: { readonly number: number; readonly at: number }[] = [];
  #isOver = false;

  constructor() {
    const handlers: (readonly [NodeJS.Signals, () => void])[] = [
      ...PASSED.map((name) => [name, () => this.#take(name)] as const),
      [STOPPING, () => this.#halt()],
      [CONTINUING, () => this.#send(numberOf(CONTINUING))],
    ];
    this.#handlers = handlers.filter(([name]) => !isIgnored(numberOf(name)));
    // What only wakes the wait.
    this.#handlers.push(["SIGCHLD", () => undefined]);
    for (const [name, handler] of this.#handlers) process.on(name, handler);
  }

  /** How long a wait may take, for what is due. */
  waitMs(most: number): number {
    const due = Math.min(...this.#waiting.map(({ at }) => at - performance.now()));
    return Math.max(0, Math.ceil(Math.min(most, due)));
  }

  /** Passes on what is due. */
  passOn(): void {
    if (this.#isOver) return;
    const now = performance.now();
    for (const { number, at } of this.#waiting) if (at <= now) this.#send(number);
    this.#waiting = this.#waiting.filter(({ at }) => at > now);
  }

  /** The child has ended: from now on signals end helix. */
  stop(): void {
    this.#isOver = true;
    for (const [name, handler] of this.#handlers) process.removeListener(name, handler);
    restoreSignals(this.#handlers.map(([name]) => numberOf(name)));
  }

  #take(name: NodeJS.Signals): void {
    if (FROM_KEYBOARD.has(name) && isInForeground()) return;
    this.#waiting.push({ number: numberOf(name), at: performance.now() + PASSED_AFTER_MS });
  }

  /** Stops the child, then helix, until both are continued. */
  #halt(): void {
    this.#send(numberOf(STOPPING));
    signalSelf(numberOf("SIGSTOP"));
  }

  #send(number: number): void {
    if (this.child > 0 && !this.#isOver) signalChild(this.child, number);
  }
}

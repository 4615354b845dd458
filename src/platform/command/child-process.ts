// A child by its number: whether it has ended and how, signals to it, and ending like it.

import { openSync } from "node:fs";
import { orElse } from "../../base/errors.ts";
import { bind, type Calls, closeFile, TYPES } from "../libc.ts";
import { restoreSignals } from "./inheritance.ts";

const { i32, pointer } = TYPES;
const NOT_WAITING = 1;
const RLIMIT_CORE = 4;
/** A shell says this of a command that ended by a signal, with the signal's number added. */
const EXIT_BY_SIGNAL = 128;

/** How a child ended. */
export type ChildEnd =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly number: number };

let calls: Calls | undefined;

function library(): Calls {
  calls ??= bind({
    waitpid: { args: [i32, pointer, i32], returns: i32 },
    kill: { args: [i32, i32], returns: i32 },
    getpid: { args: [], returns: i32 },
    getpgrp: { args: [], returns: i32 },
    tcgetpgrp: { args: [i32], returns: i32 },
    setrlimit: { args: [i32, pointer], returns: i32 },
  });
  return calls;
}

/** How the child ended; null while it runs. Once it is known, the number belongs to nobody any more. */
export function endOf(child: number): ChildEnd | null {
  const status = new Int32Array(1);
  const found = library().waitpid!(child, status, NOT_WAITING);
  if (found === 0) return null;
  // Somebody else has waited for it: nothing is known.
  if (found !== child) return { kind: "exit", code: EXIT_BY_SIGNAL - 1 };
  const number = status[0]! & 0x7f;
  return number === 0 ? { kind: "exit", code: (status[0]! >> 8) & 0xff } : { kind: "signal", number };
}

/** Sends a signal to a child that has not ended. */
export function signalChild(child: number, number: number): void {
  library().kill!(child, number);
}

/** Sends a signal to this process. */
export function signalSelf(number: number): void {
  library().kill!(library().getpid!(), number);
}

/** Whether a terminal sends its signals to this process and its children together. */
export function isInForeground(): boolean {
  const terminal = orElse(-1, () => openSync("/dev/tty", "r"));
  if (terminal < 0) return false;
  const group = library().tcgetpgrp!(terminal);
  closeFile(terminal);
  return group === library().getpgrp!();
}

/**
 * Ends this process as the child ended, so that its caller sees the same. Returns the exit code to end with where a
 * signal does not end it.
 */
export function endLike(end: ChildEnd): number {
  if (end.kind === "exit") return end.code;
  // The child has left its own core dump; one of helix says nothing.
  library().setrlimit!(RLIMIT_CORE, new BigUint64Array(2));
  restoreSignals([end.number]);
  signalSelf(end.number);
  return EXIT_BY_SIGNAL + end.number;
}

// How a process of helix ends: what has to be done before is done step by step, whatever fails, and then it is over. An
// error that nobody has caught ends it, too: the runtime says it and goes on, and one that waits for an input which has
// ended turns round for ever.
// Invariant: once the end has begun the process ends, also when a step throws or hangs.

import { messageOf } from "../base/errors.ts";
import { forTerminal } from "../engine/text/clean.ts";
import { endAfter } from "../platform/libc.ts";
import { EXIT_ERROR } from "./exit-codes.ts";
import { complain } from "./standard-error.ts";
import { timeoutScale } from "./timeout-scale.ts";

/** What takes longer hangs, in milliseconds: the process ends without it. */
const END_MS = 2000 * timeoutScale;

const steps: (() => void)[] = [];
let isGuarded = false;

/** Has a step done before the process ends, in the order of these calls. One that fails holds up no other. */
export function beforeEnd(step: () => void): void {
  steps.push(step);
}

/**
 * Ends the process with this exit code, and does before what is to be done before. `lastWords`, if any, go to standard
 * error.
 */
export function endProcess(code: number, lastWords: unknown = null): never {
  guard(code);
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    try {
      step();
    } catch {
      // What it was to put in order the next process finds as one that was killed would have left it.
    }
  }
  if (lastWords !== null) complain(`helix: ${forTerminal(messageOf(lastWords))}\n`);
  process.exit(code);
}

/** From now on an error that nobody has caught, or a promise that nobody waited for, ends the process. */
export function endOnUncaught(): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) =>
      endProcess(EXIT_ERROR, `ended by an error that nobody has caught: ${messageOf(error)}`),
    );
  }
}

/** Nothing that runs in this process could see to that when it hangs: the system does. */
function guard(code: number): void {
  if (isGuarded) return;
  isGuarded = true;
  try {
    endAfter(END_MS, code);
  } catch {
    // A system without timers: the end is left to the steps.
  }
}

// How a process of helix ends: the registered steps run one by one, whatever fails, and then the process exits. An
// uncaught error ends the process, too. The runtime would only report it and go on, and a process that waits for an
// input which has ended would spin for ever.
// Invariants:
// - Once the end has begun the process ends, even if a step throws or hangs.

import { messageOf } from "../base/errors.ts";
import { forTerminal } from "../engine/text/clean.ts";
import { endAfter } from "../platform/libc.ts";
import { EXIT_ERROR } from "./exit-codes.ts";
import { complain } from "./standard-error.ts";
import { timeoutScale } from "./timeout-scale.ts";

/**
 * How long the steps may take together, in milliseconds. After that they count as hanging, and the process ends without
 * them.
 */
const END_MS = 2000 * timeoutScale;

const steps: (() => void)[] = [];
let isGuarded = false;

/**
 * Registers a step that runs before the process ends. Steps run in the order of these calls; one that fails does not
 * hold up the others.
 */
export function beforeEnd(step: () => void): void {
  steps.push(step);
}

/**
 * Runs the registered steps, then ends the process with this exit code. `lastWords`, if any, are printed on standard
 * error.
 */
export function endProcess(code: number, lastWords: unknown = null): never {
  guard(code);
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    try {
      step();
    } catch {
      // The next process finds the state that a killed process would have left.
    }
  }
  if (lastWords !== null) complain(`helix: ${forTerminal(messageOf(lastWords))}\n`);
  process.exit(code);
}

/** From now on an uncaught error or an unhandled rejection ends the process. */
export function endOnUncaught(): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) =>
      endProcess(EXIT_ERROR, `ended by an error that nobody has caught: ${messageOf(error)}`),
    );
  }
}

/** Has the system end the process after END_MS. Code in this process could not do so while the process hangs. */
function guard(code: number): void {
  if (isGuarded) return;
  isGuarded = true;
  try {
    endAfter(END_MS, code);
  } catch {
    // A system without such timers: only the steps bring about the end.
  }
}

// Failures of the system around a step, as errors for people. Beside io-error.ts, which hooks load for each event.

import { HelixError } from "../base/errors.ts";
import { ioError } from "./io-error.ts";

/** What `attempt` returns. A failure of the system is thrown as `ioError`; errors of helix stay as they are. */
export function orIoError<T>(what: string, attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw error instanceof HelixError ? error : ioError(what, error);
  }
}

/** Syncs what was written to a file. Where that fails, the file has it all the same, and the error says so. */
export function orUncertain(path: string, sync: () => void): void {
  orIoError(`${path} is written, but it is not certain that it outlasts a loss of power`, sync);
}

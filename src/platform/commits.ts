// What stays of a call that fails. Whoever makes something durable says so here; an error that comes behind it says
// that it is stored, whatever failed later and whatever the error says of itself.

import { AsyncLocalStorage } from "node:async_hooks";
import { HelixError, messageOf } from "../base/errors.ts";

const calls = new AsyncLocalStorage<{ commits: number }>();
/** What a write says that was refused. Behind a first part of the same call it is true of the rest alone. */
const REFUSED = /; nothing (?:was|is) (?:stored|written|saved|changed|started|recorded)(?:, try again)?/;

/** An error behind a write that stays whole: what was asked for is done, and only its answer is missing. */
export class StoredAllTheSame extends HelixError {}

/** Is called when something that the current call wrote stays, whatever comes next. */
export function committed(): void {
  const call = calls.getStore();
  if (call !== undefined) call.commits++;
}

/** Runs a call. An error behind its first commit says what stays. Throws what `call` throws, or `StoredAllTheSame`. */
export async function tellingCommits<T>(call: () => Promise<T>): Promise<T> {
  const own = { commits: 0 };
  try {
    return await calls.run(own, call);
  } catch (error) {
    throw own.commits === 0 || (error instanceof HelixError && error.saysWhatStays) ? error : behindCommit(error);
  }
}

function behindCommit(cause: unknown): HelixError {
  const code = cause instanceof HelixError ? cause.code : "IO";
  if (!REFUSED.test(messageOf(cause)))
    return new StoredAllTheSame(code, (say) => `it is stored, but ${messageOf(cause, undefined, say)}`, { cause });
  const why = messageOf(cause).replace(REFUSED, "");
  return new HelixError(code, `a part is stored, and the rest is not: ${why}`, { cause });
}

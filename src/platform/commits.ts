// What stays of a call that fails. Whoever makes something durable says so here; an error that comes behind it says
// that it is stored, whatever failed later and whatever the error says of itself.

import { AsyncLocalStorage } from "node:async_hooks";
import { type ErrorMessage, HelixError, messageOf } from "../base/errors.ts";

/** What is durable: the change of notes that a call was about, or something that was recorded on the way. */
export type Committed = "notes" | "record";

const calls = new AsyncLocalStorage<Set<Committed>>();
/** What a write says that was refused. Behind a first part of the same call it is true of the rest alone. */
const REFUSED = /; nothing (?:was|is) (?:stored|written|saved|changed|started|recorded)(?:, try again)?/;

/** Takes "nothing was stored" out of a message, for a write that was stored in part. */
export function withoutRefusal(message: string): string {
  return message.replace(REFUSED, "");
}

/** Where some parts of a change are stored, and it ended before the others were. */
export const PART_STORED = "a part is stored, and the rest is not";

/** An error behind a write that stays whole: what was asked for is done, and only its answer is missing. */
export class StoredAllTheSame extends HelixError {}

/** Is called when something that the current call wrote stays, whatever comes next. */
export function committed(what: Committed): void {
  calls.getStore()?.add(what);
}

/** Runs a call. An error behind its first commit says what stays. Throws what `call` throws, or `StoredAllTheSame`. */
export async function tellingCommits<T>(call: () => Promise<T>): Promise<T> {
  const own = new Set<Committed>();
  try {
    return await calls.run(own, call);
  } catch (error) {
    throw own.size === 0 || (error instanceof HelixError && error.saysWhatStays) ? error : behindCommit(error, own);
  }
}

function behindCommit(cause: unknown, own: ReadonlySet<Committed>): HelixError {
  const code = cause instanceof HelixError ? cause.code : "IO";
  const isRefused = REFUSED.test(messageOf(cause));
  if (own.has("notes") && !isRefused)
    return new StoredAllTheSame(code, (say) => `it is stored, but ${messageOf(cause, undefined, say)}`, { cause });
  const what = own.has("notes") ? PART_STORED : "a part of it was recorded before, and stays";
  return new HelixError(code, (say) => `${what}: ${withoutRefusal(messageOf(cause, undefined, say))}`, { cause });
}

/** Runs what comes behind an act that is done, as `done` tells: an error says that it is. */
export async function behindDone<T>(done: string, rest: () => T | Promise<T>): Promise<T> {
  try {
    return await rest();
  } catch (cause) {
    const code = cause instanceof HelixError ? cause.code : "IO";
    const told: ErrorMessage = (say) => `${done}, but ${withoutRefusal(messageOf(cause, undefined, say))}`;
    throw new StoredAllTheSame(code, told, { cause, saysWhatStays: true });
  }
}

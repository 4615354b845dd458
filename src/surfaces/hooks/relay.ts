// A hook's process asks the server, where one runs on the same knowledge base: it answers in a fraction of the time that the process would
// take to load what it needs. Any doubt means that the process finds the answer by itself.

import { decodeUtf8, encodeUtf8 } from "../../format/utf8.ts";
import { ANSWERED, GREETING, SOCKET_NAME } from "../../storage/hook-socket.ts";
import { closeFile, readNext } from "../../storage/libc.ts";
import { connectTo, sendAll } from "../../storage/libc-socket.ts";
import { build } from "../../version.ts";
import { patience } from "../patience.ts";

/** How long each step waits for the server, in milliseconds. */
const WAIT_MS = 150 * patience;
/** And how long all steps together: one that takes and gives a byte now and then is no server. */
const TOGETHER_MS = 4 * WAIT_MS;
/** An answer has at most 9,000 characters. */
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Calls the server, which wakes up while the event is read; a descriptor to be given to `askServer`, -1 where there is no server to be asked.
 * Does not throw.
 */
export function callServer(directory: string, cwd: string): number {
  // A fixed clock is this process's own.
  if (process.env.HELIX_NOW || cwd.includes("\t") || cwd.includes("\n")) return -1;
  try {
    return connectTo(`${directory}/${SOCKET_NAME}`, WAIT_MS);
  } catch {
    return -1;
  }
}

/** What the server says to an event: an answer for standard output, "" for silence; null when it says nothing. Closes the descriptor. */
export function askServer(descriptor: number, type: string, cwd: string, event: Uint8Array): string | null {
  try {
    const until = performance.now() + TOGETHER_MS;
    const head = encodeUtf8(`${GREETING}\t${build}\t${type}\t${cwd}\t${event.length}\n`);
    // At once: the server wakes up for each piece.
    const whole = new Uint8Array(head.length + event.length);
    whole.set(head);
    whole.set(event, head.length);
    sendAll(descriptor, whole, until);
    const answer = readAnswer(descriptor, until);
    return answer.startsWith(ANSWERED) ? answer.slice(ANSWERED.length) : null;
  } catch {
    return null;
  } finally {
    closeFile(descriptor);
  }
}

/** Everything until the server closes; "" when that takes too long, or is too much. */
function readAnswer(descriptor: number, until: number): string {
  const buffer = new Uint8Array(ANSWER_BYTES_MAX);
  let length = 0;
  while (length < buffer.length && performance.now() < until) {
    const count = readNext(descriptor, length === 0 ? buffer : buffer.subarray(length));
    if (count === 0) return decodeUtf8(buffer.subarray(0, length));
    length += count;
  }
  return "";
}

// How a server goes on in another build without its client noticing: the connection is held between two messages, what
// the client will not say again is written down, and the new build takes the place of the old one in the same process.
//
// Invariants
// - Nothing that the client has sent is lost or handled twice; every request is answered by one of the two.
// - Up to the last moment the old server can go on, and does when the system refuses the change.
//
// Left to others: the new build is installed and was tried (features/reload/), the connection (line-transport.ts).

import { messageOf } from "../../base/errors.ts";
import { commit, version } from "../../base/version.ts";
import type { SessionLog } from "../../events/session-log.ts";
import {
  decodeHandover,
  encodeHandover,
  HANDOVER_BYTES_MAX,
  type Handover,
  handoverName,
  isHandoverName,
} from "../../features/reload/handover.ts";
import { HANDOVER_VARIABLE } from "../../features/reload/handover-variable.ts";
import { DRAIN_MS } from "../../features/reload/limits.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { removePrivateFile, takePrivateFile, writePrivateFile } from "../../platform/private-file.ts";
import { replaceProcess } from "../../platform/system-library.ts";
import type { LineTransport } from "./line-transport.ts";

const RUNNING = `${version} (${commit})`;
/** Input that was read in a turn of the event loop has been delivered at the end of the next. */
const TURNS = 4;

/**
 * What the server in whose place this process goes on has left in the knowledge base directory; null when there was
 * none. The environment is cleared of it.
 */
export function takeHandover(directory: string): Handover | null {
  const name = process.env[HANDOVER_VARIABLE];
  delete process.env[HANDOVER_VARIABLE];
  if (name === undefined || !isHandoverName(name)) return null;
  const bytes = takePrivateFile(directory, name, HANDOVER_BYTES_MAX);
  const handover = bytes === null ? null : decodeHandover(bytes);
  // This process itself wrote it, when it still was the other build; in a trial, its parent did.
  const isOurs = handover?.process === process.pid || handover?.process === process.ppid;
  return isOurs ? handover : null;
}

export interface HandoverOptions {
  readonly base: KnowledgeBase;
  readonly transport: LineTransport;
  readonly session: SessionLog;
  /** The environment that the server was started with. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly warn: (error: unknown) => void;
}

/**
 * Makes the function that gets ready to go on in another program, which calls itself `to`, once the answer to the one
 * open request is sent. It returns why that cannot be now, or null.
 */
export function goingOn(
  options: HandoverOptions,
): (path: string, to: string, signal: AbortSignal | undefined) => Promise<string | null> {
  const { base, transport, warn } = options;
  return async (path, to, signal) => {
    transport.hold();
    // One that is cancelled is not answered, and does not count as open.
    const calls = transport.quiet(signal?.aborted ? 0 : 1);
    const isDone = await inTime(calls.then(() => base.settled()).catch(() => undefined));
    if (!isDone || transport.isOverfull) {
      transport.release();
      return isDone ? "the client sends too much at once" : "calls or the index still keep it busy";
    }
    transport
      .quiet(0)
      .then(() => change(options, path, to))
      .catch(warn);
    return null;
  };
}

async function inTime(work: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DRAIN_MS);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Everything is answered: goes on in the other program, or in this one. */
async function change(options: HandoverOptions, path: string, to: string): Promise<void> {
  const { base, transport, session, environment, warn } = options;
  const name = handoverName();
  do {
    // A notification may have been written meanwhile.
    await transport.quiet(0);
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  } while (!transport.isQuiet);
  // Nothing may wait from here on: what was read last is in the handover, and nothing is read before the change.
  try {
    // A client that has hung up needs no other server.
    if (!transport.hasEnded) {
      const bytes = encodeHandover(handover(options, to));
      if (bytes.length > HANDOVER_BYTES_MAX) throw new Error("the client sends too much at once");
      writePrivateFile(base.directory, name, bytes);
      replaceProcess(path, [process.argv0, ...process.argv.slice(2)], { ...environment, [HANDOVER_VARIABLE]: name });
    }
  } catch (error) {
    removePrivateFile(base.directory, name);
    const what = `could not go over to ${to}, goes on as ${RUNNING}: ${messageOf(error)}`;
    session.note(base.clock(), what);
    warn(what);
  } finally {
    transport.release();
  }
}

function handover({ base, transport, session }: HandoverOptions, to: string): Handover {
  const note = { time: base.clock(), what: `helix reloaded: ${RUNNING} -> ${to}` };
  return {
    process: process.pid,
    from: RUNNING,
    ...transport.state(),
    session: { started: session.started, operations: [...session.operations, note], count: session.count + 1 },
  };
}

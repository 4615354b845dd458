// How a server goes on as another build without its client noticing. The server holds the connection between two
// messages, writes down what the client will not say again, and the new build replaces the old one in the same process.
//
// Invariants:
// - Nothing that the client has sent is lost or handled twice. Either the old or the new build answers each request.
// - The old server can go on up to the last moment, and does so when the system refuses the change.
//
// Elsewhere: trying and installing the new build (features/reload/), the connection (line-transport.ts).

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
/** Input read in one turn of the event loop is delivered by the end of the next. This many turns are waited. */
const TURNS = 4;

/**
 * The handover that the previous build left in the knowledge base directory for this process; null when there is none.
 * Removes the variable that names it from the environment.
 */
export function takeHandover(directory: string): Handover | null {
  const name = process.env[HANDOVER_VARIABLE];
  delete process.env[HANDOVER_VARIABLE];
  if (name === undefined || !isHandoverName(name)) return null;
  const bytes = takePrivateFile(directory, name, HANDOVER_BYTES_MAX);
  const handover = bytes === null ? null : decodeHandover(bytes);
  // This process wrote it while it was still the other build. In a trial, the parent process wrote it.
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
 * Makes the function that prepares the change to another program, which calls itself `to`. The change happens after the
 * answer to the one open request is sent. The function returns null, or why the change is not possible now.
 */
export function goingOn(
  options: HandoverOptions,
): (path: string, to: string, signal: AbortSignal | undefined) => Promise<string | null> {
  const { base, transport, warn } = options;
  return async (path, to, signal) => {
    transport.hold();
    // A cancelled request is not answered, so it does not count as open.
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

/** Called when everything is answered. Goes on in the other program, or in this one if the change fails. */
async function change(options: HandoverOptions, path: string, to: string): Promise<void> {
  const { base, transport, session, environment, warn } = options;
  const name = handoverName();
  do {
    // A notification may have been written in the meantime.
    await transport.quiet(0);
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  } while (!transport.isQuiet);
  // No `await` from here on: the input read last is in the handover, and nothing may be read before the change.
  try {
    // A client that has hung up needs no new server.
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

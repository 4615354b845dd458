// A hook's process asks the server, where one runs on the same knowledge base: it answers in a fraction of the time that the process would
// take to load what it needs. Any doubt means that the process finds the answer by itself (local-answer.ts).
// This is all of helix that such a process loads, in an engine that has only just begun, where a module more takes 60 µs, the first call of
// a function 2 to 10, an `await` 30 and a codec 10 (docs/PERFORMANCE.md): so it imports nothing, calls the C library by itself, and is few
// functions. What it has to know of others stands here once more: hook-types.ts, hook-socket.ts, patience.ts, version.ts.
// Invariants:
// - what is printed is a whole answer or nothing, and the exit code is 0;
// - each wait has an end, whatever stands behind standard input or the socket.

declare const HELIX_VERSION: string | undefined;
declare const HELIX_COMMIT: string | undefined;

/** The hooks there are: for any other word nobody waits. */
const HOOKS = [
  "session",
  "prompt",
  "ambient",
  "post-build",
  "error-context",
  "pre-compact",
  "stop",
  "subagent",
  "approve-mcp",
];
/** When a hook gives up waiting for its event, in milliseconds after its start. */
const INPUT_MS = 2000;
/** How long each step waits for the server, in milliseconds; and all together: one that takes and gives a byte now and then is no server. */
const WAIT_MS = 150;
const TOGETHER_MS = 4 * WAIT_MS;
const PATIENCE_MAX = 30;

/** Room for the line before the event: what a server takes at most. */
const HEAD_BYTES = 8192;
const EVENT_FIRST_BYTES = 64 * 1024;
const EVENT_BYTES_MAX = 8 * 1024 * 1024;
/** An answer has at most 9,000 characters. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** What an answer begins and ends with. */
const ANSWERED = 0x2b;
const END = 0;

const SOCKET_PATH_BYTES_MAX = 100;
const AF_UNIX = 1;
const SOCK_STREAM = 1;
const SOCK_NONBLOCK = 0x800;
/** Of macOS. */
const SOL_SOCKET = 0xffff;
const SO_NOSIGPIPE = 0x1022;
const POLLIN = 1;
const POLLOUT = 4;
const isMac = process.platform === "darwin";
/** Not waiting; and on Linux without a signal when the other end is gone, which macOS has an option for. */
const SEND_FLAGS = isMac ? 0x80 : 0x4040;
/** Types of bun:ffi. */
const I32 = 5;
const POINTER = 12;
const NOTHING = 13;
const I64 = 15;

/** The calls of the C library, by name. */
type Calls = Readonly<Record<string, (...values: (number | Uint8Array | Int32Array)[]) => number>>;

/** An event that the process has to answer by itself. */
export interface UnansweredEvent {
  /** The hook, as it was given. */
  readonly name: string;
  /** The directory of the knowledge base. */
  readonly directory: string;
  readonly cwd: string;
  readonly input: Uint8Array;
}

/**
 * Reads the event on standard input and prints what the server says to it. `name` is the hook's; `given` the knowledge base, "" for the
 * usual one. Ends the process where nothing is left to be done, else returns the event. Throws where the C library cannot be called.
 */
export function askServer(name: string, given: string): UnansweredEvent {
  const { env } = process;
  const times = Number(env.HELIX_PATIENCE);
  const patience = times > 1 ? Math.min(times, PATIENCE_MAX) : 1;
  const calls = bindCalls();
  let cwd = "/";
  try {
    cwd = process.cwd();
  } catch {
    // Somebody removed it.
  }
  const directory = directoryFor(given || env.HELIX_KB, env.HOME, cwd);
  if (directory === null || !HOOKS.includes(name)) return calls._exit!(0) as never;
  // A fixed clock is this process's own.
  const server = env.HELIX_NOW ? -1 : connectTo(calls, `${directory}/hooks.sock`);
  // It wakes up while the event is read.
  const buffer = readEvent(calls, INPUT_MS * patience);
  if (buffer.length === HEAD_BYTES) calls._exit!(0);
  if (server >= 0) {
    const answer = ask(calls, server, buffer, `${name}\t${cwd}`, patience);
    if (answer !== null) {
      for (let done = 0, count = 1; done < answer.length && count > 0; done += count) {
        count = calls.write!(1, answer.subarray(done), answer.length - done);
      }
      calls._exit!(0);
    }
    // Whoever has given up is not answered any more.
    calls.close!(server);
  }
  return { name, directory, cwd, input: buffer.subarray(HEAD_BYTES) };
}

function bindCalls(): Calls {
  const ffi = (Bun as unknown as { readonly FFI?: unknown }).FFI ?? process.getBuiltinModule("bun:ffi");
  const symbols = {
    socket: { args: [I32, I32, I32], returns: I32 },
    connect: { args: [I32, POINTER, I32], returns: I32 },
    setsockopt: { args: [I32, I32, I32, POINTER, I32], returns: I32 },
    send: { args: [I32, POINTER, I64, I32], returns: I64 },
    poll: { args: [POINTER, I32, I32], returns: I32 },
    read: { args: [I32, POINTER, I64], returns: I64 },
    write: { args: [I32, POINTER, I64], returns: I64 },
    close: { args: [I32], returns: I32 },
    _exit: { args: [I32], returns: NOTHING },
  };
  const path = isMac ? "/usr/lib/libSystem.B.dylib" : "libc.so.6";
  return (ffi as { dlopen(path: string, symbols: object): { readonly symbols: Calls } }).dlopen(path, symbols).symbols;
}

/** The directory given, else the one in the user's home; null where there is no home. */
function directoryFor(given: string | undefined, home: string | undefined, cwd: string): string | null {
  if (given?.startsWith("/")) return given;
  if (given && given !== "~" && !given.startsWith("~/")) return `${cwd}/${given}`;
  if (!home?.startsWith("/")) return null;
  return given ? home + given.slice(1) : `${home}/.helix-kb`;
}

/** A descriptor; -1 where nobody listens. */
function connectTo(calls: Calls, path: string): number {
  // struct sockaddr_un: the family, on macOS behind a length, and the path.
  const address = new Uint8Array(2 + SOCKET_PATH_BYTES_MAX + 1);
  const { read, written } = new TextEncoder().encodeInto(path, address.subarray(2, 2 + SOCKET_PATH_BYTES_MAX));
  if (read < path.length) return -1;
  address[isMac ? 1 : 0] = AF_UNIX;
  if (isMac) address[0] = 2 + written + 1;
  // Where many wait for a server that has stopped, a call that waits would wait with them.
  const descriptor = calls.socket!(AF_UNIX, isMac ? SOCK_STREAM : SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  if (isMac) calls.setsockopt!(descriptor, SOL_SOCKET, SO_NOSIGPIPE, new Int32Array([1]), 4);
  if (calls.connect!(descriptor, address, 2 + written + 1) === 0) return descriptor;
  calls.close!(descriptor);
  return -1;
}

/** All of standard input behind room for a line; nothing of what is too long. Ends the process where it does not end within that time. */
function readEvent(calls: Calls, endMs: number): Uint8Array {
  const waited = new Int32Array(2);
  let buffer = new Uint8Array(HEAD_BYTES + EVENT_FIRST_BYTES);
  let length = HEAD_BYTES;
  for (;;) {
    const rest = endMs - performance.now();
    if (rest <= 0) calls._exit!(0);
    waited[0] = 0;
    waited[1] = POLLIN;
    if (calls.poll!(waited, 1, rest) <= 0) continue;
    const count = calls.read!(0, buffer.subarray(length), buffer.length - length);
    if (count === 0) return buffer.subarray(0, length);
    if (count > 0) length += count;
    if (count < 0 || length > HEAD_BYTES + EVENT_BYTES_MAX) return buffer.subarray(0, HEAD_BYTES);
    if (length < buffer.length) continue;
    // One byte more than the longest event tells it from a longer one.
    const larger = new Uint8Array(Math.min(buffer.length * 4, HEAD_BYTES + EVENT_BYTES_MAX + 1));
    larger.set(buffer);
    buffer = larger;
  }
}

/**
 * What the server says to the event in `buffer`, whose first HEAD_BYTES are free: the bytes of an answer, none for silence; null when it
 * says nothing. `place` is hook and working directory, with the only tab between them.
 */
function ask(calls: Calls, server: number, buffer: Uint8Array, place: string, patience: number): Uint8Array | null {
  const build = typeof HELIX_VERSION === "string" ? `${HELIX_VERSION} ${HELIX_COMMIT}` : "0.0.0-source unknown";
  const head = `helix-hook\t${build}\t${place}\t${buffer.length - HEAD_BYTES}\n`;
  const { read, written } = new TextEncoder().encodeInto(head, buffer.subarray(0, HEAD_BYTES));
  if (read < head.length || place.indexOf("\t") !== place.lastIndexOf("\t") || place.includes("\n")) return null;
  // In one piece: the server wakes up for each.
  buffer.copyWithin(HEAD_BYTES - written, 0, written);
  const until = performance.now() + TOGETHER_MS * patience;
  const waited = new Int32Array(2);
  for (let done = HEAD_BYTES - written; done < buffer.length; ) {
    const count = calls.send!(server, buffer.subarray(done), buffer.length - done, SEND_FLAGS);
    if (count > 0) {
      done += count;
      continue;
    }
    waited[0] = server;
    waited[1] = POLLOUT;
    const isRoom = calls.poll!(waited, 1, WAIT_MS * patience) > 0 && waited[1] === (POLLOUT | (POLLOUT << 16));
    if (!isRoom || performance.now() > until) return null;
  }
  const answer = new Uint8Array(ANSWER_BYTES_MAX);
  for (let length = 0; length < answer.length && performance.now() < until; ) {
    waited[0] = server;
    waited[1] = POLLIN;
    if (calls.poll!(waited, 1, WAIT_MS * patience) <= 0) return null;
    const count = calls.read!(server, answer.subarray(length), answer.length - length);
    if (count <= 0) return null;
    length += count;
    if (answer[length - 1] === END) return answer[0] === ANSWERED ? answer.subarray(1, length - 1) : null;
  }
  return null;
}

// A hook's process asks the server, where one runs on the same knowledge base: it answers in a fraction of the time
// that the process would take to load what it needs. Any doubt means that the process finds the answer by itself
// (hook-fallback.ts). This is all of helix that such a process loads, in an engine that has only just begun, where a
// module more takes 60 µs, the first call of a function 2 to 100 by its length, a codec 80 and an `await` 30
// (docs/PERFORMANCE.md). So it imports nothing, calls the C library by itself, and what every event goes through is not
// even a function: it happens as this is loaded. Functions are for what happens seldom. What it has to know of others
// stands here once more: hook-types.ts, hook-socket.ts, timeout-scale.ts, version.ts.
// Invariants:
// - what is printed is a whole answer or nothing, and the exit code is 0;
// - each wait has an end, whatever stands behind standard input, standard output or the socket;
// - nobody else is asked: the directory is this user's and only this user may write to it, and so is the server. Else
//   whoever can put a socket there gets what the event holds, prompts among it, and says what the model reads.

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
/**
 * How long each step waits for the server, in milliseconds; and all together: one that takes and gives a byte now and
 * then is no server.
 */
const WAIT_MS = 150;
const TOGETHER_MS = 4 * WAIT_MS;
const PATIENCE_MAX = 30;

/** Room before the event: for the server's address, then for the line that goes first. */
const HEAD_BYTES = 256;
const EVENT_FIRST_BYTES = 16 * 1024;
const EVENT_BYTES_MAX = 8 * 1024 * 1024;
const ANSWER_FIRST_BYTES = 4096;
/** An answer has at most 9,000 characters. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** What an answer begins and ends with. */
const ANSWERED = 0x2b;
const END = 0;
const SLASH = 0x2f;

/** How much a pipe takes at once that is ready for any: PIPE_BUF. */
const PIPE_BYTES = process.platform === "darwin" ? 512 : 4096;

/** struct sockaddr_un: the family, on macOS behind a length, and the path with a NUL. */
const PATH_START = 2;
/** Of "/hooks.sock". */
const NAME_BYTES = 11;
const PATH_BYTES_MAX = 100;
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
/** Looking at the directory: `struct statx` of Linux and the `struct stat` of macOS in words of four bytes. */
const STAT = !isMac ? "statx" : process.arch === "x64" ? "stat$INODE64" : "stat";
const FACTS_WORDS = 64;
const OWNER = isMac ? 4 : 5;
const MODE = isMac ? 1 : 7;
const OTHERS_WRITE = 0o022;
const AT_CWD = -100;
const STATX_BASIC = 0x7ff;
/** Who the server is: `struct ucred` of Linux, of which the second word is the user. macOS has a function for that. */
const PEER = isMac ? "getpeereid" : "getsockopt";
const SOL_SOCKET_LINUX = 1;
const SO_PEERCRED = 17;
const UCRED_BYTES = 12;
const LIBRARY = isMac ? "/usr/lib/libSystem.B.dylib" : "libc.so.6";
/** Types of bun:ffi. */
const I32 = 5;
const POINTER = 12;
const NOTHING = 13;
const I64 = 15;

/** The calls of the C library, by name. */
type Calls = Readonly<Record<string, (...values: (number | Uint8Array | Int32Array | Uint32Array)[]) => number>>;
interface Library {
  dlopen(path: string, symbols: object): { readonly symbols: Calls };
}

/** An event that the process has to answer by itself. */
export interface UnansweredEvent {
  /** The hook, as it was given. */
  readonly name: string;
  /** The directory of the knowledge base. */
  readonly directory: string;
  readonly input: Uint8Array;
}

/**
 * What `helix hook TYPE [DIR]` has to answer by itself; null where it is no hook, or cannot be one. Most hooks'
 * processes end before.
 */
export let unanswered: UnansweredEvent | null = null;

if (process.argv[2] === "hook") {
  try {
    const name = process.argv[3] ?? "";
    const { env } = process;
    const times = Number(env.HELIX_TIMEOUT_SCALE);
    const timeoutScale = times > 1 ? Math.min(times, PATIENCE_MAX) : 1;
    const given = process.argv[4] || env.HELIX_KB;
    const directory = given?.startsWith("/") ? given : directoryFor(given, env.HOME);
    const ffi = ((Bun as unknown as { readonly FFI?: unknown }).FFI ?? process.getBuiltinModule("bun:ffi")) as Library;
    // Each takes 15 µs to bind.
    const { symbols: calls } = ffi.dlopen(LIBRARY, {
      [STAT]: { args: isMac ? [POINTER, POINTER] : [I32, POINTER, I32, I32, POINTER], returns: I32 },
      socket: { args: [I32, I32, I32], returns: I32 },
      connect: { args: [I32, POINTER, I32], returns: I32 },
      [PEER]: { args: isMac ? [I32, POINTER, POINTER] : [I32, I32, I32, POINTER, POINTER], returns: I32 },
      send: { args: [I32, POINTER, I64, I32], returns: I64 },
      poll: { args: [POINTER, I32, I32], returns: I32 },
      read: { args: [I32, POINTER, I64], returns: I64 },
      write: { args: [I32, POINTER, I64], returns: I64 },
      _exit: { args: [I32], returns: NOTHING },
    });
    if (directory === null || !HOOKS.includes(name)) calls._exit!(0);

    // The server is called first: it wakes up while the event is read. A fixed clock is this process's own.
    let buffer = new Uint8Array(HEAD_BYTES + EVENT_FIRST_BYTES);
    const path = `${directory}/hooks.sock`;
    let end = PATH_START;
    for (let at = 0; at < path.length; at++) {
      const unit = path.charCodeAt(at);
      if (unit > 127 || at === PATH_BYTES_MAX) {
        end = pathEnd(path, buffer);
        break;
      }
      buffer[end++] = unit;
    }
    let server = -1;
    // Where the event comes later, it is told whose the directory and the server are.
    const facts = new Uint32Array(buffer.buffer, HEAD_BYTES, FACTS_WORDS);
    const user = process.geteuid!();
    let isOwn = false;
    if (end > PATH_START && !env.HELIX_NOW) {
      buffer[end - NAME_BYTES] = 0;
      const place = buffer.subarray(PATH_START);
      const failed = isMac ? calls[STAT]!(place, facts) : calls.statx!(AT_CWD, place, 0, STATX_BASIC, facts);
      buffer[end - NAME_BYTES] = SLASH;
      isOwn = failed === 0 && facts[OWNER] === user && (facts[MODE]! & OTHERS_WRITE) === 0;
    }
    if (isOwn) {
      buffer[isMac ? 1 : 0] = AF_UNIX;
      if (isMac) buffer[0] = end + 1;
      // Where many wait for a server that has stopped, a call that waits would wait with them.
      server = calls.socket!(AF_UNIX, isMac ? SOCK_STREAM : SOCK_STREAM | SOCK_NONBLOCK, 0);
      if (isMac) refuseSignals(ffi, server);
      if (calls.connect!(server, buffer, end + 1) !== 0) server = -1;
      else {
        facts[0] = UCRED_BYTES;
        const their = facts.subarray(1);
        if (isMac) isOwn = calls.getpeereid!(server, their.subarray(1), their) === 0 && their[1] === user;
        else isOwn = calls.getsockopt!(server, SOL_SOCKET_LINUX, SO_PEERCRED, their, facts) === 0 && their[1] === user;
        if (!isOwn) {
          hangUp(ffi, server);
          server = -1;
        }
      }
    }

    // The event, all of it; nothing of what is too long, or cannot be read.
    const waited = new Int32Array(2);
    let length = HEAD_BYTES;
    for (;;) {
      const rest = INPUT_MS * timeoutScale - performance.now();
      if (rest <= 0) calls._exit!(0);
      waited[0] = 0;
      waited[1] = POLLIN;
      if (calls.poll!(waited, 1, rest) <= 0) continue;
      const count = calls.read!(0, buffer.subarray(length), buffer.length - length);
      if (count === 0) break;
      length += count;
      if (count < 0 || length > HEAD_BYTES + EVENT_BYTES_MAX) calls._exit!(0);
      if (length === buffer.length) buffer = grown(buffer, HEAD_BYTES + EVENT_BYTES_MAX + 1);
    }
    if (length === HEAD_BYTES) calls._exit!(0);

    if (server >= 0) {
      // In one piece: the server wakes up for each.
      const build = typeof HELIX_VERSION === "string" ? `${HELIX_VERSION} ${HELIX_COMMIT}` : "0.0.0-source unknown";
      const head = `helix-hook\t${build}\t${name}\t${length - HEAD_BYTES}\n`;
      const start = HEAD_BYTES - head.length;
      for (let at = 0; at < head.length; at++) buffer[start + at] = head.charCodeAt(at);
      const until = performance.now() + TOGETHER_MS * timeoutScale;
      let isTaken = true;
      for (let done = start; done < length && isTaken; ) {
        const count = calls.send!(server, buffer.subarray(done), length - done, SEND_FLAGS);
        if (count > 0) done += count;
        else isTaken = takesMore(calls, server, waited, WAIT_MS * timeoutScale) && performance.now() < until;
      }
      let answer = new Uint8Array(isTaken ? ANSWER_FIRST_BYTES : 0);
      for (let got = 0; got < answer.length && performance.now() < until; ) {
        waited[0] = server;
        waited[1] = POLLIN;
        if (calls.poll!(waited, 1, WAIT_MS * timeoutScale) <= 0) break;
        const count = calls.read!(server, answer.subarray(got), answer.length - got);
        if (count <= 0) break;
        got += count;
        if (answer[got - 1] === END) {
          if (answer[0] === ANSWERED) print(calls, answer.subarray(1, got - 1), waited, INPUT_MS * timeoutScale);
          break;
        }
        if (got === answer.length) answer = grown(answer, ANSWER_BYTES_MAX);
      }
      hangUp(ffi, server);
    }
    unanswered = { name, directory: directory!, input: buffer.subarray(HEAD_BYTES, length) };
  } catch {
    // A system whose C library cannot be called: nothing that goes wrong here is worth an error in somebody's
    // conversation.
  }
}

/**
 * The directory that is meant by a path that is not absolute, else the one in the user's home; null where there is no
 * home.
 */
function directoryFor(given: string | undefined, home: string | undefined): string | null {
  if (given && given !== "~" && !given.startsWith("~/")) return `${process.cwd()}/${given}`;
  if (!home?.startsWith("/")) return null;
  return given ? home + given.slice(1) : `${home}/.helix-kb`;
}

/** Puts a path with any letters into the address; returns where it ends, where it begins if it is too long. */
function pathEnd(path: string, address: Uint8Array): number {
  const room = address.subarray(PATH_START, PATH_START + PATH_BYTES_MAX);
  const { read, written } = new TextEncoder().encodeInto(path, room);
  address.fill(0, PATH_START + written);
  return read < path.length ? PATH_START : PATH_START + written;
}

/** The same bytes with room for more, up to so many; the same array when it is as long already. */
function grown(bytes: Uint8Array<ArrayBuffer>, bytesMax: number): Uint8Array<ArrayBuffer> {
  if (bytes.length >= bytesMax) return bytes;
  const larger = new Uint8Array(Math.min(bytes.length * 4, bytesMax));
  larger.set(bytes);
  return larger;
}

/** macOS: without a signal when the other end is gone. */
function refuseSignals(ffi: Library, socket: number): void {
  const { symbols } = ffi.dlopen(LIBRARY, { setsockopt: { args: [I32, I32, I32, POINTER, I32], returns: I32 } });
  symbols.setsockopt!(socket, SOL_SOCKET, SO_NOSIGPIPE, new Int32Array([1]), 4);
}

/** Whoever has given up is not answered any more. */
function hangUp(ffi: Library, socket: number): void {
  ffi.dlopen(LIBRARY, { close: { args: [I32], returns: I32 } }).symbols.close!(socket);
}

/** Waits until the server takes more; false where it does not, or is gone. */
function takesMore(calls: Calls, server: number, waited: Int32Array, waitMs: number): boolean {
  waited[0] = server;
  waited[1] = POLLOUT;
  return calls.poll!(waited, 1, waitMs) > 0 && waited[1] === (POLLOUT | (POLLOUT << 16));
}

/** Prints a whole answer and ends the process, at the latest `untilMs` after its start: nobody may be reading. */
function print(calls: Calls, answer: Uint8Array, waited: Int32Array, untilMs: number): void {
  waited[0] = 1;
  waited[1] = POLLOUT;
  for (let done = 0, count = 1; done < answer.length && count > 0; done += count) {
    if (calls.poll!(waited, 1, Math.max(0, untilMs - performance.now())) <= 0) break;
    count = calls.write!(1, answer.subarray(done), Math.min(answer.length - done, PIPE_BYTES));
  }
  calls._exit!(0);
}

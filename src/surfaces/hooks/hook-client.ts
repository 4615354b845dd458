// The process of a hook asks the server of its knowledge base, if one runs: the server answers in a fraction of the
// time that the process would take to load what it needs. In any doubt the process finds the answer itself
// (hook-fallback.ts). This file is all of helix that such a process loads. Its engine has only just started, where one
// more module takes 60 µs, the first call of a function 2 to 100 µs by its length, a codec 80 and an `await` 30
// (docs/PERFORMANCE.md). So it imports nothing and calls the C library itself. The code for every event is no function:
// it runs as the file is loaded. Only rare cases have functions. It repeats what it needs of hook-types.ts,
// hook-socket.ts, settings-answer.ts, timeout-scale.ts, version.ts and path-names.ts.
// Invariants:
// - It prints a whole answer or nothing, and the exit code is 0.
// - Each wait ends, whatever is behind standard input, standard output or the socket.
// - It asks only its own user's server, in a directory of that user which nobody else may write to. Anybody else who
//   could put a socket there would get the event, prompts included, and would choose what the model reads.

declare const HELIX_VERSION: string | undefined;
declare const HELIX_COMMIT: string | undefined;

/** All hooks. For any other word the process ends at once. */
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
 * How long each step waits for the server, in milliseconds, and how long all steps wait together. A program that
 * accepts and sends one byte now and then is no server.
 */
const WAIT_MS = 150;
const TOGETHER_MS = 4 * WAIT_MS;
const TIMEOUT_SCALE_MAX = 30;

/** Space in the buffer before the event: first for the server's address, then for the line that precedes the event. */
const HEAD_BYTES = 256;
const EVENT_FIRST_BYTES = 16 * 1024;
const EVENT_BYTES_MAX = 8 * 1024 * 1024;
const ANSWER_FIRST_BYTES = 4096;
/** An answer has at most 9,000 characters, and 20,000 of a shortened output. */
const ANSWER_BYTES_MAX = 256 * 1024;
/** How many times as long an answer may take to an event that may hold an output to shorten: one of so many bytes. */
const OUTPUT_TIMES = 4;
const OUTPUT_BYTES_MIN = 2048;
/** The bytes at the beginning and the end of an answer. */
const ANSWERED = 0x2b;
const END = 0;
const SLASH = 0x2f;

/** How many bytes a pipe accepts at once when it is ready for any: PIPE_BUF. */
const PIPE_BYTES = process.platform === "darwin" ? 512 : 4096;

/** struct sockaddr_un: the family (on macOS behind a length), and the path with a NUL. */
const PATH_START = 2;
/** The length of "/hooks.sock". */
const NAME_BYTES = 11;
const PATH_BYTES_MAX = 100;
const AF_UNIX = 1;
const SOCK_STREAM = 1;
const SOCK_NONBLOCK = 0x800;
/** Values of macOS. */
const SOL_SOCKET = 0xffff;
const SO_NOSIGPIPE = 0x1022;
const POLLIN = 1;
const POLLOUT = 4;
const isMac = process.platform === "darwin";
/**
 * MSG_DONTWAIT, and on Linux MSG_NOSIGNAL: no signal when the other end is gone. macOS has a socket option for that.
 */
const SEND_FLAGS = isMac ? 0x80 : 0x4040;
/** The facts about the directory: `struct statx` of Linux and `struct stat` of macOS, in words of four bytes. */
const STAT = !isMac ? "statx" : process.arch === "x64" ? "stat$INODE64" : "stat";
const FACTS_WORDS = 64;
const OWNER = isMac ? 4 : 5;
const MODE = isMac ? 1 : 7;
const OTHERS_WRITE = 0o022;
const AT_CWD = -100;
const STATX_BASIC = 0x7ff;
/** The user of the server: `struct ucred` of Linux, whose second word is the user. macOS has a function for that. */
const PEER = isMac ? "getpeereid" : "getsockopt";
const SOL_SOCKET_LINUX = 1;
const SO_PEERCRED = 17;
const UCRED_BYTES = 12;
const LIBRARY = isMac ? "/usr/lib/libSystem.B.dylib" : "libc.so.6";
/** The numbers of types in bun:ffi. */
const I32 = 5;
const POINTER = 12;
const NOTHING = 13;
const I64 = 15;

/** The functions of the C library, by name. */
type Calls = Readonly<Record<string, (...values: (number | Uint8Array | Int32Array | Uint32Array)[]) => number>>;
interface Library {
  dlopen(path: string, symbols: object): { readonly symbols: Calls };
}

/** An event that the process has to answer itself. */
export interface UnansweredEvent {
  /** The name of the hook, as it was given. */
  readonly name: string;
  /** The directory of the knowledge base. */
  readonly directory: string;
  readonly input: Uint8Array;
}

/**
 * The event that `helix hook TYPE [DIR] [--plugin]` has to answer itself; null when the command is no hook, or no event can be
 * read. Most hook processes end before this is set.
 */
export let unanswered: UnansweredEvent | null = null;

/** What the plugin's hooks end with. */
const PLUGIN_WORD = "--plugin";
/** The longest settings file that a hook of the plugin looks into, in bytes. */
const SETTINGS_BYTES_MAX = 4 * 1024 * 1024;

/** `helix hook --help` is a command, whatever stands between. */
const isForEvent = process.argv[2] === "hook" && !["--help", "-h"].includes(process.argv.at(-1)!);
/** Whether this process is the guard of a plan, which has a way of its own (guard-hook.ts). */
export const isGuard = isForEvent && /^guard/.test(process.argv[3]!);
/** Whether this process answers an event. */
export const isHook = isForEvent && !isGuard;

if (isHook) {
  try {
    const name = process.argv[3] ?? "";
    const { env } = process;
    const times = Number(env.HELIX_TIMEOUT_SCALE);
    const timeoutScale = times > 1 ? Math.min(times, TIMEOUT_SCALE_MAX) : 1;
    const isOfPlugin = process.argv.at(-1) === PLUGIN_WORD;
    const given = (process.argv[4] === PLUGIN_WORD ? "" : process.argv[4]) || env.HELIX_KB;
    const directory = given?.startsWith("/") ? given : directoryFor(given, env.HOME);
    const ffi = ((Bun as unknown as { readonly FFI?: unknown }).FFI ?? process.getBuiltinModule("bun:ffi")) as Library;
    // Binding each function takes 15 µs.
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
    if (isOfPlugin && isInSettings(name, env)) calls._exit!(0);

    // The server is called first, so that it wakes up while the event is read. With a fixed clock the server is not
    // asked.
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
    // The facts about the directory and the server are stored where the event is read to later.
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
      // On Linux the socket does not block: if many processes wait for a server that has stopped, a blocking connect
      // would wait too.
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

    // Reads the whole event. An event that is too long or cannot be read ends the process.
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
      // Head and event go out in one piece, because the server wakes up for each piece.
      const build = typeof HELIX_VERSION === "string" ? `${HELIX_VERSION} ${HELIX_COMMIT}` : "0.0.0-source unknown";
      const head = `helix-hook\t${build}\t${name}\t${length - HEAD_BYTES}\n`;
      const start = HEAD_BYTES - head.length;
      for (let at = 0; at < head.length; at++) buffer[start + at] = head.charCodeAt(at);
      const isOutput = name === "post-build" && length - HEAD_BYTES > OUTPUT_BYTES_MIN;
      const scale = isOutput ? timeoutScale * OUTPUT_TIMES : timeoutScale;
      const until = performance.now() + (isOutput ? 2 : 1) * TOGETHER_MS * timeoutScale;
      let isTaken = true;
      for (let done = start; done < length && isTaken; ) {
        const count = calls.send!(server, buffer.subarray(done), length - done, SEND_FLAGS);
        if (count > 0) done += count;
        else isTaken = takesMore(calls, server, waited, WAIT_MS * scale) && performance.now() < until;
      }
      let answer = new Uint8Array(isTaken ? ANSWER_FIRST_BYTES : 0);
      for (let got = 0; got < answer.length && performance.now() < until; ) {
        waited[0] = server;
        waited[1] = POLLIN;
        if (calls.poll!(waited, 1, WAIT_MS * scale) <= 0) break;
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
    // A system whose C library cannot be called. No failure here is worth an error in somebody's conversation.
  }
}

/**
 * The directory for a path that is not absolute, or the default one in the user's home; null where there is no home.
 */
function directoryFor(given: string | undefined, home: string | undefined): string | null {
  if (given && given !== "~" && !given.startsWith("~/")) return `${process.cwd()}/${given}`;
  if (!home?.startsWith("/")) return null;
  return given ? home + given.slice(1) : `${home}/.helix-kb`;
}

/**
 * Writes a path with any characters into the address. Returns the offset of its end; PATH_START if the path is too
 * long.
 */
function pathEnd(path: string, address: Uint8Array): number {
  const room = address.subarray(PATH_START, PATH_START + PATH_BYTES_MAX);
  const { read, written } = new TextEncoder().encodeInto(path, room);
  address.fill(0, PATH_START + written);
  return read < path.length ? PATH_START : PATH_START + written;
}

/** The same bytes in an array with more room, up to `bytesMax`. Returns the same array when it is that long already. */
function grown(bytes: Uint8Array<ArrayBuffer>, bytesMax: number): Uint8Array<ArrayBuffer> {
  if (bytes.length >= bytesMax) return bytes;
  const larger = new Uint8Array(Math.min(bytes.length * 4, bytesMax));
  larger.set(bytes);
  return larger;
}

/** Prevents the signal that macOS sends when the other end is gone. */
function refuseSignals(ffi: Library, socket: number): void {
  const { symbols } = ffi.dlopen(LIBRARY, { setsockopt: { args: [I32, I32, I32, POINTER, I32], returns: I32 } });
  symbols.setsockopt!(socket, SOL_SOCKET, SO_NOSIGPIPE, new Int32Array([1]), 4);
}

/** Closes the connection, so that the server does not answer a process that has given up. */
function hangUp(ffi: Library, socket: number): void {
  ffi.dlopen(LIBRARY, { close: { args: [I32], returns: I32 } }).symbols.close!(socket);
}

/** Waits until the server accepts more bytes. Returns false when it does not, or is gone. */
function takesMore(calls: Calls, server: number, waited: Int32Array, waitMs: number): boolean {
  waited[0] = server;
  waited[1] = POLLOUT;
  return calls.poll!(waited, 1, waitMs) > 0 && waited[1] === (POLLOUT | (POLLOUT << 16));
}

/** Prints a whole answer and ends the process, at the latest `untilMs` after its start, since nobody may be reading. */
function print(calls: Calls, answer: Uint8Array, waited: Int32Array, untilMs: number): void {
  waited[0] = 1;
  waited[1] = POLLOUT;
  for (let done = 0, count = 1; done < answer.length && count > 0; done += count) {
    if (calls.poll!(waited, 1, Math.max(0, untilMs - performance.now())) <= 0) break;
    count = calls.write!(1, answer.subarray(done), Math.min(answer.length - done, PIPE_BYTES));
  }
  calls._exit!(0);
}

/** A hook in the client's settings, as far as it is looked at. */
interface SettingsHook {
  readonly command?: string;
  readonly tool?: string;
  readonly input?: { readonly type?: string };
}

/** Whether the client's settings hold this hook themselves (settings-answer.ts). */
function isInSettings(name: string, env: NodeJS.ProcessEnv): boolean {
  const { readFileSync, statSync } = process.getBuiltinModule("node:fs");
  const own = env.CLAUDE_CONFIG_DIR || `${env.HOME}/.claude`;
  const project = `${env.CLAUDE_PROJECT_DIR || process.cwd()}/.claude`;
  const starts = new RegExp(`helix.*\\shook\\s+${name}(?![\\w-])|\\shook\\s+${name}(?![\\w-]).*# helix$`);
  return [`${own}/settings.json`, `${project}/settings.json`, `${project}/settings.local.json`].some((path) => {
    try {
      const stats = statSync(path);
      if (!stats.isFile() || stats.size > SETTINGS_BYTES_MAX) return false;
      const text = readFileSync(path, "utf8");
      if (!text.includes("helix")) return false;
      const groups = Object.values(JSON.parse(text).hooks).flat() as { hooks?: SettingsHook[] }[];
      const isOwn = ({ command, tool, input }: SettingsHook) =>
        typeof command === "string"
          ? starts.test(command) && !command.includes(PLUGIN_WORD)
          : tool === "hook" && input?.type === name;
      return groups.some(({ hooks }) => hooks?.some(isOwn));
    } catch {
      return false;
    }
  });
}

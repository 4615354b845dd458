// The calls of the C library that a hook needs. Node's `fs` takes longer to load than all of a hook's work (docs/PERFORMANCE.md), so hooks do
// without it. Calls that few events need are bound when they are needed: each costs a little to bind.
// Nothing here takes a variable number of arguments: Apple's arm64 passes those elsewhere.
// Errors are thrown as the system's own: `code` is ENOENT, EACCES, ...

import type { FileIdentity } from "./file-system.ts";
import type { FileStamp } from "./small-files.ts";

const isMac = process.platform === "darwin";
const LIBRARY = isMac ? "/usr/lib/libSystem.B.dylib" : "libc.so.6";
/** On x64 Macs the plain names mean older calls with a shorter `struct stat`. */
const MAC_SUFFIX = process.arch === "x64" ? "$INODE64" : "";

// Not blocking, not becoming the process's terminal, not inherited.
const OPEN_READ = isMac ? 0x4 | 0x20000 | 0x1000000 : 0x800 | 0x100 | 0x80000;
const NO_FOLLOW = isMac ? 0x100 : process.arch === "arm64" ? 0x8000 : 0x20000;
/** At the end, not through a link. */
const OPEN_APPEND = (isMac ? 0x1 | 0x4 | 0x8 | 0x1000000 : 0x1 | 0x800 | 0x400 | 0x80000) | NO_FOLLOW;

/** Names of the errors that callers tell apart. */
const ERROR_NAMES: Readonly<Record<number, string>> = {
  1: "EPERM",
  2: "ENOENT",
  5: "EIO",
  13: "EACCES",
  17: "EEXIST",
  20: "ENOTDIR",
  21: "EISDIR",
  28: "ENOSPC",
  30: "EROFS",
};
const INTERRUPTED = 4;
const PATH_BYTES_MAX = 4096;

type Calls = Readonly<Record<string, (...values: (number | bigint | null | ArrayBufferView)[]) => number>>;

/** Numbers of types, as `FFIType` of bun:ffi has them. */
const [i32, u64, pointer, nothing, i64] = [5, 8, 12, 13, 15];

interface Symbols {
  readonly [name: string]: { readonly args: readonly number[]; readonly returns: number };
}

/** What the module bun:ffi is made of. It wraps each function once more, and takes as long to load as all else here. */
interface Native {
  dlopen(library: string, symbols: Symbols): { readonly symbols: unknown };
  readonly read: { i32(place: number, offset: number): number };
}

const native: Native =
  (Bun as unknown as { readonly FFI?: Native }).FFI ?? ((await import("bun:ffi")) as unknown as Native);

const c = bind({
  open: { args: [pointer, i32], returns: i32 },
  close: { args: [i32], returns: i32 },
  read: { args: [i32, pointer, i64], returns: i64 },
  pread: { args: [i32, pointer, i64, i64], returns: i64 },
  write: { args: [i32, pointer, i64], returns: i64 },
  _exit: { args: [i32], returns: nothing },
  ...(isMac
    ? {
        __error: { args: [], returns: pointer },
        [`stat${MAC_SUFFIX}`]: { args: [pointer, pointer], returns: i32 },
        [`fstat${MAC_SUFFIX}`]: { args: [i32, pointer], returns: i32 },
        dispatch_time: { args: [i64, i64], returns: i64 },
        dispatch_get_global_queue: { args: [i64, i64], returns: pointer },
        dispatch_after_f: { args: [i64, pointer, pointer, pointer], returns: nothing },
      }
    : {
        __errno_location: { args: [], returns: pointer },
        statx: { args: [i32, pointer, i32, i32, pointer], returns: i32 },
        timer_create: { args: [i32, pointer, pointer], returns: i32 },
        timer_settime: { args: [u64, i32, pointer, pointer], returns: i32 },
      }),
});

function bind(symbols: Symbols): Calls {
  return native.dlopen(LIBRARY, symbols).symbols as Calls;
}

let rare: Calls | undefined;

/** Calls for the first event of a session. */
function rareCalls(): Calls {
  rare ??= bind({
    realpath: { args: [pointer, pointer], returns: pointer },
    mkdir: { args: [pointer, i32], returns: i32 },
    umask: { args: [i32], returns: i32 },
    fopen: { args: [pointer, pointer], returns: pointer },
    fclose: { args: [pointer], returns: i32 },
    getsid: { args: [i32], returns: i32 },
  });
  return rare;
}

let sockets: Calls | undefined;

/** Calls for a question to another process. */
function socketCalls(): Calls {
  sockets ??= bind({
    socket: { args: [i32, i32, i32], returns: i32 },
    setsockopt: { args: [i32, i32, i32, pointer, i32], returns: i32 },
    connect: { args: [i32, pointer, i32], returns: i32 },
    send: { args: [i32, pointer, i64, i32], returns: i64 },
  });
  return sockets;
}

const encoder = new TextEncoder();

function errno(): number {
  return native.read.i32(c[isMac ? "__error" : "__errno_location"]!(), 0);
}

function failure(call: string, number = errno()): Error {
  const code = ERROR_NAMES[number] ?? `E${number}`;
  return Object.assign(new Error(`${code}: ${call} failed`), { code });
}

/** A path as the C library takes it. Throws for one that it would take for a shorter one. */
function nameFor(path: string): Uint8Array {
  if (path.includes("\0")) throw failure("a path with NUL", 2);
  return encoder.encode(`${path}\0`);
}

/** Opens for reading. */
export function openForReading(path: string): number {
  return opened(path, OPEN_READ);
}

/** Opens an existing file for writing at its end; not through a link. */
export function openForAppending(path: string): number {
  return opened(path, OPEN_APPEND);
}

function opened(path: string, flags: number): number {
  const name = nameFor(path);
  for (;;) {
    const descriptor = c.open!(name, flags);
    if (descriptor >= 0) return descriptor;
    const number = errno();
    if (number !== INTERRUPTED) throw failure("open", number);
  }
}

/** Closes a descriptor. */
export function closeFile(descriptor: number): void {
  c.close!(descriptor);
}

/** Reads into all of `target` from `position`; returns the bytes read, fewer only at the end of the file. */
export function readAt(descriptor: number, target: Uint8Array, position: number): number {
  let done = 0;
  while (done < target.length) {
    const rest = done === 0 ? target : target.subarray(done);
    const count = c.pread!(descriptor, rest, rest.length, position + done);
    if (count < 0) {
      const number = errno();
      if (number === INTERRUPTED) continue;
      throw failure("pread", number);
    }
    if (count === 0) break;
    done += count;
  }
  return done;
}

/** Reads what comes next, waiting for it, at most `target.length` bytes; 0 at the end. */
export function readNext(descriptor: number, target: Uint8Array): number {
  for (;;) {
    const count = c.read!(descriptor, target, target.length);
    if (count >= 0) return count;
    const number = errno();
    if (number !== INTERRUPTED) throw failure("read", number);
  }
}

/** Writes all of it. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    const rest = done === 0 ? bytes : bytes.subarray(done);
    const count = c.write!(descriptor, rest, rest.length);
    if (count >= 0) {
      done += count;
      continue;
    }
    const number = errno();
    if (number !== INTERRUPTED) throw failure("write", number);
  }
}

/** Creates an empty file for this user only; nothing happens to one that is there. */
export function createFile(path: string): void {
  const name = nameFor(path);
  const { umask, fopen, fclose } = rareCalls();
  const before = umask!(0o077);
  const stream = fopen!(name, encoder.encode("wx\0"));
  const number = stream ? 0 : errno();
  umask!(before);
  if (stream) fclose!(stream);
  else if (ERROR_NAMES[number] !== "EEXIST") throw failure("fopen", number);
}

/** Creates a directory for this user only; false when something of that name is there. */
export function createDirectory(path: string): boolean {
  if (rareCalls().mkdir!(nameFor(path), 0o700) === 0) return true;
  const number = errno();
  if (ERROR_NAMES[number] === "EEXIST") return false;
  throw failure("mkdir", number);
}

/** The path without links, absolute. */
export function realPathOf(path: string): string {
  const target = new Uint8Array(PATH_BYTES_MAX);
  if (!rareCalls().realpath!(nameFor(path), target)) throw failure("realpath");
  return new TextDecoder().decode(target.subarray(0, target.indexOf(0)));
}

/** The number of the terminal session that this process belongs to. */
export function terminalSession(): number {
  return rareCalls().getsid!(0);
}

/** A file as stat(2) tells of it. */
export type FileFacts = FileIdentity & FileStamp;

const STAT_BYTES = 256;
const AT_CWD = -100;
const AT_EMPTY_PATH = 0x1000;
const STATX_BASIC = 0x7ff;
/** Offsets in `struct statx`, the same on all of Linux, and in the `struct stat` of macOS. */
const AT = isMac
  ? { mode: 4, inode: 8, size: 96, modified: 48, changed: 64, device: 0, minor: 0 }
  : { mode: 28, inode: 32, size: 40, modified: 112, changed: 96, device: 136, minor: 140 };

/** What is at `path`, links followed. */
export function factsAt(path: string): FileFacts {
  const stat = new Uint8Array(STAT_BYTES);
  const name = nameFor(path);
  const result = isMac ? c[`stat${MAC_SUFFIX}`]!(name, stat) : c.statx!(AT_CWD, name, 0, STATX_BASIC, stat);
  if (result !== 0) throw failure("stat");
  return factsFrom(stat);
}

/** What an open file is. */
export function factsOf(descriptor: number): FileFacts {
  const stat = new Uint8Array(STAT_BYTES);
  const result = isMac
    ? c[`fstat${MAC_SUFFIX}`]!(descriptor, stat)
    : c.statx!(descriptor, encoder.encode("\0"), AT_EMPTY_PATH, STATX_BASIC, stat);
  if (result !== 0) throw failure("fstat");
  return factsFrom(stat);
}

function factsFrom(stat: Uint8Array): FileFacts {
  const view = new DataView(stat.buffer);
  const type = view.getUint16(AT.mode, true) & 0xf000;
  const kind = type === 0x8000 ? "file" : type === 0x4000 ? "directory" : "other";
  const device = view.getUint32(AT.device, true) * 2 ** 20 + view.getUint32(AT.minor, true);
  const [inode, size] = [int64(view, AT.inode), int64(view, AT.size)];
  const [modifiedMs, changedMs] = [timeAt(view, AT.modified), timeAt(view, AT.changed)];
  const version = `${device} ${inode} ${size} ${modifiedMs} ${changedMs}`;
  return { kind, device, inode, size, modifiedMs, changedMs, version };
}

function int64(view: DataView, at: number): number {
  return view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

/** Seconds and nanoseconds as milliseconds. */
function timeAt(view: DataView, at: number): number {
  return int64(view, at) * 1000 + view.getUint32(at + 8, true) / 1_000_000;
}

const AF_UNIX = 1;
const SOCK_STREAM = 1;
const SOCKET_PATH_BYTES_MAX = 100;
/** SOL_SOCKET, SO_RCVTIMEO, SO_SNDTIMEO, and what keeps a signal from coming when the other end is gone: a flag of send, or an option. */
const SOCKET = isMac
  ? { level: 0xffff, receiveTime: 0x1006, sendTime: 0x1005, flags: 0, noSignal: 0x1022 }
  : { level: 1, receiveTime: 20, sendTime: 21, flags: 0x4000, noSignal: 0 };

/** Connects to the socket at `path`; each call on it waits so many milliseconds at most, under a second. Throws when nobody listens. */
export function connectTo(path: string, milliseconds: number): number {
  const { socket, setsockopt, connect } = socketCalls();
  const name = encoder.encode(path);
  if (name.length > SOCKET_PATH_BYTES_MAX) throw failure("a long path of a socket", 2);
  // struct sockaddr_un: the family, on macOS behind a length, and the path.
  const address = new Uint8Array(2 + name.length + 1);
  address[isMac ? 1 : 0] = AF_UNIX;
  if (isMac) address[0] = address.length;
  address.set(name, 2);
  const descriptor = socket!(AF_UNIX, SOCK_STREAM, 0);
  if (descriptor < 0) throw failure("socket");
  // struct timeval: seconds in 8 bytes, microseconds.
  const time = new Uint32Array(4);
  time[2] = milliseconds * 1000;
  setsockopt!(descriptor, SOCKET.level, SOCKET.receiveTime, time, 16);
  setsockopt!(descriptor, SOCKET.level, SOCKET.sendTime, time, 16);
  if (isMac) setsockopt!(descriptor, SOCKET.level, SOCKET.noSignal, new Uint32Array([1]), 4);
  if (connect!(descriptor, address, address.length) === 0) return descriptor;
  const number = errno();
  closeFile(descriptor);
  throw failure("connect", number);
}

/** Sends all of it, without a signal when the other end is gone. */
export function sendAll(descriptor: number, bytes: Uint8Array): void {
  const { send } = socketCalls();
  for (let done = 0; done < bytes.length; ) {
    const rest = done === 0 ? bytes : bytes.subarray(done);
    const count = send!(descriptor, rest, rest.length, SOCKET.flags);
    if (count < 0) throw failure("send");
    done += count;
  }
}

/** Ends the process at once. */
export function exitNow(code: number): never {
  c._exit!(code);
  throw failure("_exit");
}

/** Ends the process with exit code 0 after so long, whatever it is doing then, be it a loop or a call of the system that hangs. */
export function endAfter(milliseconds: number): void {
  const exit = (c._exit as unknown as { readonly ptr: number }).ptr;
  if (isMac) {
    const when = c.dispatch_time!(0, milliseconds * 1_000_000);
    // The function gets the context, which is null, as its argument: exit code 0.
    c.dispatch_after_f!(when, c.dispatch_get_global_queue!(0, 0), null, exit);
    return;
  }
  // struct sigevent in words of four bytes: the function's argument (two words, 0), the signal, SIGEV_THREAD, the function (two words).
  const event = new Uint32Array(16);
  event[3] = 2;
  event[4] = exit % 2 ** 32;
  event[5] = exit / 2 ** 32;
  const timer = new BigUint64Array(1);
  if (c.timer_create!(1, event, timer) !== 0) return;
  // struct itimerspec: no interval; seconds and nanoseconds, two words each.
  const seconds = Math.trunc(milliseconds / 1000);
  const when = new Uint32Array(8);
  when[4] = seconds;
  when[6] = (milliseconds - seconds * 1000) * 1_000_000;
  c.timer_settime!(timer[0]!, 0, when, null);
}

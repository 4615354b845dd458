// Calls of the system that nothing else offers. The C library is loaded on first use, so that programs that only read
// never pay for it. It is needed for flock(2), for fcntl(F_FULLFSYNC) on macOS, and to tell who is at the other end of
// a connection.

import { dlopen, FFIType, type Pointer, read } from "bun:ffi";

const LOCK_EXCLUSIVE = 2;
const LOCK_NON_BLOCKING = 4;
const LOCK_RELEASE = 8;
const F_FULLFSYNC = 51;
const isMac = process.platform === "darwin";
const MAC_LIBRARY = "/usr/lib/libSystem.B.dylib";
const LINUX_LIBRARY = "libc.so.6";
/** EWOULDBLOCK of each system. */
const WOULD_BLOCK = isMac ? 35 : 11;
const INTERRUPTED = 4;
/** EIO. */
const DRIVE_FAILED = 5;

function load() {
  const path = isMac ? MAC_LIBRARY : LINUX_LIBRARY;
  const errnoName = isMac ? "__error" : "__errno_location";
  const { symbols } = dlopen(path, {
    flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    fcntl: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    [errnoName]: { args: [], returns: FFIType.ptr },
  } as const);
  const location = (symbols as unknown as Record<string, () => Pointer>)[errnoName]!;
  return { flock: symbols.flock, fcntl: symbols.fcntl, errno: () => read.i32(location(), 0) };
}

let library: ReturnType<typeof load> | undefined;

function systemLibrary(): ReturnType<typeof load> {
  library ??= load();
  return library;
}

/**
 * Takes the exclusive lock of an open file without waiting; false when another holder has it. Throws where locks do not
 * work.
 */
export function tryFlock(descriptor: number): boolean {
  const { flock, errno } = systemLibrary();
  for (;;) {
    if (flock(descriptor, LOCK_EXCLUSIVE | LOCK_NON_BLOCKING) === 0) return true;
    const code = errno();
    if (code === INTERRUPTED) continue;
    if (code === WOULD_BLOCK || code === 0) return false;
    throw Object.assign(new Error(`flock failed (errno ${code})`), { code: "ENOLCK" });
  }
}

/** Releases the lock of an open file. */
export function releaseFlock(descriptor: number): void {
  systemLibrary().flock(descriptor, LOCK_RELEASE);
}

/**
 * macOS only: flushes a file or folder through the drive's cache. False where the volume cannot do that. Throws where
 * the drive failed: fsync(2) could succeed then although the bytes are lost.
 */
export function fullSync(descriptor: number): boolean {
  const { fcntl, errno } = systemLibrary();
  while (fcntl(descriptor, F_FULLFSYNC) !== 0) {
    const code = errno();
    if (code === DRIVE_FAILED) throw Object.assign(new Error("EIO: the drive could not be flushed"), { code: "EIO" });
    if (code !== INTERRUPTED) return false;
  }
  return true;
}

const SOL_SOCKET = 1;
const SO_PEERCRED = 17;
const UCRED_BYTES = 12;

/**
 * Makes the function that tells as which user the other end of a connection runs, or ran when it connected. The
 * function returns null where the system does not say.
 */
function peerLibrary(): (descriptor: number) => number | null {
  if (isMac) {
    const { getpeereid } = dlopen(MAC_LIBRARY, {
      getpeereid: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
    } as const).symbols;
    return (descriptor) => {
      const [user, group] = [new Uint32Array(1), new Uint32Array(1)];
      return getpeereid(descriptor, user, group) === 0 ? user[0]! : null;
    };
  }
  const { getsockopt } = dlopen(LINUX_LIBRARY, {
    getsockopt: {
      args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr],
      returns: FFIType.i32,
    },
  } as const).symbols;
  return (descriptor) => {
    // struct ucred: process, user, group.
    const [peer, length] = [new Uint32Array(UCRED_BYTES / 4), new Uint32Array([UCRED_BYTES])];
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, peer, length) === 0 ? peer[1]! : null;
  };
}

let userOfPeer: ReturnType<typeof peerLibrary> | undefined;

/** Whether the other end of a local connection is a process of this user. Root is another user. Does not throw. */
export function isOwnPeer(descriptor: number): boolean {
  try {
    userOfPeer ??= peerLibrary();
    return userOfPeer(descriptor) === process.geteuid?.();
  } catch {
    return false;
  }
}

/**
 * Bun's execve(2). It resets signals and closes everything but standard input, output and error. Bun's types lack it.
 */
interface Replaceable {
  execve?(path: string, words: readonly string[], environment: Readonly<Record<string, string | undefined>>): void;
}

/**
 * Runs another program in the place of this one: the same process, with the same standard input and output. `words`
 * begins with the program's name. Does not return. Throws when the system refuses, and then nothing has changed.
 */
export function replaceProcess(
  path: string,
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): never {
  const replaceable = process as Replaceable;
  if (replaceable.execve === undefined) throw new Error("a running program cannot be replaced here");
  replaceable.execve(path, words, environment);
  throw new Error("execve returned");
}

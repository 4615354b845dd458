// The calls of the C library that a hook needs where no server answers (hook-client.ts has its own). Node's `fs` takes
// longer to load than all of a hook's work (docs/PERFORMANCE.md), so hooks do without it. Binding a call costs a
// little, so calls that few events need are bound when they are needed. No call here takes a variable number of
// arguments, which Apple's arm64 passes elsewhere. Errors are thrown as the system's own: `code` is ENOENT, EACCES, ...

/** Whether this is macOS. Numbers and layouts of the two systems differ. */
export const isMac: boolean = process.platform === "darwin";
const PATH = isMac ? "/usr/lib/libSystem.B.dylib" : "libc.so.6";

/** Names of the errors that callers tell apart. */
export const ERROR_NAMES: Readonly<Record<number, string>> = {
  1: "EPERM",
  2: "ENOENT",
  5: "EIO",
  13: "EACCES",
  17: "EEXIST",
  20: "ENOTDIR",
  21: "EISDIR",
  28: "ENOSPC",
  30: "EROFS",
  32: "EPIPE",
};
/** Longer than any path of the two systems. */
const PATH_BYTES_MAX = 4096;
/** The number of the error that means: try again. */
export const INTERRUPTED = 4;

/** Calls by their names. */
export type Calls = Readonly<Record<string, (...values: (number | bigint | null | ArrayBufferView)[]) => number>>;

/** Numbers of types, as `FFIType` of bun:ffi has them. */
export const TYPES = { i32: 5, u64: 8, pointer: 12, nothing: 13, i64: 15 } as const;
const { i32, u64, pointer, nothing, i64 } = TYPES;

/** Functions to be bound: the types of their arguments and results, as `TYPES` numbers them. */
export interface Symbols {
  readonly [name: string]: { readonly args: readonly number[]; readonly returns: number };
}

/**
 * What the module bun:ffi is built on. The module wraps each function once more and takes as long to load as all else
 * here.
 */
interface Native {
  dlopen(library: string, symbols: Symbols): { readonly symbols: unknown };
  readonly read: Readonly<Record<"i32" | "u8" | "ptr", (place: number, offset: number) => number>>;
  ptr(bytes: ArrayBufferView): number;
}

function native(): Native {
  return (
    (Bun as unknown as { readonly FFI?: Native }).FFI ?? (process.getBuiltinModule("bun:ffi") as unknown as Native)
  );
}

let calls: Calls | undefined;
/** Where this thread's number of the last error lies. */
let errorPlace = 0;

/**
 * The calls that every answer needs. They are bound at the first use: a process that loads this module may need none.
 */
function library(): Calls {
  if (calls === undefined) {
    const place = isMac ? "__error" : "__errno_location";
    calls = native().dlopen(PATH, {
      close: { args: [i32], returns: i32 },
      write: { args: [i32, pointer, i64], returns: i64 },
      _exit: { args: [i32], returns: nothing },
      [place]: { args: [], returns: pointer },
    }).symbols as Calls;
    errorPlace = calls[place]!();
  }
  return calls;
}

/** Binds further calls. Throws where the library or one of them is missing. */
export function bind(symbols: Symbols): Calls {
  // Binding calls the system, so what tells the number of an error is bound before anything can fail.
  library();
  return native().dlopen(PATH, symbols).symbols as Calls;
}

/** Where an array lies in memory. It must be kept as long as the place is used. */
export function pointerTo(bytes: ArrayBufferView): number {
  return native().ptr(bytes);
}

/** Reads memory at a place. */
export function memory(): Native["read"] {
  return native().read;
}

/** The bytes in memory up to a NUL. */
export function bytesAt(place: number): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; ; at++) {
    const byte = memory().u8(place, at);
    if (byte === 0) return new Uint8Array(bytes);
    bytes.push(byte);
  }
}

const encoder = new TextEncoder();

/** The number of the last error of a call that `bind` has bound. */
export function errno(): number {
  library();
  return memory().i32(errorPlace, 0);
}

/** The error of a call that failed. */
export function failure(call: string, number = errno()): Error {
  const code = ERROR_NAMES[number] ?? `E${number}`;
  return Object.assign(new Error(`${code}: ${call} failed`), { code });
}

/** A path as the C library takes it. Throws for a path with a NUL, which the library would take for a shorter one. */
export function nameFor(path: string): Uint8Array {
  if (path.includes("\0")) throw failure("a path with NUL", 2);
  return encoder.encode(`${path}\0`);
}

let resolving: Calls | undefined;

/**
 * The path without links, absolute, by realpath(3); on macOS with the names as the disk keeps them. Throws the system's
 * error where there is nothing.
 */
export function realPathOf(path: string): string {
  resolving ??= bind({ realpath: { args: [pointer, pointer], returns: pointer } });
  const target = new Uint8Array(PATH_BYTES_MAX);
  if (!resolving.realpath!(nameFor(path), target)) throw failure("realpath");
  return new TextDecoder().decode(target.subarray(0, target.indexOf(0)));
}

/** Closes a descriptor. */
export function closeFile(descriptor: number): void {
  library().close!(descriptor);
}

/** Writes all of `bytes`. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    const rest = done === 0 ? bytes : bytes.subarray(done);
    const count = library().write!(descriptor, rest, rest.length);
    if (count >= 0) {
      done += count;
      continue;
    }
    const number = errno();
    if (number !== INTERRUPTED) throw failure("write", number);
  }
}

/** Ends the process at once. */
export function exitNow(code: number): never {
  library()._exit!(code);
  throw failure("_exit");
}

/**
 * Ends the process after this time, whatever it is doing then, even in a loop or in a call of the system that hangs. It
 * ends with this exit code, or by a signal where the system has no timer left. Throws where the system has no timer at
 * all.
 */
export function endAfter(milliseconds: number, code = 0): void {
  const exit = (library()._exit as unknown as { readonly ptr: number }).ptr;
  if (isMac) {
    const { dispatch_time, dispatch_get_global_queue, dispatch_after_f } = bind({
      dispatch_time: { args: [i64, i64], returns: i64 },
      dispatch_get_global_queue: { args: [i64, i64], returns: pointer },
      dispatch_after_f: { args: [i64, pointer, pointer, pointer], returns: nothing },
    });
    // The function gets the context as its argument, which is the exit code.
    dispatch_after_f!(dispatch_time!(0, milliseconds * 1_000_000), dispatch_get_global_queue!(0, 0), code, exit);
    return;
  }
  const { timer_create, timer_settime } = bind({
    timer_create: { args: [i32, pointer, pointer], returns: i32 },
    timer_settime: { args: [u64, i32, pointer, pointer], returns: i32 },
  });
  // struct sigevent in words of four bytes: the function's argument (two words), the signal, SIGEV_THREAD, the function
  // (two words).
  const event = new Uint32Array(16);
  event[0] = code;
  event[3] = 2;
  event[4] = exit % 2 ** 32;
  event[5] = exit / 2 ** 32;
  const timer = new BigUint64Array(1);
  if (timer_create!(1, event, timer) !== 0) {
    bind({ alarm: { args: [i32], returns: i32 } }).alarm!(Math.ceil(milliseconds / 1000));
    return;
  }
  // struct itimerspec: no interval; seconds and nanoseconds, two words each.
  const seconds = Math.trunc(milliseconds / 1000);
  const when = new Uint32Array(8);
  when[4] = seconds;
  when[6] = (milliseconds - seconds * 1000) * 1_000_000;
  timer_settime!(timer[0]!, 0, when, null);
}

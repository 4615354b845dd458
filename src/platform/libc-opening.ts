// Opens files and reads them at a position, by the C library (libc.ts), for hooks that find their answer themselves.

import { bind, errno, failure, INTERRUPTED, isMac, nameFor, TYPES } from "./libc.ts";

const { i32, i64, pointer } = TYPES;

// An opened file does not block, does not become the process's terminal, and is not inherited.
const OPEN_READ = isMac ? 0x4 | 0x20000 | 0x1000000 : 0x800 | 0x100 | 0x80000;
const NO_FOLLOW = isMac ? 0x100 : process.arch === "arm64" ? 0x8000 : 0x20000;
/** Writes go to the end of the file. A link is not followed. */
const OPEN_APPEND = (isMac ? 0x1 | 0x4 | 0x8 | 0x1000000 : 0x1 | 0x800 | 0x400 | 0x80000) | NO_FOLLOW;

const { open, pread } = bind({
  open: { args: [pointer, i32], returns: i32 },
  pread: { args: [i32, pointer, i64, i64], returns: i64 },
});

/** Opens for reading. */
export function openForReading(path: string): number {
  return opened(path, OPEN_READ);
}

/** Opens a folder, or whatever else is there, only to see that it is no link. Throws ELOOP for a link. */
export function openUnlinked(path: string): number {
  return opened(path, OPEN_READ | NO_FOLLOW);
}

/** Opens an existing file for writing at its end. A link is not followed. */
export function openForAppending(path: string): number {
  return opened(path, OPEN_APPEND);
}

function opened(path: string, flags: number): number {
  const name = nameFor(path);
  for (;;) {
    const descriptor = open!(name, flags);
    if (descriptor >= 0) return descriptor;
    const number = errno();
    if (number !== INTERRUPTED) throw failure("open", number);
  }
}

/** Reads into all of `target` from `position`; returns the bytes read, fewer only at the end of the file. */
export function readAt(descriptor: number, target: Uint8Array, position: number): number {
  let done = 0;
  while (done < target.length) {
    const rest = done === 0 ? target : target.subarray(done);
    const count = pread!(descriptor, rest, rest.length, position + done);
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

// Reads files, links and folders by the C library (libc.ts), for the guard of a plan. Unlike libc-files.ts, each call
// throws where the system does not tell: who guards must not take "it cannot be told" for "there is nothing".

import { systemCodeOf } from "../base/errors.ts";
import { decodeUtf8 } from "../base/utf8.ts";
import {
  bind,
  bytesAt,
  type Calls,
  closeFile,
  errno,
  failure,
  INTERRUPTED,
  isMac,
  nameFor,
  realPathOf,
  TYPES,
} from "./libc.ts";
import { openForReading, readAt } from "./libc-opening.ts";
import { factsOf, MAC_SUFFIX } from "./libc-paths.ts";

const { i32, i64, pointer } = TYPES;
const LINK_BYTES_MAX = 4096;
/** Not a link; nothing there; something above it is no folder; the name is too long for anything to be there. */
const NO_LINK = new Set(isMac ? [22, 2, 20, 63] : [22, 2, 20, 36]);
/** Where a name begins in `struct dirent`. */
const NAME_AT = isMac ? 21 : 19;
const READDIR = isMac ? `readdir${MAC_SUFFIX}` : "readdir";
const ENTRIES_MAX = 1000;
const NO_SUCH = 2;
const INPUT_FIRST_BYTES = 64 * 1024;
/** EAGAIN. */
const AGAIN = isMac ? 35 : 11;

let calls: Calls | undefined;

function library(): Calls {
  calls ??= bind({
    readlink: { args: [pointer, pointer, i64], returns: i64 },
    opendir: { args: [pointer], returns: pointer },
    [READDIR]: { args: [pointer], returns: pointer },
    closedir: { args: [pointer], returns: i32 },
  });
  return calls;
}

/** What a link holds; null where there is no link. Throws the system's errors. */
export function readLink(path: string): string | null {
  const target = new Uint8Array(LINK_BYTES_MAX);
  const length = library().readlink!(nameFor(path), target, target.length);
  if (length >= 0) return decodeUtf8(target.subarray(0, length));
  const number = errno();
  if (NO_LINK.has(number)) return null;
  throw failure("readlink", number);
}

/** The names in a folder, at most 1,000, in the order of their letters; null where there is none. Throws. */
export function namesIn(path: string): string[] | null {
  const { opendir, closedir } = library();
  const folder = opendir!(nameFor(path));
  if (!folder) {
    const number = errno();
    if (number === NO_SUCH) return null;
    throw failure("opendir", number);
  }
  try {
    const names: string[] = [];
    while (names.length < ENTRIES_MAX) {
      const entry = library()[READDIR]!(folder);
      if (!entry) break;
      const name = decodeUtf8(bytesAt(entry + NAME_AT));
      if (name !== "." && name !== "..") names.push(name);
    }
    return names.sort();
  } finally {
    closedir!(folder);
  }
}

/** The name under which macOS keeps an existing path, whatever its case: that of the deepest part that is there. */
export function storedName(path: string): string {
  if (!isMac) return path;
  let rest = "";
  for (let there = path; there !== ""; there = there.slice(0, there.lastIndexOf("/"))) {
    try {
      return realPathOf(there) + rest;
    } catch (error) {
      if (!["ENOENT", "ENOTDIR"].includes(systemCodeOf(error))) throw error;
    }
    rest = there.slice(there.lastIndexOf("/")) + rest;
  }
  return path;
}

/** The text of a regular file; null where there is none. Throws for anything else, and for a longer one. */
export function textOfFile(path: string, bytesMax: number): string | null {
  let descriptor: number;
  try {
    descriptor = openForReading(path);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return null;
    throw error;
  }
  try {
    const { kind, size } = factsOf(descriptor);
    if (kind !== "file") throw new Error(`${path} is no file`);
    if (size > bytesMax) throw new Error(`${path} is too long`);
    const bytes = new Uint8Array(size);
    return decodeUtf8(bytes.subarray(0, readAt(descriptor, bytes, 0)));
  } finally {
    closeFile(descriptor);
  }
}

/** All of standard input. Throws where it is longer than `bytesMax`, or cannot be read. */
export function readInput(bytesMax: number): Uint8Array {
  const { read, poll } = bind({
    read: { args: [i32, pointer, i64], returns: i64 },
    poll: { args: [pointer, i32, i32], returns: i32 },
  });
  const waited = new Int32Array([0, 1]);
  let bytes = new Uint8Array(INPUT_FIRST_BYTES);
  let length = 0;
  for (;;) {
    // Whoever gave it may have made it not to block.
    waited[0] = 0;
    waited[1] = 1;
    poll!(waited, 1, -1);
    const count = read!(0, bytes.subarray(length), bytes.length - length);
    if (count === 0) return bytes.subarray(0, length);
    if (count < 0) {
      const number = errno();
      if (number === INTERRUPTED || number === AGAIN) continue;
      throw failure("read", number);
    }
    length += count;
    if (length > bytesMax) throw new Error("the event is too long");
    if (length < bytes.length) continue;
    const larger = new Uint8Array(bytes.length * 4);
    larger.set(bytes);
    bytes = larger;
  }
}

// Descriptors by calls of the system: what they are, pipes, and waiting for several of them at once.

import { fstatSync } from "node:fs";
import { orNull } from "../../base/errors.ts";
import { bind, type Calls, errno, failure, INTERRUPTED, isMac, TYPES } from "../libc.ts";
import { isReaderGone } from "../standard-output.ts";

const { i32, i64, pointer } = TYPES;
const POLLIN = 1;
const POLLOUT = 4;
/** What is told unasked: an error, as of a pipe that nobody reads; that the other end is gone; no such descriptor. */
const POLLERR = 8;
const POLLHUP = 16;
const POLLNVAL = 32;
/** EAGAIN of each system. */
const WOULD_BLOCK = isMac ? 35 : 11;
/** struct pollfd in words of four bytes: the descriptor; the events that are asked for, then those that there are. */
const POLLFD_WORDS = 2;

let calls: Calls | undefined;

function library(): Calls {
  calls ??= bind({
    pipe: { args: [pointer], returns: i32 },
    poll: { args: [pointer, i64, i32], returns: i32 },
    read: { args: [i32, pointer, i64], returns: i64 },
    write: { args: [i32, pointer, i64], returns: i64 },
  });
  return calls;
}

/** What a standard descriptor leads to. */
export interface DescriptorTarget {
  /** Somebody reads it later, as a text: a pipe, a socket or a file. A terminal or a device is none. */
  readonly isRead: boolean;
  /** Whether it takes any number of bytes at once. */
  readonly isFile: boolean;
  /** The same for two descriptors that lead to the same. */
  readonly identity: string;
}

/** What a descriptor leads to; null where it is closed. */
export function targetOf(descriptor: number): DescriptorTarget | null {
  const facts = orNull(() => fstatSync(descriptor));
  if (facts === null) return null;
  const isFile = facts.isFile();
  return {
    isRead: isFile || facts.isFIFO() || facts.isSocket(),
    isFile,
    identity: `${facts.dev}:${facts.ino}`,
  };
}

/** Makes a pipe. Throws the system's error. */
export function makePipe(): { readonly reading: number; readonly writing: number } {
  const ends = new Int32Array(2);
  if (library().pipe!(ends) !== 0) throw failure("pipe");
  return { reading: ends[0]!, writing: ends[1]! };
}

/** What a descriptor is waited for; `nothing`: only that nobody reads it any more. */
export interface Waited {
  readonly descriptor: number;
  readonly isFor: "reading" | "writing" | "nothing";
}

/**
 * Waits until one of the descriptors is ready, at most so many milliseconds, -1: for ever. Returns for each whether it
 * is ready, `gone` where nobody reads it any more; null when a signal came first. `tells`: whether the system ends the
 * wait when a reader goes that is waited for alone. macOS does not, so there readers are looked at after each wait.
 */
export function waitFor(waited: readonly Waited[], milliseconds: number, tells = !isMac): (boolean | "gone")[] | null {
  if (tells) return polled(waited, milliseconds);
  const ready = polled(
    waited.filter(({ isFor }) => isFor !== "nothing"),
    milliseconds,
  );
  if (ready === null) return null;
  const readers = waited.filter(({ isFor }) => isFor === "nothing");
  const gone = polled(
    readers.map(({ descriptor }) => ({ descriptor, isFor: "writing" })),
    0,
  );
  return waited.map(({ isFor }) => {
    if (isFor !== "nothing") return ready.shift()!;
    return gone?.shift() === "gone" ? "gone" : false;
  });
}

function polled(waited: readonly Waited[], milliseconds: number): (boolean | "gone")[] | null {
  const list = new Int32Array(Math.max(1, waited.length * POLLFD_WORDS));
  for (const [at, { descriptor, isFor }] of waited.entries()) {
    list[at * POLLFD_WORDS] = descriptor;
    list[at * POLLFD_WORDS + 1] = { reading: POLLIN, writing: POLLOUT, nothing: 0 }[isFor];
  }
  const count = library().poll!(list, waited.length, Math.min(milliseconds, 2 ** 31 - 1));
  if (count < 0) {
    const number = errno();
    if (number === INTERRUPTED) return null;
    throw failure("poll", number);
  }
  return waited.map(({ isFor }, at) => {
    const ready = list[at * POLLFD_WORDS + 1]! >>> 16;
    if (ready === 0) return false;
    return isFor !== "reading" && (ready & (POLLERR | POLLHUP | POLLNVAL)) !== 0 ? "gone" : true;
  });
}

/** Reads what is there, into `buffer`. Returns how many bytes; 0 at the end. Throws the system's error. */
export function readInto(descriptor: number, buffer: Uint8Array): number {
  for (;;) {
    const count = library().read!(descriptor, buffer, buffer.length);
    if (count >= 0) return Number(count);
    const number = errno();
    if (number !== INTERRUPTED) throw failure("read", number);
  }
}

/** Writes a part of the bytes. Returns how many. Throws the system's error: EPIPE where nobody reads. */
export function writeSome(descriptor: number, bytes: Uint8Array): number {
  const count = library().write!(descriptor, bytes, bytes.length);
  if (count >= 0) return Number(count);
  const number = errno();
  if (number === INTERRUPTED || number === WOULD_BLOCK) return 0;
  throw failure("write", number);
}

/** Writes all of the bytes, however long that takes. Returns whether somebody takes them. Throws the system's error. */
export function writeWholly(descriptor: number, bytes: Uint8Array): boolean {
  for (let done = 0; done < bytes.length; ) {
    if (waitFor([{ descriptor, isFor: "writing" }], -1)?.[0] === "gone") return false;
    try {
      done += writeSome(descriptor, bytes.subarray(done));
    } catch (error) {
      if (isReaderGone(error)) return false;
      throw error;
    }
  }
  return true;
}

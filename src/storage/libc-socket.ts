// A question to another process over a socket of the file system, by the C library (libc.ts).

import { encodeUtf8 } from "../format/utf8.ts";
import { bind, type Calls, closeFile, errno, failure, isMac, TYPES } from "./libc.ts";

const { i32, i64, pointer } = TYPES;

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

const AF_UNIX = 1;
const SOCK_STREAM = 1;
const SOCKET_PATH_BYTES_MAX = 100;
/** SOL_SOCKET, SO_RCVTIMEO, SO_SNDTIMEO, and what keeps a signal from coming when the other end is gone: a flag of send, or an option. */
const SOCKET = isMac
  ? { level: 0xffff, receiveTime: 0x1006, sendTime: 0x1005, flags: 0, noSignal: 0x1022 }
  : { level: 1, receiveTime: 20, sendTime: 21, flags: 0x4000, noSignal: 0 };

/** Connects to the socket at `path`; each call on it waits so many milliseconds at most. Throws when nobody listens. */
export function connectTo(path: string, milliseconds: number): number {
  const { socket, setsockopt, connect } = socketCalls();
  const name = encodeUtf8(path);
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
  time[0] = Math.floor(milliseconds / 1000);
  time[2] = (milliseconds % 1000) * 1000;
  setsockopt!(descriptor, SOCKET.level, SOCKET.receiveTime, time, 16);
  setsockopt!(descriptor, SOCKET.level, SOCKET.sendTime, time, 16);
  if (isMac) setsockopt!(descriptor, SOCKET.level, SOCKET.noSignal, new Uint32Array([1]), 4);
  if (connect!(descriptor, address, address.length) === 0) return descriptor;
  const number = errno();
  closeFile(descriptor);
  throw failure("connect", number);
}

/** Sends all of it, without a signal when the other end is gone. Throws when that takes until a moment of `performance.now()`. */
export function sendAll(descriptor: number, bytes: Uint8Array, until: number): void {
  const { send } = socketCalls();
  for (let done = 0; done < bytes.length; ) {
    const rest = done === 0 ? bytes : bytes.subarray(done);
    const count = send!(descriptor, rest, rest.length, SOCKET.flags);
    if (count < 0) throw failure("send");
    done += count;
    if (done < bytes.length && performance.now() > until) throw new Error("the other end reads too slowly");
  }
}

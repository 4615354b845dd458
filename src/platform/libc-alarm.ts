// Ends the process by a signal at a given time, whatever it is doing: a timer of the language does not interrupt a
// blocked read or a loop. A process that was killed has an exit code that no shell takes for success.

import { bind, isMac, TYPES } from "./libc.ts";

const { i32, i64, pointer } = TYPES;
const REAL_TIME = 0;
const SIGALRM = 14;
const UNBLOCK = isMac ? 2 : 1;
const SIGNAL_SET_BYTES = 128;

/** Has the process killed by SIGALRM after this time. Throws where that cannot be had. */
export function killAfter(milliseconds: number): void {
  const { setitimer, signal, sigprocmask } = bind({
    setitimer: { args: [i32, pointer, pointer], returns: i32 },
    signal: { args: [i32, i64], returns: i64 },
    sigprocmask: { args: [i32, pointer, pointer], returns: i32 },
  });
  // Whoever started this process may have had the signal ignored or blocked, and both are inherited.
  signal!(SIGALRM, 0);
  const signals = new Uint8Array(SIGNAL_SET_BYTES);
  signals[(SIGALRM - 1) >> 3] = 1 << ((SIGALRM - 1) & 7);
  sigprocmask!(UNBLOCK, signals, null);
  // struct itimerval: no interval; seconds, and microseconds, which are four bytes and a gap on macOS.
  const time = new BigInt64Array(4);
  time[2] = BigInt(Math.trunc(milliseconds / 1000));
  time[3] = BigInt(Math.trunc((milliseconds % 1000) * 1000));
  if (setitimer!(REAL_TIME, time, null) !== 0) throw new Error("setitimer failed");
}

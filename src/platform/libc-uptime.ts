// How long this machine has been running, by the C library (libc.ts). A clock that is set does not change it; a
// machine that was restarted begins at 0. It does not count while the machine sleeps: nobody works then.

import { bind, failure, isMac, TYPES } from "./libc.ts";

const { i32, pointer } = TYPES;
/** CLOCK_MONOTONIC of Linux and CLOCK_UPTIME_RAW of macOS. Both stand still while the machine sleeps. */
const CLOCK = isMac ? 8 : 1;

/** Seconds since the machine was started, without a fraction. */
export function uptimeSeconds(): number {
  const time = new BigInt64Array(2);
  const { clock_gettime } = bind({ clock_gettime: { args: [i32, pointer], returns: i32 } });
  if (clock_gettime!(CLOCK, time) !== 0) throw failure("clock_gettime");
  return Number(time[0]);
}

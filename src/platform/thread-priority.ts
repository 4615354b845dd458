// A thread that works for later steps back behind those that somebody waits for. On a machine with few cores, or busy
// ones, that is what keeps a request from waiting for a merge.

import { dlopen, FFIType } from "bun:ffi";

/**
 * Linux: which of the two the number names (a process; 0 is the calling thread, as its kernel sees threads), and how
 * nice it is from now on.
 */
const PRIO_PROCESS = 0;
const NICENESS = 10;
/** macOS: work that takes a while and that nobody looks at; and what a thread has that was given no class. */
const QOS_CLASS_UTILITY = 0x11;
const QOS_CLASS_UNSPECIFIED = 0;

/**
 * Lets other threads go first from now on. One that lets them go first already, since whoever started the process
 * wanted so, stays as it is: as root it would become more urgent. Where the system does not offer that, nothing
 * happens; does not throw.
 */
export function stepBack(): void {
  try {
    if (process.platform === "darwin") {
      const { symbols } = dlopen("/usr/lib/libSystem.B.dylib", {
        qos_class_self: { args: [], returns: FFIType.u32 },
        pthread_set_qos_class_self_np: { args: [FFIType.u32, FFIType.i32], returns: FFIType.i32 },
      });
      const own = symbols.qos_class_self();
      if (own !== QOS_CLASS_UNSPECIFIED && own <= QOS_CLASS_UTILITY) return;
      symbols.pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0);
    } else {
      const { symbols } = dlopen("libc.so.6", {
        getpriority: { args: [FFIType.i32, FFIType.u32], returns: FFIType.i32 },
        setpriority: { args: [FFIType.i32, FFIType.u32, FFIType.i32], returns: FFIType.i32 },
      });
      if (symbols.getpriority(PRIO_PROCESS, 0) < NICENESS) symbols.setpriority(PRIO_PROCESS, 0, NICENESS);
    }
  } catch {
    // It goes on as it is.
  }
}

// Lets a thread that works ahead step back behind threads that somebody waits for. On a machine with few or busy cores
// this keeps a request from waiting for a merge.

import { dlopen, FFIType } from "bun:ffi";

/**
 * Linux: that the number names a process (0 is the calling thread, as the kernel sees threads), and the niceness from
 * now on.
 */
const PRIO_PROCESS = 0;
const NICENESS = 10;
/**
 * macOS: the class of work that takes a while and that nobody watches, and the class of a thread that was given none.
 */
const QOS_CLASS_UTILITY = 0x11;
const QOS_CLASS_UNSPECIFIED = 0;

/**
 * Lets other threads go first from now on. A thread that does so already stays as it is: whoever started the process
 * wanted so, and as root it would become more urgent. Does nothing where the system does not offer this. Does not
 * throw.
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
    // The thread keeps its priority.
  }
}

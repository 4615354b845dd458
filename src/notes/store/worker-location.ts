// The location of the merge worker's file: beside this module in the sources, inside the binary when compiled.
// Invariants:
// - The address is absolute. If the binary did not hold the file, a relative address would be resolved against the
//   directory where helix was started, and would run another user's code.
// - The build has src/notes/store/merge-worker.ts as an entry point of its own, and src/ as the root of the binary's
//   file system. The extension is resolved to the compiled one.

/**
 * Root of the file system inside a compiled binary. Modules that the bundler splits off lie directly in it, whatever
 * their folder was.
 */
const EMBEDDED_ROOT = "file:///$bunfs/root/";

/** The address to give to `new Worker(...)`, compiled or run from source. */
export function mergeWorkerUrl(): URL {
  if (import.meta.url.startsWith(EMBEDDED_ROOT)) return new URL("notes/store/merge-worker.ts", EMBEDDED_ROOT);
  return new URL("./merge-worker.ts", import.meta.url);
}

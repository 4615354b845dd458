// Where the merge worker's file is: beside this module in the sources, inside the binary when compiled.
//
// Invariants
// - The address is absolute. A relative one would be looked up against the directory helix was started in when the
//   binary did not hold the file, and would then run a stranger's code.
// - The build names src/notes/store/merge-worker.ts as an entry point of its own, and src/ as the root of the binary's
//   file system; the extension is resolved to the compiled one.
//
// Left to others: starting the worker and talking to it.

/**
 * Root of the file system inside a compiled binary. Modules split off by the bundler lie directly in it, whatever their
 * folder was.
 */
const EMBEDDED_ROOT = "file:///$bunfs/root/";

/** The address to give to `new Worker(...)`, compiled or run from source. */
export function mergeWorkerUrl(): URL {
  if (import.meta.url.startsWith(EMBEDDED_ROOT)) return new URL("notes/store/merge-worker.ts", EMBEDDED_ROOT);
  return new URL("./merge-worker.ts", import.meta.url);
}

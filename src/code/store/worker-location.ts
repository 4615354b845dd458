// The location of the build worker's file: beside this module in the sources, inside the binary when compiled. Why it
// is absolute, and how it gets into the binary: src/notes/store/worker-location.ts.

const EMBEDDED_ROOT = "file:///$bunfs/root/";

/** The address to give to `new Worker(...)`, compiled or run from source. */
export function buildWorkerUrl(): URL {
  if (import.meta.url.startsWith(EMBEDDED_ROOT)) return new URL("code/store/build-worker.ts", EMBEDDED_ROOT);
  return new URL("./build-worker.ts", import.meta.url);
}

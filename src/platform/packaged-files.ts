// Reads files that came with helix. In a compiled binary they are inside it, packed with gzip. Run from source they lie
// in the packages.
//
// Invariants:
// - Nothing is read from the directory in which helix was started, or from any other place that strangers write to.
//
// Left to others: putting them into the binary under their names (scripts/grammars.mjs, scripts/build.mjs).

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** Root of the file system inside a compiled binary. */
const EMBEDDED_ROOT = "/$bunfs/root/";

/**
 * The bytes of the packaged file `name`. From source it is the file `specifier` of a package (`package/folder/file`).
 * Throws the system's error when the file is missing.
 */
export function readPackagedFile(name: string, specifier: string): Uint8Array {
  const own = fileURLToPath(import.meta.url);
  if (own.startsWith(EMBEDDED_ROOT)) return gunzipSync(readFileSync(`${EMBEDDED_ROOT}${name}.wasm.gz`));
  return readFileSync(Bun.resolveSync(specifier, own));
}

// Temporary folders for tests, removed when the test or the file that asked for them is over.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";

/**
 * A function that makes folders which live as long as one test ("each") or as the surrounding describe or file ("all").
 */
export function useFolders(scope: "each" | "all"): () => string {
  const made: string[] = [];
  const remove = () => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  };
  if (scope === "each") afterEach(remove);
  else afterAll(remove);
  return () => {
    // The real path, as the programs under test see it.
    const folder = mkdtempSync(join(realpathSync(tmpdir()), "helix-test-"));
    made.push(folder);
    return folder;
  };
}

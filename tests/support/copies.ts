// Folders that take long to make, for tests that each need one of their own: made once a file, and copied.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { useFolders } from "./temporary-folder.ts";

/**
 * A function that puts a copy of what `make` makes at a path, and returns the path. It is made at the first call; links
 * lead where they led.
 */
export function useCopies(make: (path: string) => void): (path: string) => string {
  const folder = useFolders("all");
  let made = "";
  return (path) => {
    if (made === "") {
      const first = join(folder(), "made");
      make(first);
      made = first;
    }
    cpSync(made, path, { recursive: true, verbatimSymlinks: true });
    return path;
  };
}

// Folders within a directory of helix's that are links: what is written there would be written to somebody else's.

import { HelixError } from "../base/errors.ts";
import { diskPaths } from "./path-facts.ts";

/** Throws IO where one of the folders is a symbolic link. One that is not there yet is none. */
export function refuseLinks(...folders: readonly string[]): void {
  for (const folder of folders) {
    if (diskPaths.facts(folder)?.kind === "link")
      throw new HelixError("IO", `${folder} is a symbolic link, and helix writes through none: put a folder there`);
  }
}

// Changes the permissions of a path.

import { chmodSync } from "node:fs";

/** Sets the permission bits of a file or directory. False where the system refuses. */
export function setMode(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

// Asks the system where an open file lies. Between a look at a path and its opening, a folder of the path may have been
// exchanged for a link.

import { readlinkSync } from "node:fs";
import { isWithin } from "../base/path-names.ts";
import { realPath } from "./real-path.ts";

/**
 * Whether the file that was opened at `path` lies in `root`, a path without links, or below. False where the system
 * does not tell.
 */
export function isOpenedWithin(descriptor: number, path: string, root: string): boolean {
  try {
    return isWithin(root, openedPath(descriptor, path));
  } catch {
    return false;
  }
}

/**
 * On Linux the path of the open file itself. Elsewhere the path is looked at again, which shows only an exchange that
 * lasts.
 */
function openedPath(descriptor: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return realPath(path);
  }
}

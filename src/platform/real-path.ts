// The path without links, by realpath(3) of the system. On macOS the runtime opens the file and asks for the path of
// what it opened (F_GETPATH): that needs the right to read it, waits where a volume is mounted at a look, and may name
// another hard link of the file.

import { realpathSync } from "node:fs";
import { isMac, realPathOf } from "./libc.ts";

/** The path without links, absolute. Throws the system's error where there is nothing. */
export const realPath: (path: string) => string = isMac ? realPathOf : (path) => realpathSync.native(path);

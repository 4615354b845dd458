// Reads a file that another program of this user wrote, with a name that came from outside. The name may lead anywhere.
// Invariants:
// - Only a regular file of this user that lies directly in a folder of this user is read, one that nobody else may write
//   to; links are not followed. A second name is no objection: only this user can have given it (2.1.197 does).
// - Nothing blocks, and nothing throws.

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { orNull } from "../base/errors.ts";
import { nameOf } from "../base/path-names.ts";
import { isOpenedWithin } from "./opened-path.ts";
import { isOwnDirectory } from "./own-directory.ts";
import { realPath } from "./real-path.ts";

const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The bytes of the file at `path`, at most `bytesMax`, that lies in `folder`; null for anything else. */
export function readOwnFile(path: string, folder: string, bytesMax: number): Uint8Array | null {
  if (path !== `${folder}/${nameOf(path)}` || !isOwnDirectory(folder)) return null;
  return orNull(() => {
    const root = realPath(folder);
    const descriptor = openSync(path, OPEN_FLAGS);
    try {
      const stats = fstatSync(descriptor);
      const isOwn = stats.isFile() && stats.uid === process.geteuid?.();
      if (!isOwn || stats.size > bytesMax || !isOpenedWithin(descriptor, path, root)) return null;
      const bytes = Buffer.alloc(stats.size);
      let length = 0;
      while (length < bytes.length) {
        const count = readSync(descriptor, bytes, length, bytes.length - length, null);
        if (count === 0) break;
        length += count;
      }
      return bytes.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  });
}

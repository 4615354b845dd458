// What a user can do when the system refuses a file. It ends a message that begins with what was refused.

import { systemCodeOf } from "../base/errors.ts";

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: "make room on the disk and try again",
  EDQUOT: "your share of the disk is used up: make room and try again",
  EFBIG: "files may not grow further here: raise the limit (ulimit -f) and try again",
  EROFS: "make the disk writable, or name another directory, e.g. HELIX_KB=~/.helix-kb",
  EMFILE: "too many files are open here: raise the limit (ulimit -n), or try again later",
  ENFILE: "too many files are open on this machine: try again later",
  EIO: "the disk may be failing: copy the knowledge base to another one",
};

/** "; " and what to do about an error of the system; "" when there is no advice. */
export function remedyOf(error: unknown): string {
  const remedy = REMEDIES[systemCodeOf(error)];
  return remedy === undefined ? "" : `; ${remedy}`;
}

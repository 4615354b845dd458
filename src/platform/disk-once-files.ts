// `OnceFiles` on this machine's disk, by Node's own calls.

import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { orNull, systemCodeOf } from "../base/errors.ts";
import { parentOf } from "../base/path-names.ts";
import { syncAll, syncFolder } from "./durable.ts";
import type { OnceFiles } from "./once-files.ts";

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const READ_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
const MISSING = new Set(["ENOENT", "ENOTDIR"]);
/** What says that a file system has no second names of files. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);
/** What says that a folder stays: it is not empty, is none, or is not ours to remove. */
const STAYS = new Set(["ENOTDIR", "ENOTEMPTY", "EEXIST", "EBUSY", "EACCES", "EPERM", "EROFS", "ENAMETOOLONG"]);

export const diskOnceFiles: OnceFiles = {
  namesIn: (path) => orMissing(null, () => readdirSync(path).sort()),
  textOfFile: (path, bytesMax) =>
    orMissing(null, () => {
      const descriptor = openSync(path, READ_FLAGS);
      try {
        const stats = fstatSync(descriptor);
        if (!stats.isFile()) throw new Error(`${path} is no file`);
        if (stats.size > bytesMax) throw new Error(`${path} is longer than ${bytesMax} bytes`);
        return readFileSync(descriptor, "utf8");
      } finally {
        closeSync(descriptor);
      }
    }),
  isThere: (path) =>
    orMissing(false, () => {
      lstatSync(path);
      return true;
    }),
  makeFolder: (path) => void mkdirSync(path, { recursive: true, mode: DIRECTORY_MODE }),
  write: (path, text) => writeSynced(path, CREATE_FLAGS, text),
  place(draft, path) {
    try {
      linkSync(draft, path);
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === "EEXIST") return false;
      if (!NO_LINKS.has(code)) throw error;
      if (diskOnceFiles.isThere(path)) return false;
      renameSync(draft, path);
      syncNames(parentOf(path));
      return true;
    }
    // The file has its name. If its draft stays, that changes nothing.
    orNull(() => unlinkSync(draft));
    syncNames(parentOf(path));
    return true;
  },
  append: (path, text) => writeSynced(path, APPEND_FLAGS, text),
  remove: (path) =>
    orMissing(false, () => {
      unlinkSync(path);
      return true;
    }),
  removeFolder(path) {
    try {
      rmdirSync(path);
      return true;
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === "ENOENT" || STAYS.has(code)) return code === "ENOENT";
      throw error;
    }
  },
};

function orMissing<T>(missing: T, attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    if (MISSING.has(systemCodeOf(error))) return missing;
    throw error;
  }
}

function writeSynced(path: string, flags: number, text: string): void {
  const descriptor = openSync(path, flags, FILE_MODE);
  try {
    const bytes = Buffer.from(text);
    if (writeSync(descriptor, bytes) !== bytes.length) throw Object.assign(new Error("no room"), { code: "ENOSPC" });
    syncAll(descriptor);
  } catch (error) {
    if ((flags & constants.O_EXCL) !== 0) unlinkSync(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Makes names in a folder durable, where the file system can. */
function syncNames(path: string): void {
  // Some file systems refuse it. A folder that is gone meanwhile has no names.
  orNull(() => syncFolder(path));
}

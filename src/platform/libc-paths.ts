// Looks at paths, and makes files and directories, by the C library (libc.ts).

import type { FileIdentity } from "./file-system.ts";
import { bind, type Calls, ERROR_NAMES, errno, failure, isMac, nameFor, TYPES } from "./libc.ts";
import type { FileStamp } from "./small-files.ts";

const { i32, pointer } = TYPES;
/** On x64 Macs the plain names stand for older calls with a shorter `struct stat`. */
export const MAC_SUFFIX = process.arch === "x64" ? "$INODE64" : "";

const stats: Calls = bind(
  isMac
    ? {
        [`stat${MAC_SUFFIX}`]: { args: [pointer, pointer], returns: i32 },
        [`fstat${MAC_SUFFIX}`]: { args: [i32, pointer], returns: i32 },
      }
    : { statx: { args: [i32, pointer, i32, i32, pointer], returns: i32 } },
);

let rare: Calls | undefined;

/** Calls that only the first event of a session needs. */
function rareCalls(): Calls {
  rare ??= bind({
    mkdir: { args: [pointer, i32], returns: i32 },
    umask: { args: [i32], returns: i32 },
    fopen: { args: [pointer, pointer], returns: pointer },
    fclose: { args: [pointer], returns: i32 },
    getsid: { args: [i32], returns: i32 },
  });
  return rare;
}

/** Creates an empty file for this user only. A file that is there stays as it is. */
export function createFile(path: string): void {
  const name = nameFor(path);
  const { umask, fopen, fclose } = rareCalls();
  const before = umask!(0o077);
  const stream = fopen!(name, nameFor("wx"));
  const number = stream ? 0 : errno();
  umask!(before);
  if (stream) fclose!(stream);
  else if (ERROR_NAMES[number] !== "EEXIST") throw failure("fopen", number);
}

/** Creates a directory for this user only; false when something of that name is there. */
export function createDirectory(path: string): boolean {
  if (rareCalls().mkdir!(nameFor(path), 0o700) === 0) return true;
  const number = errno();
  if (ERROR_NAMES[number] === "EEXIST") return false;
  throw failure("mkdir", number);
}

/** The number of the terminal session that this process belongs to. */
export function terminalSession(): number {
  return rareCalls().getsid!(0);
}

/** What stat(2) tells about a file. */
export interface FileFacts extends FileIdentity, FileStamp {
  /** The number of the user that owns it. */
  readonly owner: number;
  /** How many names it has. */
  readonly links: number;
  /** The permission bits, e.g. 0o600. */
  readonly mode: number;
}

/** More than a result has on any system. */
export const STAT_BYTES = 256;
const AT_CWD = -100;
const AT_EMPTY_PATH = 0x1000;
const STATX_BASIC = 0x7ff;
/** Offsets in `struct statx`, the same on all of Linux, and in the `struct stat` of macOS. */
export const STAT_AT = isMac
  ? { mode: 4, links: 6, inode: 8, owner: 16, size: 96, modified: 48, changed: 64, device: 0, minor: 0 }
  : { mode: 28, links: 16, inode: 32, owner: 20, size: 40, modified: 112, changed: 96, device: 136, minor: 140 };

/** The facts about what is at `path`, links followed. */
export function factsAt(path: string): FileFacts {
  const stat = new Uint8Array(STAT_BYTES);
  const name = nameFor(path);
  const result = isMac ? stats[`stat${MAC_SUFFIX}`]!(name, stat) : stats.statx!(AT_CWD, name, 0, STATX_BASIC, stat);
  if (result !== 0) throw failure("stat");
  return factsFrom(stat);
}

/** The facts about an open file. */
export function factsOf(descriptor: number): FileFacts {
  const stat = new Uint8Array(STAT_BYTES);
  const result = isMac
    ? stats[`fstat${MAC_SUFFIX}`]!(descriptor, stat)
    : stats.statx!(descriptor, nameFor(""), AT_EMPTY_PATH, STATX_BASIC, stat);
  if (result !== 0) throw failure("fstat");
  return factsFrom(stat);
}

function factsFrom(stat: Uint8Array): FileFacts {
  const view = new DataView(stat.buffer);
  const typeAndMode = view.getUint16(STAT_AT.mode, true);
  const found = kindOfMode(typeAndMode);
  const mode = typeAndMode & 0o777;
  const kind = found === "link" ? "other" : found;
  const device = view.getUint32(STAT_AT.device, true) * 2 ** 20 + view.getUint32(STAT_AT.minor, true);
  const [inode, size] = [wideIn(view, STAT_AT.inode), wideIn(view, STAT_AT.size)];
  const [modifiedMs, changedMs] = [timeIn(view, STAT_AT.modified), timeIn(view, STAT_AT.changed)];
  const owner = view.getUint32(STAT_AT.owner, true);
  const links = isMac ? view.getUint16(STAT_AT.links, true) : view.getUint32(STAT_AT.links, true);
  const version = `${device} ${inode} ${size} ${modifiedMs} ${changedMs}`;
  return { kind, device, inode, size, modifiedMs, changedMs, version, owner, links, mode };
}

/** What kind of file the mode of a result tells. */
export function kindOfMode(mode: number): "file" | "directory" | "link" | "other" {
  const type = mode & 0xf000;
  return type === 0x8000 ? "file" : type === 0x4000 ? "directory" : type === 0xa000 ? "link" : "other";
}

/** A number of 64 bits in a result. */
export function wideIn(view: DataView, at: number): number {
  return view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

/** Seconds and nanoseconds as milliseconds. */
export function timeIn(view: DataView, at: number): number {
  return wideIn(view, at) * 1000 + view.getUint32(at + 8, true) / 1_000_000;
}

// The processes of this user, as the system lists them. Linux tells in /proc. On macOS `ps` tells which there are, and
// sysctl(3) how each was started: a line of `ps` does not say where a word with spaces ends. Nothing is changed, and
// nothing of other users is read.

import { spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readlinkSync, readSync, statSync } from "node:fs";
import { orElse, orNull } from "../base/errors.ts";
import { decodeUtf8 } from "../base/utf8.ts";
import { bind, isMac, TYPES } from "./libc.ts";

/** A process of this user. */
export interface OwnProcess {
  readonly pid: number;
  /** The words that it was started with, the program first. */
  readonly words: readonly string[];
  /** The file that it runs. */
  readonly program: string;
  /** Whether that file was removed or replaced since. */
  readonly isReplaced: boolean;
  /** A variable of its environment; null where it has none, or where the system does not tell. */
  variable(name: string): string | null;
  /** Its current directory; null where the system does not tell. */
  readonly directory: string | null;
  /** A path that starts what this process runs, whatever stands at `program` now. */
  readonly image: string;
}

const PROC = "/proc";
/** The full path, because a folder on PATH may hold anything. */
const PS = "/bin/ps";
const PS_WAIT_MS = 3000;
/** How much of a command line is read, in bytes. */
const WORDS_BYTES_MAX = 16 * 1024;
/** How much of an environment is read, in bytes. */
const ENVIRONMENT_BYTES_MAX = 256 * 1024;
const GONE = " (deleted)";
const { i32, u64, pointer } = TYPES;
/** CTL_KERN and KERN_PROCARGS2 of macOS. */
const STARTED_WITH = [1, 49];
/** What a program can be started with at most (ARG_MAX of macOS), and a little more. */
const STARTED_BYTES_MAX = 1024 * 1024 + 4096;
const COUNT_BYTES = 4;

/** What a process was started with. */
export interface Start {
  /** The path that the system was given for the program. */
  readonly program: string;
  readonly words: readonly string[];
  /** Each as NAME=VALUE. */
  readonly environment: readonly string[];
}

/** The processes of this user whose words `accepts`, by number. None where the system does not tell. */
export function ownProcesses(accepts: (words: readonly string[]) => boolean): OwnProcess[] {
  if (isMac) return orElse([], () => listedProcesses(accepts, startReader()));
  return fromProc(accepts).sort((a, b) => a.pid - b.pid);
}

function fromProc(accepts: (words: readonly string[]) => boolean): OwnProcess[] {
  const user = process.geteuid?.();
  return orElse([], () => readdirSync(PROC)).flatMap((name): OwnProcess[] => {
    if (!/^\d+$/.test(name)) return [];
    const folder = `${PROC}/${name}`;
    const found = orNull(() => {
      if (statSync(folder).uid !== user) return null;
      const words = textsIn(`${folder}/cmdline`, WORDS_BYTES_MAX);
      return accepts(words) ? { words, link: readlinkSync(`${folder}/exe`) } : null;
    });
    if (found === null) return [];
    const { words, link } = found;
    const isReplaced = link.endsWith(GONE);
    const program = isReplaced ? link.slice(0, -GONE.length) : link;
    const directory = orNull(() => readlinkSync(`${folder}/cwd`));
    const environment = orElse([], () => textsIn(`${folder}/environ`, ENVIRONMENT_BYTES_MAX));
    const variable = (wanted: string) => valueIn(environment, wanted);
    return [{ pid: Number(name), words, program, isReplaced, image: `${folder}/exe`, directory, variable }];
  });
}

/** The texts of a file, each with a NUL behind it; those that begin within `bytesMax`. */
function textsIn(path: string, bytesMax: number): string[] {
  const bytes = new Uint8Array(bytesMax);
  const descriptor = openSync(path, "r");
  try {
    const text = new TextDecoder().decode(bytes.subarray(0, readSync(descriptor, bytes)));
    return text.replace(/\0$/, "").split("\0");
  } finally {
    closeSync(descriptor);
  }
}

function valueIn(environment: readonly string[], wanted: string): string | null {
  return environment.find((each) => each.startsWith(`${wanted}=`))?.slice(wanted.length + 1) ?? null;
}

/** The same by the numbers that `ps` lists and by what `start` tells of each; null: it does not tell. */
export function listedProcesses(
  accepts: (words: readonly string[]) => boolean,
  start: (pid: number) => Start | null,
): OwnProcess[] {
  const { stdout, status } = spawnSync(PS, ["-xo", "pid="], { encoding: "utf8", timeout: PS_WAIT_MS });
  if (status !== 0) return [];
  const pids = stdout.split("\n").map(Number).filter(Boolean);
  return pids
    .sort((a, b) => a - b)
    .flatMap((pid): OwnProcess[] => {
      const found = orNull(() => start(pid));
      if (found === null || !accepts(found.words)) return [];
      const { words, program, environment } = found;
      const variable = (wanted: string) => valueIn(environment, wanted);
      return [{ pid, words, program, isReplaced: false, image: program, directory: null, variable }];
    });
}

/** Makes the function that tells, on macOS, what a process was started with. */
function startReader(): (pid: number) => Start | null {
  const { sysctl } = bind({ sysctl: { args: [pointer, i32, pointer, pointer, pointer, u64], returns: i32 } });
  const bytes = new Uint8Array(STARTED_BYTES_MAX);
  return (pid) => {
    const name = new Int32Array([...STARTED_WITH, pid]);
    const length = new BigUint64Array([BigInt(bytes.length)]);
    if (sysctl!(name, name.length, bytes, length, null, 0) !== 0) return null;
    return startIn(bytes.subarray(0, Number(length[0])));
  };
}

/**
 * Reads what macOS tells of a process's start: the number of words (four bytes), the program's path, NULs that fill up,
 * the words and then the environment, a NUL behind each text. Null where that is not what the bytes hold.
 */
export function startIn(bytes: Uint8Array): Start | null {
  if (bytes.length <= COUNT_BYTES) return null;
  const count = new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true);
  const [program = "", ...texts] = decodeUtf8(bytes.subarray(COUNT_BYTES)).split("\0");
  const first = texts.findIndex((text) => text !== "");
  if (program === "" || first < 0 || count < 1) return null;
  const environment = texts.slice(first + count);
  const end = environment.indexOf("");
  return {
    program,
    words: texts.slice(first, first + count),
    environment: end < 0 ? environment : environment.slice(0, end),
  };
}

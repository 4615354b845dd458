// What a command inherits from the caller of helix, to the byte, although the runtime changes some of it for its own
// process when it starts.
// Invariants:
// - Words and variables are the caller's bytes, whether or not they are UTF-8.
// - A signal that the caller ignores (`nohup`) stays ignored.
// - Descriptors that the caller opened (`3>file`, `<(list)`) are known by their numbers; those of the runtime are not.
//   On macOS none has to be known: the runtime leaves them as they came, and what it opens itself is closed on exec.
// What cannot be known again: a standard descriptor that was closed (it is /dev/null now), and whether the caller
// ignored SIGPIPE. On macOS, the limit of open files stays raised.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { orElse } from "../../base/errors.ts";
import { bind, bytesAt, isMac, memory, TYPES } from "../libc.ts";

const { i32, i64, pointer } = TYPES;
const FOLDER = "/proc/self/fd";
const POINTER_BYTES = 8;
const FIRST_OTHER = 3;
const NUL = 0;
/** SIG_DFL, SIG_IGN. */
const DEFAULT = 0;
const IGNORED = 1n;
/** struct sigaction is shorter than this, in words of eight bytes. */
const ACTION_WORDS = 32;
/** What the runtime ignores for its own process: SIGPIPE and SIGXFSZ. */
const IGNORED_BY_RUNTIME = [13, 25];
const RLIMIT_NOFILE = 7;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the system still has of the command line and the environment, as bytes. */
export interface GivenBytes {
  words(): Uint8Array[];
  variables(): Uint8Array[];
}

const linuxBytes: GivenBytes = {
  words: () => entriesOf(readFileSync("/proc/self/cmdline")),
  variables: () => entriesOf(readFileSync("/proc/self/environ")),
};

/** On macOS these tell where the program's arrays of texts lie, which the variables `environ` and `argv` point to. */
const macBytes: GivenBytes = {
  words() {
    const { _NSGetArgv } = bind({ _NSGetArgv: { args: [], returns: pointer } });
    return textsAt(memory().ptr(_NSGetArgv!(), 0));
  },
  variables() {
    const { _NSGetEnviron } = bind({ _NSGetEnviron: { args: [], returns: pointer } });
    return textsAt(memory().ptr(_NSGetEnviron!(), 0));
  },
};

const givenBytes = isMac ? macBytes : linuxBytes;

/** The last `words.length` words of helix's own command line, as bytes. */
export function ownWords(words: readonly string[], given: GivenBytes = givenBytes): Uint8Array[] {
  const raw = orElse([], () => given.words()).slice(-words.length || Infinity);
  const isSame = raw.length === words.length && raw.every((word, at) => decoder.decode(word) === words[at]);
  return isSame ? raw : words.map((word) => encoder.encode(word));
}

/** The variables of the environment as bytes, each as NAME=VALUE. */
export function ownVariables(given: GivenBytes = givenBytes): Uint8Array[] {
  const raw = orElse([], () => given.variables());
  if (raw.length > 0) return raw;
  return Object.entries(process.env).map(([name, value]) => encoder.encode(`${name}=${value}`));
}

/** The texts of an array of pointers in memory that ends with a null: `char **`. */
export function textsAt(place: number): Uint8Array[] {
  const texts: Uint8Array[] = [];
  for (let at = 0; ; at += POINTER_BYTES) {
    const text = memory().ptr(place, at);
    if (text === 0) return texts;
    texts.push(bytesAt(text));
  }
}

/** The pieces of bytes that each end in NUL. */
function entriesOf(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NUL, start);
    const stop = end < 0 ? bytes.length : end;
    entries.push(bytes.subarray(start, stop));
    start = stop + 1;
  }
  return entries;
}

/**
 * The descriptors above standard error that the caller has opened and the runtime would close. Call it before helix
 * opens any.
 */
export function inheritedDescriptors(): number[] {
  if (isMac) return [];
  return orElse([], () => readdirSync(FOLDER))
    .map(Number)
    .filter((descriptor) => descriptor >= FIRST_OTHER && isOfCaller(descriptor))
    .sort((left, right) => left - right);
}

function isOfCaller(descriptor: number): boolean {
  // The folder's own descriptor is closed by now.
  const target = orElse("", () => readlinkSync(`${FOLDER}/${descriptor}`));
  return target !== "" && target !== "/dev/null" && !target.startsWith("anon_inode:");
}

/** Whether a signal is ignored in this process. */
export function isIgnored(number: number): boolean {
  const { sigaction } = bind({ sigaction: { args: [i32, pointer, pointer], returns: i32 } });
  // struct sigaction begins with the handler, on both systems.
  const action = new BigUint64Array(ACTION_WORDS);
  return sigaction!(number, null, action) === 0 && action[0] === IGNORED;
}

/** Gives signals back their usual effect on this process. */
export function restoreSignals(numbers: readonly number[]): void {
  const { signal } = bind({ signal: { args: [i32, i64], returns: i64 } });
  for (const number of numbers) signal!(number, DEFAULT);
}

/** Signals that a command must not find ignored. */
export const RESTORED_SIGNALS: readonly number[] = IGNORED_BY_RUNTIME;

/**
 * Gives the process the limit of open files that its parent has. The runtime raises its own to all that is allowed, and
 * programs that use select(2) rely on a low one.
 */
export function restoreOpenFilesLimit(): void {
  if (isMac) return;
  const limits = orElse("", () => readFileSync(`/proc/${process.ppid}/limits`, "latin1"));
  const [, soft, hard] = /^Max open files\s+(\d+)\s+(\d+)/m.exec(limits) ?? [];
  if (soft === undefined || hard === undefined) return;
  const { getrlimit, setrlimit } = bind({
    getrlimit: { args: [i32, pointer], returns: i32 },
    setrlimit: { args: [i32, pointer], returns: i32 },
  });
  const now = new BigUint64Array(2);
  const isSameHard = getrlimit!(RLIMIT_NOFILE, now) === 0 && now[1] === BigInt(hard);
  if (isSameHard && BigInt(soft) < now[0]!) setrlimit!(RLIMIT_NOFILE, new BigUint64Array([BigInt(soft), now[1]!]));
}

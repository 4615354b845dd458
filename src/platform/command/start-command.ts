// Starts a command with all that its caller gave: as a child, or in the place of helix itself. The runtime's own way to
// start programs closes the caller's descriptors and gives ignored signals back their effect, so this calls the C
// library.
// Invariants:
// - A child is in the process group of helix: what a terminal or a caller sends to the group reaches it without helix.

import { nameOf } from "../../base/path-names.ts";
import { bind, failure, nameFor, pointerTo, type Symbols, TYPES } from "../libc.ts";
import { RESTORED_SIGNALS, restoreOpenFilesLimit, restoreSignals } from "./inheritance.ts";

const { i32, pointer } = TYPES;
/** Opaque structs and sets of signals are smaller than this on both systems. */
const STRUCT_BYTES = 1024;
const SETSIGDEF = 4;
/** fcntl(2): F_SETFD without FD_CLOEXEC. */
const F_SETFD = 2;
/** The file is no program, but may be a script without a first line that says of what. */
const NO_PROGRAM_FILE = 8;
const SCRIPT_SHELL = "/bin/sh";

/** A command that can be started. */
export interface StartedCommand {
  /** The program's file. */
  readonly path: string;
  /** All words, with the program's name. */
  readonly words: readonly Uint8Array[];
  /** Each as NAME=VALUE. */
  readonly variables: readonly Uint8Array[];
  /** Descriptors above standard error that it inherits although the runtime would close them. */
  readonly inherited: readonly number[];
}

/** What a child has as one of its descriptors instead of helix's own. */
export interface Replacement {
  readonly descriptor: number;
  readonly by: number;
}

const SPAWNING = {
  posix_spawn: { args: [pointer, pointer, pointer, pointer, pointer, pointer], returns: i32 },
  posix_spawn_file_actions_init: { args: [pointer], returns: i32 },
  posix_spawn_file_actions_adddup2: { args: [pointer, i32, i32], returns: i32 },
  posix_spawn_file_actions_addclose: { args: [pointer, i32], returns: i32 },
  posix_spawnattr_init: { args: [pointer], returns: i32 },
  posix_spawnattr_setflags: { args: [pointer, i32], returns: i32 },
  posix_spawnattr_setsigdefault: { args: [pointer, pointer], returns: i32 },
  sigemptyset: { args: [pointer], returns: i32 },
  sigaddset: { args: [pointer, i32], returns: i32 },
} satisfies Symbols;

/**
 * Starts a command as a child. `replaced` says which descriptors it gets, `closed` which of helix's own it must not have.
 * Returns the number of the process. Throws the system's error.
 */
export function startChild(
  command: StartedCommand,
  replaced: readonly Replacement[],
  closed: readonly number[],
): number {
  const calls = bind(SPAWNING);
  const actions = new Uint8Array(STRUCT_BYTES);
  calls.posix_spawn_file_actions_init!(actions);
  for (const { descriptor, by } of replaced) calls.posix_spawn_file_actions_adddup2!(actions, by, descriptor);
  const kept = new Set(replaced.map(({ descriptor }) => descriptor));
  for (const descriptor of closed.filter((each) => !kept.has(each)))
    calls.posix_spawn_file_actions_addclose!(actions, descriptor);
  // The C library takes this for: do not close it.
  for (const descriptor of command.inherited) calls.posix_spawn_file_actions_adddup2!(actions, descriptor, descriptor);
  const attributes = new Uint8Array(STRUCT_BYTES);
  const defaults = new Uint8Array(STRUCT_BYTES);
  calls.posix_spawnattr_init!(attributes);
  calls.sigemptyset!(defaults);
  for (const number of RESTORED_SIGNALS) calls.sigaddset!(defaults, number);
  calls.posix_spawnattr_setsigdefault!(attributes, defaults);
  calls.posix_spawnattr_setflags!(attributes, SETSIGDEF);
  restoreOpenFilesLimit();
  const child = new Int32Array(1);
  for (const { path, words } of attempts(command)) {
    const [list, variables] = [pointers(words), pointers(command.variables)];
    const error = calls.posix_spawn!(child, nameFor(path), actions, attributes, list.array, variables.array);
    if (error === 0) return child[0]!;
    if (error !== NO_PROGRAM_FILE) throw failure("posix_spawn", error);
  }
  throw failure("posix_spawn", NO_PROGRAM_FILE);
}

/** Runs a command in the place of helix: the same process. Does not return. Throws the system's error. */
export function becomeCommand(command: StartedCommand): never {
  const { execve } = bind({ execve: { args: [pointer, pointer, pointer], returns: i32 } });
  if (command.inherited.length > 0) keepOpen(command.inherited);
  restoreOpenFilesLimit();
  restoreSignals(RESTORED_SIGNALS);
  for (const { path, words } of attempts(command)) {
    const [list, variables] = [pointers(words), pointers(command.variables)];
    execve!(nameFor(path), list.array, variables.array);
    const error = failure("execve");
    if ((error as { code?: string }).code !== `E${NO_PROGRAM_FILE}`) throw error;
  }
  throw failure("execve", NO_PROGRAM_FILE);
}

/**
 * Has descriptors outlast the call that runs another program. Not for macOS: Apple's fcntl, which takes a variable
 * number of arguments, finds its third one elsewhere on arm64.
 */
function keepOpen(descriptors: readonly number[]): void {
  const { fcntl } = bind({ fcntl: { args: [i32, i32, i32], returns: i32 } });
  for (const descriptor of descriptors) fcntl!(descriptor, F_SETFD, 0);
}

/** The command, and then the same as a script of the shell, as shells do it for a file without a first line. */
function attempts({ path, words }: StartedCommand): Pick<StartedCommand, "path" | "words">[] {
  const script = [nameOf(SCRIPT_SHELL), path].map((word) => new TextEncoder().encode(word));
  return [
    { path, words },
    { path: SCRIPT_SHELL, words: [...script, ...words.slice(1)] },
  ];
}

/** An array of pointers to texts that end in NUL, with a null behind them. `kept` must live as long as the array. */
function pointers(texts: readonly Uint8Array[]): { readonly array: BigUint64Array; readonly kept: Uint8Array[] } {
  const kept = texts.map((text) => {
    const ended = new Uint8Array(text.length + 1);
    ended.set(text);
    return ended;
  });
  return { array: new BigUint64Array([...kept.map((text) => BigInt(pointerTo(text))), 0n]), kept };
}

// The processes of this user, as the system lists them. Linux tells in /proc; elsewhere `ps` is asked. Nothing is
// changed, and nothing of other users is read.

import { spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readlinkSync, readSync, statSync } from "node:fs";
import { orElse, orNull } from "../base/errors.ts";

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

/** The processes of this user whose words `accepts`, by number. None where the system does not tell. */
export function ownProcesses(accepts: (words: readonly string[]) => boolean): OwnProcess[] {
  const found = process.platform === "linux" ? fromProc(accepts) : fromPs(accepts);
  return found.sort((a, b) => a.pid - b.pid);
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
    const variable = (wanted: string) =>
      environment.find((each) => each.startsWith(`${wanted}=`))?.slice(wanted.length + 1) ?? null;
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

function fromPs(accepts: (words: readonly string[]) => boolean): OwnProcess[] {
  const { stdout, status } = spawnSync(PS, ["-xww", "-o", "pid=,command="], { encoding: "utf8", timeout: PS_WAIT_MS });
  if (status !== 0) return [];
  return stdout.split("\n").flatMap((line): OwnProcess[] => {
    const [pid = "", ...words] = line.trim().split(" ");
    const program = words[0] ?? "";
    return /^\d+$/.test(pid) && accepts(words)
      ? [{ pid: Number(pid), words, program, isReplaced: false, image: program, directory: null, variable: () => null }]
      : [];
  });
}

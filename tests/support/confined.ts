// Ways to start a program where the disk is full or read-only, or without the rights of the superuser, whose own tests
// would otherwise prove nothing: modes do not bind root. Each says whether it works on this machine.

import { spawnSync } from "node:child_process";

function works(...words: string[]): boolean {
  const [program, ...rest] = words;
  return spawnSync(program!, rest, { stdio: "ignore" }).status === 0;
}

/** Says on standard error that a test is skipped, so that it is not taken for one that passed. */
export function skipLoudly(why: string): void {
  process.stderr.write(`SKIPPED: ${why}\n`);
}

/** Whether a program can be given file systems of its own. */
export const canMount: boolean = works("unshare", "-rm", "sh", "-c", "mount -t tmpfs none /tmp");

/**
 * The words to put before a program so that `directory` is a disk of its own with `kilobytes` of room for it alone;
 * `prepare` is shell that runs before it, with the folder as $1.
 */
export function onSmallDisk(directory: string, kilobytes: number, prepare = ":"): string[] {
  const script = `mount -t tmpfs -o size=${kilobytes}k none "$1" && ${prepare} && shift && exec "$@"`;
  return ["unshare", "-rm", "sh", "-c", script, "sh", directory];
}

/** The words to put before a program so that `directory` is read-only for it, with the files of `source` in it. */
export function onReadOnlyDisk(directory: string, source: string): string[] {
  const script = 'mount -t tmpfs none "$1" && cp "$2"/* "$1" && mount -o remount,ro "$1" && shift 2 && exec "$@"';
  return ["unshare", "-rm", "sh", "-c", script, "sh", directory, source];
}

/** The words to put before a program so that modes of files bind it; null where nothing can be done about it. */
export function withoutPrivileges(): string[] | null {
  if (process.getuid?.() !== 0) return [];
  const words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  return works(...words, "true") ? words : null;
}

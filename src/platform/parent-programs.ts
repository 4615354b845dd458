// The processes above this one in the tree of processes. A hook loads it, so it needs little.

import { orElse } from "../base/errors.ts";
import { libcFiles } from "./libc-files.ts";

/** A process that started others. */
export interface ParentProcess {
  /** Its number and when it began: a number alone is used again. */
  readonly id: string;
  /** The name of its program. */
  readonly name: string;
}

/** The full path, because a folder on PATH may hold anything. */
const PS = "/bin/ps";
const WAIT_MS = 3000;
const LEVELS_MAX = 64;
const LAST = 1;
const STAT_BYTES_MAX = 4096;

/** The processes that this one was started by, the nearest first. None where the system does not tell. */
export function parentProcesses(): ParentProcess[] {
  const find = process.platform === "linux" ? onLinux : byListing();
  const found: ParentProcess[] = [];
  let at = find(process.ppid);
  while (at !== null && found.length < LEVELS_MAX) {
    found.push({ id: at.id, name: at.name });
    at = at.parent < LAST ? null : find(at.parent);
  }
  return found;
}

/** The names of the programs that this process was started by, the nearest first. */
export function parentPrograms(): string[] {
  return parentProcesses().map(({ name }) => name);
}

interface Found extends ParentProcess {
  readonly parent: number;
}

function onLinux(pid: number): Found | null {
  const text = libcFiles.readText(`/proc/${pid}/stat`, STAT_BYTES_MAX) ?? "";
  // The name may hold brackets and blanks itself.
  const [start, end] = [text.indexOf("("), text.lastIndexOf(")")];
  if (start < 0 || end < start) return null;
  const fields = text.slice(end + 2).split(" ");
  return { id: `${pid}-${fields[19]}`, name: text.slice(start + 1, end), parent: Number(fields[1]) };
}

function byListing(): (pid: number) => Found | null {
  const listed = orElse("", () =>
    Bun.spawnSync([PS, "-A", "-o", "pid=,ppid=,lstart=,comm="], {
      env: { LC_ALL: "C", TZ: "UTC" },
      timeout: WAIT_MS,
    }).stdout.toString(),
  );
  const processes = new Map<number, Found>();
  for (const line of listed.split("\n")) {
    const [, pid, parent, began = "", name = ""] =
      /^\s*(\d+)\s+(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (pid === undefined) continue;
    processes.set(Number(pid), {
      id: `${pid}-${began.replace(/\s+/g, "_")}`,
      parent: Number(parent),
      name: name.slice(name.lastIndexOf("/") + 1),
    });
  }
  return (pid) => processes.get(pid) ?? null;
}

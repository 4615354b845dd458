// The programs above this process in the tree of processes.

import { spawnSync } from "node:child_process";
import { orElse } from "../base/errors.ts";

/** The full path, because a folder on PATH may hold anything. */
const PS = "/bin/ps";
const WAIT_MS = 3000;
const LEVELS_MAX = 64;

/** The names of the programs that this process was started by, the nearest first. None where the system does not tell. */
export function parentPrograms(): string[] {
  const listed = orElse(
    "",
    () => spawnSync(PS, ["-A", "-o", "pid=,ppid=,comm="], { encoding: "utf8", timeout: WAIT_MS }).stdout ?? "",
  );
  const processes = new Map<number, { parent: number; name: string }>();
  for (const line of listed.split("\n")) {
    const [, pid, parent, name] = /^\s*(\d+)\s+(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (pid !== undefined)
      processes.set(Number(pid), { parent: Number(parent), name: name!.slice(name!.lastIndexOf("/") + 1) });
  }
  const names: string[] = [];
  let at = processes.get(process.ppid);
  while (at !== undefined && names.length < LEVELS_MAX) {
    names.push(at.name);
    at = processes.get(at.parent);
  }
  return names;
}

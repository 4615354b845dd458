// What a run says of the machine that it ran on: enough to judge the figures, nothing that names the machine.

import { statfsSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { runProgram } from "./run-program.ts";
import type { Machine } from "./run-record.ts";

/** Magic numbers of file systems, as statfs gives them on Linux. */
const FILE_SYSTEMS: Readonly<Record<number, string>> = {
  61267: "ext4",
  1481003842: "xfs",
  2435016766: "btrfs",
  16914836: "tmpfs",
  801189825: "zfs",
  2035054128: "overlayfs",
  26: "apfs",
};

/** Describes this machine; `folder` is where the knowledge bases of the run lie. */
export function describeMachine(helix: string, folder: string): Machine {
  const type = statfsSync(folder).type;
  return {
    date: new Date().toISOString(),
    processor: cpus()[0]?.model.trim() ?? "unknown processor",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${/^\d+\.\d+(?:\.\d+)?/.exec(release())?.[0] ?? ""} ${arch()}`,
    fileSystem: FILE_SYSTEMS[type] ?? `file system 0x${type.toString(16)}`,
    helix: runProgram([helix, "--version"], folder).toString().trim(),
    bun: Bun.version,
  };
}

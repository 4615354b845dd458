// The running helix as `_reload` needs to know it: its program, and its environment at the start.

import { checkout } from "../base/version.ts";
import type { RunningHelix } from "../features/reload/reload.ts";
import { programFile } from "../platform/program-file.ts";
import { currentDirectory, homeDirectory } from "./environment.ts";
import { type Host, thisProcess } from "./host.ts";

/** The place of the modules in a compiled binary. */
const EMBEDDED_ROOT = "file:///$bunfs/root/";

/** Examines the running helix. Call it before anybody can have replaced the program. */
export function runningHelix(host: Host = thisProcess): RunningHelix {
  const isCompiled = import.meta.url.startsWith(EMBEDDED_ROOT);
  return {
    program: isCompiled ? programFile(process.execPath) : null,
    environment: { ...host.environment },
    directory: currentDirectory(host),
    home: homeDirectory(host),
    user: process.getuid?.() ?? 0,
    checkout,
  };
}

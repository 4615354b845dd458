// The helix that runs, as `_reload` has to know it: its program, and what was around it when it was started.

import { homedir } from "node:os";
import { checkout } from "../base/version.ts";
import type { RunningHelix } from "../features/reload/reload.ts";
import { programFile } from "../platform/program-file.ts";
import { currentDirectory } from "./environment.ts";

/** Where the modules of a compiled binary lie. */
const EMBEDDED_ROOT = "file:///$bunfs/root/";

/** Looks at it now: to be called before anybody can have exchanged the program. */
export function runningHelix(): RunningHelix {
  const isCompiled = import.meta.url.startsWith(EMBEDDED_ROOT);
  return {
    program: isCompiled ? programFile(process.execPath) : null,
    environment: { ...process.env },
    directory: currentDirectory(),
    home: process.env.HOME || homeOfUser(),
    user: process.getuid?.() ?? 0,
    checkout,
  };
}

/** "" for a user that the system does not know. */
function homeOfUser(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}

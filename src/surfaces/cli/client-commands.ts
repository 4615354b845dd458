// Commands of the client that helix has it carry out, one after another.

import { spawnSync } from "node:child_process";
import type { ClientProgram } from "../../clients/claude-code/client-program.ts";
import { commandOf, type RunClient } from "../../clients/claude-code/plugin/install-plugin.ts";
import { complain } from "../standard-error.ts";

/** The client has nothing to fetch for a folder, but it starts slowly on some machines. */
const WAIT_MS = 120_000;
const SAID_LINES_MAX = 5;
const CLEARED = "\r\u001b[K";

/** Runs the client in a folder where nobody can have put a file for it to read. A terminal shows what is waited for. */
export function runClient(client: ClientProgram | null, waitMs: number = WAIT_MS): RunClient {
  return (words) => {
    if (process.stderr.isTTY) complain(`${CLEARED}${commandOf(words)} ...`);
    const { status, stdout, stderr, error } = spawnSync(client?.path ?? "", [...words], {
      cwd: "/",
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: waitMs,
      killSignal: "SIGKILL",
    });
    if (process.stderr.isTTY) complain(CLEARED);
    const isLate = (error as NodeJS.ErrnoException | undefined)?.code === "ETIMEDOUT";
    const fault = isLate ? `it did not end within ${waitMs / 1000} s, and was stopped` : error?.message;
    const said = fault ?? (stderr.trim() || stdout.trim());
    return { isDone: error === undefined && status === 0, said: said.split("\n").slice(-SAID_LINES_MAX).join(" ") };
  };
}

// `helix gain --status-line`: one line for the client's status line, which calls it every second. It loads no more than
// the event log, and says nothing where anything is wrong.

import { homedir } from "node:os";
import { resolve } from "node:path";
import { DEFAULT_DIRECTORY, fromHome } from "../base/path-names.ts";
import { statusLineSession } from "../clients/claude-code/status-line.ts";
import { type SessionSums, sessionGain } from "../events/gain/session-gain.ts";
import { foldEvents } from "../events/log/event-fold.ts";
import { EventLog } from "../events/log/event-log.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { writeWhole } from "../platform/standard-output.ts";
import { readInput } from "../platform/user-input.ts";

const STANDARD_OUTPUT = 1;
const BYTES_PER_TOKEN = 4;
/** A snapshot this far behind is written anew, in bytes: reading that much takes about a millisecond. */
const WORTH_BYTES = 64 * 1024;

/** Answers `helix gain --status-line`, for the entry point: a process that does this loads nothing else. */
export function answerStatusLine(): void {
  const given = process.env.HELIX_KB || DEFAULT_DIRECTORY;
  printStatusLine(() => resolve(fromHome(given, process.env.HOME || homedir())));
}

/** Prints the line for the session that standard input names, or nothing. Never throws. */
export function printStatusLine(directory: () => string): void {
  try {
    const session = statusLineSession(readInput(undefined));
    if (session === null) return;
    const { state } = foldEvents(new EventLog(diskFileSystem, directory()), sessionGain, WORTH_BYTES);
    const line = statusLine(state.get(session));
    if (line !== "") writeWhole(STANDARD_OUTPUT, `${line}\n`);
  } catch {
    // A status line is worth no error.
  }
}

/** The line; "" where nothing was shortened or fetched. */
export function statusLine(sums: SessionSums | undefined): string {
  if (sums === undefined) return "";
  const { taken, fetched, fetches } = sums;
  const again = fetches === 0 ? "" : `, ${shortTokens(fetched)} fetched again`;
  return `helix ${shortTokens(taken)} tokens kept away${again}${fetched > taken ? " (a loss)" : ""}`;
}

function shortTokens(bytes: number): string {
  const tokens = Math.round(bytes / BYTES_PER_TOKEN);
  const size = Math.abs(tokens);
  if (size < 1000) return String(tokens);
  const [unit, sign] = size < 999_500 ? [1000, "k"] : [1_000_000, "M"];
  const value = tokens / (unit as number);
  return `${Math.abs(value) < 10 ? Number(value.toFixed(1)) : Math.round(value)}${sign}`;
}

// Runs the verify command of a plan that a person approved, where it was not seen to succeed.
// Invariants:
// - It ends: after five minutes at the latest, with all that it started in its process group.
// - Of what it prints, the last part is kept, and no more than a megabyte is read into memory at once.

import { decodeUtf8 } from "../../base/utf8.ts";
import type { Programs } from "../../platform/programs.ts";

export interface VerifyRun {
  readonly isGreen: boolean;
  /** How it ended, as it reads on from "the verify command ". */
  readonly ended: string;
  /** The end of what it printed. */
  readonly output: string;
}

export interface VerifyPorts {
  readonly programs: Pick<Programs, "run">;
  /** The whole environment of the command. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const VERIFY_LIMIT_MS = 5 * 60 * 1000;
const KEPT_BYTES = 64 * 1024;
const SHELL = "/bin/sh";
/** What tells programs that a client runs them, and what no program needs. */
const LEFT_OUT = /^(?:CLAUDE|ANTHROPIC_|AI_AGENT$|GIT_(?:DIR|WORK_TREE|INDEX_FILE)$)/;

/** Runs the command in the root of the work tree. Never throws. */
export async function runVerify(command: string, root: string, ports: VerifyPorts): Promise<VerifyRun> {
  let kept: Uint8Array = new Uint8Array(0);
  let isCut = false;
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(ports.environment)) {
    if (value !== undefined && !LEFT_OUT.test(name)) environment[name] = value;
  }
  const end = await ports.programs.run({
    path: SHELL,
    // What it writes to its standard error comes between the rest.
    words: ["-c", `exec 2>&1\n${command}`],
    directory: root,
    environment,
    limitMs: VERIFY_LIMIT_MS,
    receive(bytes) {
      const all = Buffer.concat([kept, bytes]);
      isCut ||= all.length > KEPT_BYTES;
      kept = all.subarray(-KEPT_BYTES);
      return true;
    },
  });
  const printed = decodeUtf8(kept);
  // A line that lacks its beginning may hold the rest of a credential, which nothing would find.
  const output = isCut ? printed.slice(printed.indexOf("\n") + 1) : printed;
  if (end.by === "time") return { isGreen: false, ended: `did not end within ${VERIFY_LIMIT_MS / 1000} s`, output };
  if (end.by !== "exit") return { isGreen: false, ended: `could not be run (${end.complaint})`, output };
  if (end.code === null) return { isGreen: false, ended: "was killed", output };
  return { isGreen: end.code === 0, ended: end.code === 0 ? "succeeded" : `failed with exit code ${end.code}`, output };
}

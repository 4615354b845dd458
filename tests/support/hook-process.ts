// Runs hooks of the compiled helix as a client does: an event on standard input, an answer on standard output; and from
// the sources in a process that stays, where a test is about what a hook says that no server answers.

import { spawn } from "node:child_process";
import type { HookType } from "../../src/hooks/common/hook-types.ts";
import { runHosted } from "./command-host.ts";
import { helixBinary } from "./helix-binary.ts";
import { checkedOutput } from "./hook-events.ts";
import { DERIVED_IDS } from "./note-ids.ts";
import { NOW, TIMEOUT_SCALE, ZONE } from "./served.ts";

export interface HookOptions {
  readonly cwd: string;
  /** The knowledge base. */
  readonly base?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  /** What is started instead of the binary, with the binary's path and the words behind it. */
  readonly wrapper?: readonly string[];
  /** Whether it runs from the sources, in the process that command lines share, and asks no server. */
  readonly isHosted?: boolean;
}

/** How a hook's process ended. */
export interface HookEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a hook to its end; `input` null leaves standard input open. */
export function endOfHook(type: string, input: string | Buffer | null, options: HookOptions): Promise<HookEnd> {
  const { cwd, base, environment, words = [], wrapper = [] } = options;
  const surroundings = environment ?? {
    PATH: process.env.PATH ?? "",
    HOME: cwd,
    TZ: ZONE,
    HELIX_NOW: NOW,
    ...DERIVED_IDS,
  };
  const env = { HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE, ...surroundings };
  if (options.isHosted)
    return hosted(type, input ?? "", base === undefined ? env : { ...env, HELIX_KB: base }, options);
  const [program, ...rest] = [...wrapper, helixBinary(), "hook", type, ...words];
  return new Promise((resolve, reject) => {
    const child = spawn(program!, rest, { cwd, env: base === undefined ? env : { ...env, HELIX_KB: base } });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    // A hook may be done before all of its input is written.
    child.stdin.on("error", () => undefined);
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, output, errors }));
    if (input !== null) child.stdin.end(input);
  });
}

async function hosted(
  type: string,
  input: string | Buffer,
  environment: Readonly<Record<string, string>>,
  { cwd, words = [] }: HookOptions,
): Promise<HookEnd> {
  const { status, stdout, stderr } = runHosted({ words: ["hook", type, ...words], cwd, environment }, input);
  return { code: status, signal: null, output: stdout, errors: stderr };
}

/** What a hook says to the model about an event; fails unless it ends well, with an answer that the client takes. */
export async function askHook(type: HookType, event: object, options: HookOptions): Promise<string> {
  const { code, signal, output, errors } = await endOfHook(type, JSON.stringify(event), options);
  if (code !== 0 || errors !== "") throw new Error(`hook ${type} ended with ${code ?? signal}: ${errors}`);
  return checkedOutput(type, output);
}

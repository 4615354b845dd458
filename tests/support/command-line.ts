// Runs commands of helix, with clock, zone and home of the test's making: from the sources in a process that stays, and
// by the compiled program where a test is about the program.

import { spawnSync } from "node:child_process";
import { runHosted } from "./command-host.ts";
import { helixBinary } from "./helix-binary.ts";
import { checkPrinted } from "./json-answers.ts";
import { DERIVED_IDS, withoutIds } from "./note-ids.ts";
import { NOW, TIMEOUT_SCALE, ZONE } from "./served.ts";

export interface CommandOptions {
  /** The knowledge base, as HELIX_KB. */
  readonly base?: string;
  readonly input?: string | Buffer;
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What is started instead of the binary, with the binary's path and the words behind it. */
  readonly wrapper?: readonly string[];
  readonly binary?: string;
  /** Whether the compiled program is started; it is anyway where a wrapper or a binary is given. */
  readonly isCompiled?: boolean;
  /** A device that stands in the place of standard output, where the command line is run from the sources. */
  readonly output?: string;
  /** Whether the ids of notes stay in what it prints. */
  readonly keepsIds?: boolean;
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The commands that are not dispatched by the command line, start helix again, or say which build they are of. */
const COMPILED = new Set(["hook", "guard", "run", "serve", "demo", "version", "--version", "-v"]);

/** Runs `helix WORDS...` to its end. Data that it prints are checked by their schema. */
export function runHelix(words: readonly string[], options: CommandOptions): Outcome {
  const { base, input = "", cwd, environment = {}, wrapper, binary, isCompiled, output, keepsIds = false } = options;
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: cwd,
    TZ: ZONE,
    HELIX_NOW: NOW,
    HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
    ...DERIVED_IDS,
    ...(base === undefined ? {} : { HELIX_KB: base }),
    ...environment,
  };
  const isHosted = !isCompiled && wrapper === undefined && binary === undefined && !COMPILED.has(words[0] ?? "");
  const { status, stdout, stderr } = isHosted
    ? runHosted({ words, cwd, environment: env, output }, input)
    : runCompiled([...(wrapper ?? []), binary ?? helixBinary(), ...words], { cwd, env, input });
  if (output === undefined) checkPrinted(words, status, stdout);
  return { status, stdout: keepsIds ? stdout : withoutIds(stdout), stderr };
}

interface Started {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string | Buffer;
}

function runCompiled([program, ...words]: readonly string[], { cwd, env, input }: Started): Outcome {
  return spawnSync(program!, words, { cwd, env: { ...env }, input, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

/** The words of a command line; with a knowledge base where it is another than that of the options. */
export type Line = readonly string[] | { readonly words: readonly string[]; readonly base: string };

/** Runs one line after the other. */
export function runLines(
  lines: readonly Line[],
  options: Pick<CommandOptions, "base" | "cwd" | "environment">,
): Outcome[] {
  return lines.map((line) =>
    "words" in line ? runHelix(line.words, { ...options, base: line.base }) : runHelix(line, options),
  );
}

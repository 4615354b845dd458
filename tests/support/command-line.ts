// Runs commands of the compiled helix, with clock, zone and home of the test's making.

import { spawnSync } from "node:child_process";
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
  /** Whether the ids of notes stay in what it prints. */
  readonly keepsIds?: boolean;
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `helix WORDS...` to its end. Data that it prints are checked by their schema. */
export function runHelix(words: readonly string[], options: CommandOptions): Outcome {
  const { base, input = "", cwd, environment = {}, wrapper = [], binary = helixBinary(), keepsIds = false } = options;
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
  const [program, ...rest] = [...wrapper, binary, ...words];
  const { status, stdout, stderr } = spawnSync(program!, rest, {
    cwd,
    env,
    input,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  checkPrinted(words, status, stdout);
  return { status, stdout: keepsIds ? stdout : withoutIds(stdout), stderr };
}

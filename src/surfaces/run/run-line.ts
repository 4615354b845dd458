// `helix run` in most of its uses, without the other commands: `helix run [--whole] [--] COMMAND...`.

import { runProgram } from "./run-program.ts";

const WHOLE = "--whole";
const END_OF_OPTIONS = "--";

/**
 * Runs the command behind `helix run`. Returns its exit code; null for a line with other options or without a command,
 * which the command line reads.
 */
export async function runFromLine(words: readonly string[]): Promise<number | null> {
  const isWhole = words[0] === WHOLE;
  const behind = isWhole ? words.slice(1) : words;
  const isPlain = behind[0] === END_OF_OPTIONS;
  const command = isPlain ? behind.slice(1) : behind;
  if (command.length === 0 || (!isPlain && command[0]!.startsWith("-"))) return null;
  return runProgram(command, { isWhole, directory: undefined });
}

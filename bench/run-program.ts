// Starts programs with the environment as it is now: Bun's own default is what it was when this process began, and the
// bench changes it (another home, no settings of the user).

import { spawnSync } from "bun";

/** The user's own environment, for what has to go by their settings (npm). */
export const userEnvironment: Readonly<Record<string, string | undefined>> = { ...process.env };

/** Runs a program to its end and returns what it wrote to standard output. */
export function runProgram(command: readonly string[], cwd: string, input?: string): Buffer {
  const stdin = input === undefined ? "ignore" : Buffer.from(input);
  return spawnSync([...command], { cwd, stdin, stderr: "inherit", env: process.env }).stdout;
}

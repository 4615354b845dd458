// Starts other programs for the scripts: with their output shown as it comes, or captured. Plain Node without
// dependencies.
//
// Invariants
// - A program never reads this process's stdin, so that nothing waits for a person.
// - A signal that asks this process to end is passed on first, so that no installation goes on behind the back of the
//   next one.
//
// Left to others: which programs (prepare.mjs, build.mjs, test.mjs).

import { spawn } from "node:child_process";

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Passes ending signals on to the child while it runs; this process ends by the same signal once the child is gone. */
function passSignalsOn(child) {
  const pass = (signal) => {
    child.kill(signal);
    child.once("close", () => process.kill(process.pid, signal));
  };
  for (const signal of ENDING_SIGNALS) process.once(signal, pass);
  child.once("close", () => {
    for (const signal of ENDING_SIGNALS) process.removeListener(signal, pass);
  });
}

/**
 * Runs a program with its output shown, and waits for it.
 * @param {string} program
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<number>} its exit code; 1 when a signal ended it. Rejects when it cannot be started.
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "inherit", "inherit"] });
    passSignalsOn(child);
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program with its output captured, and waits for it.
 * @param {string} program
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<{code: number, output: string, errors: string}>} never rejects; code 127 when it cannot be started
 */
export function capture(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    child.once("error", (error) => resolve({ code: 127, output, errors: errors + error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output, errors }));
  });
}

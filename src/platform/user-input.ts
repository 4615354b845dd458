// Reads the input that a user gives to a command: a file, or standard input.

import { readFileSync } from "node:fs";
import { HelixError, messageOf } from "../base/errors.ts";

const STANDARD_INPUT = 0;
/** The longest input that is read, in bytes. */
const INPUT_BYTES_MAX = 1024 * 1024 * 1024;

/**
 * The text of the file at `path`, or of standard input for "-" or undefined. Throws IO when it cannot be read or is too
 * long.
 */
export function readInput(path: string | undefined): string {
  const fromStandardInput = path === undefined || path === "-";
  try {
    const bytes = readFileSync(fromStandardInput ? STANDARD_INPUT : path);
    if (bytes.length > INPUT_BYTES_MAX) throw new Error(`it is longer than ${INPUT_BYTES_MAX} bytes`);
    return bytes.toString("utf8");
  } catch (error) {
    const what = fromStandardInput ? "standard input" : path;
    throw new HelixError("IO", `cannot read ${what}: ${messageOf(error)}`, { cause: error });
  }
}

/** Asks a person at the terminal, and returns the line that is typed; "" where there is none. */
export function readAnswer(question: string): string {
  return prompt(question) ?? "";
}

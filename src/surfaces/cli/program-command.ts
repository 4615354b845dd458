// `helix run` as the command line knows it: its help, and lines with more options than run-line.ts reads.

import { invalid } from "../../base/errors.ts";
import { runProgram } from "../run/run-program.ts";
import type { Command } from "./command.ts";

export const programCommand: Command = {
  arguments: {
    command: {
      type: "positional",
      description: "The command: one word is a line for the shell, several words are a program and its arguments",
    },
    whole: { type: "boolean", description: "Leave the output as it is: the command takes the place of helix" },
  },
  common: ["kb", "help"],
  takesRest: true,
  async run({ _: words, whole, kb, json }) {
    if (json === true) throw invalid("helix run prints no data: write --json behind the command, or leave it out");
    return runProgram(words, { isWhole: whole === true, directory: typeof kb === "string" ? kb : undefined });
  },
};

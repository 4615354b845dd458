// The commands checkpoint, resume.

import { HelixError } from "../../errors.ts";
import type { Command } from "./command.ts";

export const checkpointCommand: Command = {
  arguments: {},
  async run() {
    throw new HelixError("INVALID_ARGUMENT", "not there yet");
  },
};

export const resumeCommand: Command = {
  arguments: {},
  async run() {
    throw new HelixError("INVALID_ARGUMENT", "not there yet");
  },
};

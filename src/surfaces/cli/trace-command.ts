// The commands trace.

import { HelixError } from "../../errors.ts";
import type { Command } from "./command.ts";

export const traceCommand: Command = {
  arguments: {},
  async run() {
    throw new HelixError("INVALID_ARGUMENT", "not there yet");
  },
};

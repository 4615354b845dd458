// The commands doctor.

import { HelixError } from "../../errors.ts";
import type { Command } from "./command.ts";

export const doctorCommand: Command = {
  arguments: {},
  async run() {
    throw new HelixError("INVALID_ARGUMENT", "not there yet");
  },
};

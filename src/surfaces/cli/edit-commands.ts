// The commands edit, undo.

import { HelixError } from "../../errors.ts";
import type { Command } from "./command.ts";

export const editCommand: Command = {
  arguments: {},
  async run() {
    throw new HelixError("INVALID_ARGUMENT", "not there yet");
  },
};

export const undoCommand: Command = {
  arguments: {},
  async run() {
    throw new HelixError("INVALID_ARGUMENT", "not there yet");
  },
};

// `helix hook`: what the client's settings call. The entry point (main.ts) runs hooks before any command is looked for;
// as a command it is asked for its help only.

import { HOOK_TYPES } from "../../hooks/common/hook-types.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import type { Command } from "./command.ts";

export const hookCommand: Command = {
  arguments: {
    type: { type: "positional", description: [...HOOK_TYPES, "guard", "guard-binding", "guard-task"].join(", ") },
    directory: {
      type: "positional",
      description: "Knowledge base directory (default: HELIX_KB, else ~/.helix-kb)",
      isOptional: true,
    },
  },
  // A hook reads its two words and nothing else.
  common: ["help"],
  run: async () => EXIT_DONE,
};

// `helix completions bash|zsh|fish`: prints the script that a shell loads to complete helix's commands.

import { invalid } from "../../base/errors.ts";
import { quote } from "../../engine/text/clean.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import type { Command } from "./command.ts";
import { SCRIPTS, SHELLS, SWITCHED_ON } from "./completion-scripts.ts";
import type { CompletionsData } from "./data/installation.ts";
import { print, printJson } from "./output.ts";
import { surplus } from "./run-feature.ts";

export const completionsCommand: Command = {
  arguments: {
    shell: { type: "positional", description: `One of ${SHELLS.join(", ")}`, isOptional: true, choices: SHELLS },
  },
  async run(values) {
    surplus("completions", values, 1);
    const [given] = values._;
    const shell = SHELLS.find((each) => each === given?.toLowerCase());
    if (shell === undefined) {
      const wrong = given === undefined ? "helix completions needs a SHELL" : `shell ${quote(given)} is not accepted`;
      throw invalid(`${wrong}: give one of ${SHELLS.join(", ")}, e.g. helix completions bash`);
    }
    if (values.json) printJson({ shell, ...SWITCHED_ON[shell], script: SCRIPTS[shell] } satisfies CompletionsData);
    else print(SCRIPTS[shell]);
    return EXIT_DONE;
  },
};

// The command forget: removes everything that is kept of a work tree.

import { invalid } from "../../base/errors.ts";
import { codeFeature } from "../../features/code/code.ts";
import type { Command } from "./command.ts";
import { runFeature, surplus } from "./run-feature.ts";

export const forgetCommand: Command = {
  arguments: {
    path: { type: "positional", description: "The folder of the work tree, which may be gone", isOptional: true },
  },
  async run(values) {
    surplus("forget", values, 1);
    if (values._.length === 0) throw invalid("helix forget needs a PATH, e.g. helix forget ~/src/shop");
    return runFeature(codeFeature, values, { action: "forget", path: values._[0] });
  },
};

// The command trace: helix trace PATH [SYMBOL].

import { traceFeature } from "../../features/trace/trace.ts";
import { argumentsOf, type Command } from "./command.ts";
import { runFeature, surplus } from "./run-feature.ts";

export const traceCommand: Command = {
  arguments: {
    path: {
      type: "positional",
      description: "File or directory of the project, with ./ from where you are; by an absolute path any",
    },
    symbol: { type: "positional", description: "Name to find, e.g. Cache.get", required: false },
    ...argumentsOf(traceFeature.parameters, ["path", "symbol"]),
  },
  async run(values) {
    surplus("trace", values, 2);
    const [path = "", symbol] = values._;
    return runFeature(traceFeature, { ...values, path: undefined, symbol: undefined }, { path, symbol });
  },
};

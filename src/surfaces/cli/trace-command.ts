// The command trace: helix trace PATH [SYMBOL].

import { resolve } from "node:path";
import { traceFeature } from "../../features/trace/trace.ts";
import { currentDirectory } from "../environment.ts";
import { argumentsOf, type Command } from "./command.ts";
import { runFeature, surplus } from "./run-feature.ts";

/** Paths that a shell means from where one is, whatever project that is in. */
const HERE = /^\.{1,2}(?:\/|$)/;

export const traceCommand: Command = {
  arguments: {
    path: { type: "positional", description: "File or directory; relative to the project, with ./ to where you are" },
    symbol: { type: "positional", description: "Name to find, e.g. Cache.get", required: false },
    ...argumentsOf(traceFeature.parameters, ["path", "symbol"]),
  },
  async run(values) {
    surplus("trace", values, 2);
    const [given = "", symbol] = values._;
    const directory = currentDirectory();
    const path = HERE.test(given) && directory !== null ? resolve(directory, given) : given;
    return runFeature(traceFeature, { ...values, path: undefined, symbol: undefined }, { path, symbol });
  },
};

// The command read: the tool, for a topic or for one note of it.

import { readFeature } from "../../features/read/read.ts";
import { argumentsOf, type Command } from "./command.ts";
import { runFeature, surplus } from "./run-feature.ts";

export const readCommand: Command = {
  arguments: {
    topic: { type: "positional", description: "Topic, or the id of a note" },
    index: { type: "positional", description: "Entry, from 0", required: false },
    ...argumentsOf(readFeature.parameters, ["topic", "index"]),
  },
  async run(values) {
    surplus("read", values, 2);
    return runFeature(
      readFeature,
      { ...values, topic: undefined, index: undefined },
      { topic: values._[0], index: values._[1] },
    );
  },
};

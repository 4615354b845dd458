// The command brief: the tool's briefing, for people.

import { briefFeature } from "../../features/brief/brief.ts";
import { argumentsOf, type Command } from "./command.ts";
import { runFeature } from "./run-feature.ts";

export const briefCommand: Command = {
  arguments: {
    query: { type: "positional", description: "Topic, keyword or glob such as 'iris-*'", required: false },
    ...argumentsOf(briefFeature.parameters, ["query"]),
  },
  run: (values) => runFeature(briefFeature, values, { query: values._.join(" ") }),
};

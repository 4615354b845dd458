// The command search: the tool, with all its words as the query.

import { searchFeature } from "../../features/search/search.ts";
import { argumentsOf, type Command } from "./command.ts";
import { runFeature } from "./run-feature.ts";

export const searchCommand: Command = {
  arguments: {
    query: { type: "positional", description: "Words", required: false },
    ...argumentsOf(searchFeature.parameters, ["query"]),
  },
  run: (values) => runFeature(searchFeature, values, { query: values._.join(" ") }),
};

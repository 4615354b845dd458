// The command store: the tool, with the text from the command's words or from standard input.

import { storeFeature } from "../../features/store/store.ts";
import { argumentsOf, type Command } from "./command.ts";
import { inputOf, runFeature } from "./run-feature.ts";

export const storeCommand: Command = {
  arguments: {
    topic: { type: "positional", description: "Topic, e.g. build-gotchas" },
    text: { type: "positional", description: "The note", required: false },
    ...argumentsOf(storeFeature.parameters, ["topic", "text"]),
  },
  async run(values) {
    const [topic, ...words] = values._;
    const text =
      words.length === 0 || (words.length === 1 && words[0] === "-") ? await inputOf("-", "note") : words.join(" ");
    return runFeature(storeFeature, values, { topic, text });
  },
};

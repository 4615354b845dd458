// `helix topics`: the list of topics, or another action of the tool. The second word is the subject of the action.

import { HelixError } from "../../base/errors.ts";
import { topicsParameters } from "../../features/topics/parameters.ts";
import { topicsFeature } from "../../features/topics/topics.ts";
import { argumentsOf, type Command, featureValues, withKnowledgeBase } from "./command.ts";
import { surplus } from "./run-feature.ts";

/** Actions whose second word is not a topic. */
const SUBJECTS: Readonly<Record<string, string>> = { graph: "focus", checkpoint: "task" };

export const topicsCommand: Command = {
  arguments: {
    action: {
      type: "positional",
      description: `One of ${topicsParameters.action.choices.join(", ")}`,
      required: false,
    },
    subject: { type: "positional", description: "What it is about: a topic, for graph a glob", required: false },
    // `--json` prints data; data to import is read by `helix import`.
    ...argumentsOf(topicsParameters, ["action", "json"]),
  },
  async run(values) {
    surplus("topics", values, 2);
    const [action, subject] = values._;
    if (action === "import") {
      throw new HelixError("INVALID_ARGUMENT", "notes are imported from a file, e.g. helix import notes.json");
    }
    const options = featureValues(topicsParameters, { ...values, action, json: undefined });
    if (subject !== undefined) options[SUBJECTS[action ?? ""] ?? "topic"] = subject;
    return withKnowledgeBase(values, (context) => topicsFeature.run(context, options));
  },
};

// The command stats: figures of the knowledge base.

import { invalid } from "../../base/errors.ts";
import { statistics } from "../../features/topics/statistics.ts";
import { type Command, withKnowledgeBase } from "./command.ts";
import { eventStatistics } from "./event-statistics.ts";
import { surplus } from "./run-feature.ts";

const DETAILS = ["tags", "index", "events"];

export const statsCommand: Command = {
  arguments: {
    detail: {
      type: "string",
      description: "tags, index or events",
      valueHint: DETAILS.join("|"),
      choices: DETAILS,
    },
  },
  async run(values) {
    surplus("stats", values, 0);
    const { detail } = values;
    if (detail === "events") return withKnowledgeBase(values, async ({ base }) => eventStatistics(base.directory));
    if (detail !== undefined && detail !== "tags" && detail !== "index") {
      throw invalid(`--detail=${detail} is not accepted: give tags, index or events, e.g. --detail=tags`);
    }
    return withKnowledgeBase(values, (context) => statistics(context, detail));
  },
};

// `helix topics`: the list of topics, or another action of the tool.

import { listTopics } from "../../features/topics/list.ts";
import { type Command, withKnowledgeBase } from "./command.ts";
import { surplus } from "./note-commands.ts";

export const topicsCommand: Command = {
  arguments: {},
  async run(values) {
    surplus("topics", values, 0);
    return withKnowledgeBase(values, listTopics);
  },
};

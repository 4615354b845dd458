// topics: lists the knowledge base and keeps it in order. One tool with many actions; each action has a file of its
// own.

import type { Answer } from "../../base/answer.ts";
import { importJson } from "../../exchange/transfer.ts";
import { checkAction, defineFeature, type FeatureContext } from "../common/feature.ts";
import { clearCheckpoint, resumeCheckpoint, saveCheckpoint } from "./checkpoint.ts";
import { compact } from "./compact.ts";
import { entries } from "./entries.ts";
import { exportAnswer } from "./export.ts";
import { topicGraph } from "./graph.ts";
import { listTopics } from "./list.ts";
import { TOPIC_ACTIONS, type TopicAction, type TopicsArguments, topicsParameters } from "./parameters.ts";
import { prune } from "./prune.ts";
import { recent } from "./recent.ts";
import { reindex } from "./reindex.ts";
import { sessionAnswer } from "./session.ts";
import { staleEntries } from "./stale.ts";
import { statistics } from "./statistics.ts";
import { TOPICS_COMMAND } from "./topics-command.ts";
import { crossReferences } from "./xref.ts";

const RUN: Record<TopicAction, (context: FeatureContext, values: TopicsArguments) => Promise<Answer>> = {
  list: listTopics,
  recent,
  entries,
  stats: (context, { detail }) => statistics(context, detail),
  xref: crossReferences,
  graph: topicGraph,
  stale: staleEntries,
  prune,
  compact,
  export: exportAnswer,
  import: (context, { json }) => importJson(context, json!),
  reindex,
  session: sessionAnswer,
  checkpoint: saveCheckpoint,
  resume: resumeCheckpoint,
  clear_checkpoint: clearCheckpoint,
};

/** Actions that change the knowledge base or its files. */
const WRITING: readonly string[] = [
  "prune",
  "compact",
  "import",
  "reindex",
  "checkpoint",
  "clear_checkpoint",
] satisfies TopicAction[];

/** Whether an action only says what it would do. These two do so without `apply`. */
function isReport(action: unknown, apply: unknown): boolean {
  return (action === "prune" || action === "compact") && !apply;
}

export const topicsFeature = defineFeature({
  name: "topics",
  title: "Topics",
  command: TOPICS_COMMAND,
  description: "Browse and maintain the notes; save and resume your working state (checkpoint).",
  hints: { readOnly: false, destructive: true, idempotent: false },
  parameters: topicsParameters,
  onlyReads: ({ action, apply }) =>
    !WRITING.includes(
      String(action || "list")
        .trim()
        .toLowerCase(),
    ) || isReport(action, apply),
  async run(context, values) {
    const action = values.action ?? "list";
    checkAction("topics", action, TOPIC_ACTIONS[action], topicsParameters, values);
    return RUN[action](context, values);
  },
});

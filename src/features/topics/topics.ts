// topics: lists the knowledge base and keeps it in order. One tool with many actions; each action has a file of its
// own.

import type { Answer } from "../../base/answer.ts";
import { importJson } from "../../exchange/transfer.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { Access, Writing } from "../../notes/store/long-work.ts";
import { checkAction, defineFeature, type FeatureContext } from "../common/feature.ts";
import type { Paged } from "../common/page-request.ts";
import { clearCheckpoint, resumeCheckpoint, saveCheckpoint } from "./checkpoint.ts";
import { compact, dedupe, redate } from "./compact.ts";
import { entries } from "./entries.ts";
import { exportAnswer } from "./export.ts";
import { topicGraph } from "./graph.ts";
import { listTopics } from "./list.ts";
import { TOPIC_ACTIONS, type TopicAction, type TopicsArguments, topicsParameters } from "./parameters.ts";
import { prune } from "./prune.ts";
import { recent } from "./recent.ts";
import { reindex } from "./reindex.ts";
import { type SessionPorts, sessionAnswer } from "./session.ts";
import { staleEntries } from "./stale.ts";
import { statistics } from "./statistics.ts";
import { TOPICS_COMMAND } from "./topics-command.ts";
import { crossReferences } from "./xref.ts";

/** What the actions need together. */
type TopicsPorts = Writing &
  Caller &
  SourceCaller &
  Paged &
  SessionPorts &
  Pick<FeatureContext, "noteVectors"> &
  Access<"compact" | "rebuildIndex" | "unfinished">;

const RUN: Record<TopicAction, (ports: TopicsPorts, values: TopicsArguments) => Promise<Answer>> = {
  list: listTopics,
  recent,
  entries,
  stats: (ports, { detail }) => statistics(ports, detail),
  xref: crossReferences,
  graph: topicGraph,
  stale: staleEntries,
  prune,
  dedupe,
  redate,
  compact,
  export: exportAnswer,
  import: (ports, { json }) => importJson(ports, json!),
  reindex,
  session: sessionAnswer,
  checkpoint: saveCheckpoint,
  resume: (ports) => resumeCheckpoint(ports),
  clear_checkpoint: clearCheckpoint,
};

/** Actions that change the knowledge base or its files. */
const WRITING: readonly string[] = [
  "prune",
  "dedupe",
  "redate",
  "compact",
  "import",
  "reindex",
  "checkpoint",
  "clear_checkpoint",
] satisfies TopicAction[];

/** Actions that only say what they would do without `apply`. */
const REPORTING: readonly unknown[] = ["prune", "dedupe", "redate", "compact"] satisfies TopicAction[];

export const topicsFeature = defineFeature({
  name: "topics",
  title: "Topics",
  command: TOPICS_COMMAND,
  description: "Browse and maintain the notes; save and resume your working state (checkpoint).",
  searchHint: "memory list progress session stale export",
  hints: { readOnly: false, destructive: true, idempotent: false },
  isLong: true,
  isHeard: true,
  budget: 1500,
  parameters: topicsParameters,
  onlyReads: ({ action, apply }) =>
    !WRITING.includes(
      String(action || "list")
        .trim()
        .toLowerCase(),
    ) ||
    (REPORTING.includes(action) && !apply),
  async run(ports: TopicsPorts, values) {
    const action = values.action ?? "list";
    checkAction("topics", action, TOPIC_ACTIONS[action], topicsParameters, values);
    return RUN[action](ports, values);
  },
});

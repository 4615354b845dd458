// brief: what is known about a topic, compressed.

import { HelixError } from "../../errors.ts";
import { defineFeature } from "../feature.ts";

export const briefFeature = defineFeature({
  name: "brief",
  description:
    "One compressed briefing on a topic, keyword or glob: load it before you work on a subsystem. Without a query: an overview of everything.",
  hints: { readOnly: true, destructive: false, idempotent: true },
  parameters: {
    query: { kind: "text", description: "Topic, keyword or glob; empty: overview", example: 'query="iris-*"' },
    detail: {
      kind: "choice",
      choices: ["summary", "scan", "full"],
      description: "summary (default, about 15 lines), scan (a line per category), full",
      example: 'detail="scan"',
    },
    since: { kind: "count", min: 1, max: 876_000, description: "Only the last N hours", example: 'since="24"' },
    focus: {
      kind: "text",
      description: "Only these categories, comma-separated",
      example: 'focus="gotchas,invariants"',
    },
    compact: { kind: "flag", description: "Overview of the top 5 topics only", example: 'compact="true"' },
    project: { kind: "text", description: "here, any (default), or a project key", example: 'project="here"' },
  },
  async run(_context, _values) {
    throw new HelixError("INVALID_ARGUMENT", "not there yet");
  },
});

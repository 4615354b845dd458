// The parameters of `topics`, and which action takes which.

import { PROJECT_PARAMETER } from "../../notes/scope/reach.ts";
import type { Arguments, ParameterTable } from "../common/parameters.ts";

const DAYS_MAX = 36_500;

/** Which parameters each action takes besides `action`; "!" marks those it needs. */
export const TOPIC_ACTIONS = {
  list: ["sort", "project"],
  recent: ["days", "hours", "project"],
  entries: ["!topic", "index", "match_str", "project"],
  stats: ["detail"],
  xref: ["!topic", "project"],
  graph: ["focus", "project"],
  stale: ["topic", "refresh"],
  prune: ["days", "apply", "project"],
  dedupe: ["apply", "project"],
  redate: ["apply", "project"],
  compact: ["apply", "log", "mode", "project"],
  export: ["project"],
  import: ["!json"],
  reindex: [],
  session: [],
  checkpoint: ["!task", "done", "next", "hypotheses", "blocked", "files"],
  resume: [],
  clear_checkpoint: [],
} as const satisfies Record<string, readonly string[]>;

export type TopicAction = keyof typeof TOPIC_ACTIONS;

/** The table of `topics`. */
export const topicsParameters = {
  action: {
    kind: "choice",
    choices: Object.keys(TOPIC_ACTIONS) as TopicAction[],
    description:
      "Default: list. xref: who mentions a topic; stale: sources that changed; prune: idle topics; redate: impossible times; compact: data.log; checkpoint: task, done, next, hypotheses, blocked, files",
    example: 'action="stats"',
  },
  topic: { kind: "text", description: "entries, xref, stale", example: 'topic="build-gotchas"' },
  days: {
    kind: "count",
    min: 1,
    max: DAYS_MAX,
    description: "Default: recent 7, prune 30",
    isUnlisted: true,
    example: 'days="7"',
  },
  hours: {
    kind: "count",
    min: 1,
    max: DAYS_MAX * 24,
    description: "recent",
    isUnlisted: true,
    example: 'hours="24"',
  },
  sort: {
    kind: "choice",
    choices: ["changed", "name", "count"],
    description: "list",
    isUnlisted: true,
    example: 'sort="name"',
  },
  detail: {
    kind: "choice",
    choices: ["tags", "index"],
    description: "stats",
    isUnlisted: true,
    example: 'detail="tags"',
  },
  index: {
    kind: "count",
    min: 0,
    max: 100_000_000,
    description: "entries: one whole entry",
    isUnlisted: true,
    example: 'index="0"',
  },
  match_str: {
    kind: "text",
    description: "entries: only those holding this",
    isUnlisted: true,
    example: 'match_str="cache"',
  },
  focus: { kind: "text", description: "graph: topics by glob", isUnlisted: true, example: 'focus="iris-*"' },
  json: {
    kind: "json",
    description: "import: entries, e.g. of an export",
    isUnlisted: true,
    example: 'json=[{"topic": "test", "text": "imported"}]',
  },
  refresh: {
    kind: "flag",
    description: "stale: beside the current source",
    isUnlisted: true,
    example: 'refresh="true"',
  },
  apply: {
    kind: "flag",
    description: "Act, not only report",
    isUnlisted: true,
    example: 'apply="true"',
  },
  log: { kind: "flag", description: "compact: needed", isUnlisted: true, example: 'log="true"' },
  mode: {
    kind: "choice",
    choices: ["migrate"],
    description: "compact: as redate",
    isUnlisted: true,
    example: 'mode="migrate"',
  },
  project: { ...PROJECT_PARAMETER, isUnlisted: true },
  task: { kind: "text", description: "What you are doing", example: 'task="port the attention kernel"' },
  done: {
    kind: "texts",
    separator: ";",
    description: "Steps done",
    example: 'done="read the spec;wrote tests"',
  },
  next: {
    kind: "texts",
    separator: ";",
    description: "Steps to come",
    example: 'next="fix RMSNorm;compare"',
  },
  hypotheses: {
    kind: "texts",
    separator: ";",
    description: "What may be so",
    isUnlisted: true,
    example: 'hypotheses="RoPE base may be wrong"',
  },
  blocked: {
    kind: "text",
    description: "What is in the way",
    isUnlisted: true,
    example: 'blocked="needs reference output"',
  },
  files: {
    kind: "texts",
    separator: ",",
    description: "Files it is about",
    isUnlisted: true,
    example: 'files="infer.rs,main.rs"',
  },
} as const satisfies ParameterTable;

/** The checked arguments of `topics`. */
export type TopicsArguments = Arguments<typeof topicsParameters>;

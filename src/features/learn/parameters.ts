// The parameters of `learn`, and which action takes which.

import { EDGE_KINDS } from "../../events/log/event-types.ts";
import { LESSON_KINDS } from "../../notes/lessons/lesson.ts";
import { PROJECT_PARAMETER } from "../../notes/scope/reach.ts";
import type { Arguments, ParameterTable } from "../common/parameters.ts";
import { SCORINGS } from "./lesson-score.ts";

const LIMIT_MAX = 50;
const HOPS_MAX = 4;
const DAYS_MAX = 36_500;

/** What a task may have come to. */
export const OUTCOMES = ["success", "failure", "blocked"] as const;

/** Which parameters each action takes besides `action`; "!" marks those it needs. */
export const LEARN_ACTIONS = {
  remember: ["!trigger", "!resolution", "type", "topic", "tags", "source", "confidence"],
  recall: ["!query", "type", "limit", "min_effectiveness", "scoring", "project"],
  feedback: ["helped", "misled", "shown", "evidence", "task"],
  chunk: ["!objective", "!approach", "!outcome", "topic", "tags", "source"],
  assess: ["!objective", "approach", "error", "ok"],
  relate: ["!from", "!to", "!kind", "weight"],
  connected: ["!id", "max_hops", "limit", "project"],
  consolidate: ["apply", "project"],
  prune: ["min_effectiveness", "apply", "project"],
  decay: ["days", "apply", "project"],
  health: ["days", "project"],
  lift: [],
  archive: ["!ids", "apply"],
  restore: ["!ids", "apply"],
} as const satisfies Record<string, readonly string[]>;

export type LearnAction = keyof typeof LEARN_ACTIONS;

/** The table of `learn`. */
export const learnParameters = {
  action: {
    kind: "choice",
    required: true,
    choices: Object.keys(LEARN_ACTIONS) as LearnAction[],
    description:
      "feedback: on shown notes; chunk: a success as pattern; assess: continue, pivot or escalate; relate: from, to, kind",
    example: 'action="recall"',
  },
  query: {
    kind: "text",
    description: "recall: a task or error",
    example: 'query="circular import"',
  },
  trigger: {
    kind: "text",
    description: "The situation",
    example: 'trigger="ImportError of a partially initialised module"',
  },
  resolution: {
    kind: "text",
    description: "What to do then",
    example: 'resolution="move the shared types into a module of their own"',
  },
  type: {
    kind: "choice",
    choices: LESSON_KINDS,
    description: "Default: failure",
    example: 'type="pattern"',
  },
  helped: {
    kind: "texts",
    separator: ",",
    isMostlyOne: true,
    description: "feedback: ids",
    example: 'helped="@7k3v9xq2mp"',
  },
  misled: {
    kind: "texts",
    separator: ",",
    isMostlyOne: true,
    description: "feedback: ids",
    example: 'misled="@7k3v9xq2mp"',
  },
  shown: {
    kind: "texts",
    separator: ",",
    description: "feedback: which others were shown (default: all lessons)",
    isUnlisted: true,
    example: 'shown="@7k3v9xq2mp,@4m0d2s8a1b"',
  },
  evidence: {
    kind: "text",
    description: "feedback: a line for each, `@id: what you did because of it`",
    example: 'evidence="moved the shared types into types.py, the import works"',
  },
  task: {
    kind: "text",
    description: "feedback: counted once a task (default: the session)",
    isUnlisted: true,
    example: 'task="fix the login"',
  },
  objective: { kind: "text", description: "chunk, assess: task", example: 'objective="make the login test pass"' },
  approach: {
    kind: "text",
    description: "chunk, assess: what was done",
    example: 'approach="freeze the clock in the fixture"',
  },
  outcome: { kind: "choice", choices: OUTCOMES, description: "chunk", example: 'outcome="success"' },
  error: { kind: "text", description: "assess: of a failed try", example: 'error="E0308 mismatched types"' },
  ok: { kind: "flag", description: "assess: it worked", example: 'ok="true"' },
  limit: {
    kind: "count",
    min: 1,
    max: LIMIT_MAX,
    description: "Default: recall 5, connected 10",
    isUnlisted: true,
    example: 'limit="10"',
  },
  min_effectiveness: {
    kind: "fraction",
    description: "recall: at least; prune: below, default 0.25",
    isUnlisted: true,
    example: 'min_effectiveness="0.5"',
  },
  scoring: {
    kind: "choice",
    choices: SCORINGS,
    description: "recall",
    isUnlisted: true,
    example: 'scoring="additive"',
  },
  topic: { kind: "text", description: "Default: lessons", isUnlisted: true, example: 'topic="build-lessons"' },
  tags: { kind: "texts", separator: ",", description: "Further tags", isUnlisted: true, example: 'tags="python"' },
  source: { kind: "text", description: "File it is about", isUnlisted: true, example: 'source="src/cache.rs:42"' },
  confidence: { kind: "fraction", description: "0 to 1 (default 1)", isUnlisted: true, example: 'confidence="0.8"' },
  from: { kind: "text", description: "relate: id", isUnlisted: true, example: 'from="@7k3v9xq2mp"' },
  to: { kind: "text", description: "relate: id", isUnlisted: true, example: 'to="@4m0d2s8a1b"' },
  kind: { kind: "choice", choices: EDGE_KINDS, description: "relate", isUnlisted: true, example: 'kind="solves"' },
  weight: {
    kind: "fraction",
    isUnlisted: true,
    help: "relate: 0 to 1, added to what there is (default 1); 0 takes the relation back",
    example: 'weight="0.5"',
  },
  id: { kind: "text", description: "connected", isUnlisted: true, example: 'id="@7k3v9xq2mp"' },
  max_hops: {
    kind: "count",
    min: 1,
    max: HOPS_MAX,
    description: "connected: default 2",
    isUnlisted: true,
    example: 'max_hops="3"',
  },
  ids: {
    kind: "texts",
    separator: ",",
    description: "archive, restore",
    isUnlisted: true,
    example: 'ids="@7k3v9xq2mp,@4m0d2s8a1b"',
  },
  days: {
    kind: "count",
    min: 1,
    max: DAYS_MAX,
    description: "decay, health: default 90",
    isUnlisted: true,
    example: 'days="30"',
  },
  apply: { kind: "flag", description: "Act, not only report", isUnlisted: true, example: 'apply="true"' },
  project: { ...PROJECT_PARAMETER, isUnlisted: true },
} as const satisfies ParameterTable;

/** The checked arguments of `learn`. */
export type LearnArguments = Arguments<typeof learnParameters>;

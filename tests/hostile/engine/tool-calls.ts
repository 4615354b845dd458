// Calls of all tools, with what nobody sees in every text that may hold it.

import type { TOPIC_ACTIONS } from "../../../src/features/topics/parameters.ts";
import type { Values } from "../../support/served.ts";
import { CODE } from "./code-calls.ts";
import { KEY } from "./hostile-outputs.ts";
import { EVIL, evilText, PLAIN, STRANGE } from "./hostile-world.ts";
import { PLANS } from "./plan-calls.ts";

const EDITS: readonly Values[] = [
  { action: "append", topic: PLAIN, text: `more ${EVIL}` },
  { action: "revise", topic: PLAIN, text: `other ${EVIL}`, match_str: "linker2" },
  { action: "tag", topic: PLAIN, tags: `new${EVIL}`, remove: `tag${EVIL}` },
  { action: "delete", topic: PLAIN, match_str: "linker4" },
  { action: "delete", where: "linker5" },
  { action: "delete", where: `before:2026-01-01 ${EVIL}`, apply: true },
  { action: "delete", where: "linker5 linker", apply: true },
  { action: "merge", topic: PLAIN, into: STRANGE },
  { action: "rename", topic: STRANGE, new_name: `other${EVIL}` },
  { action: "history" },
  { action: "undo" },
  { action: "redo" },
];
const TOPICS: Readonly<Record<keyof typeof TOPIC_ACTIONS, Values>> = {
  list: {},
  recent: { days: 900 },
  entries: { topic: PLAIN },
  stats: { detail: "tags" },
  xref: { topic: PLAIN },
  graph: {},
  stale: {},
  prune: { days: 1 },
  dedupe: {},
  redate: {},
  compact: { log: true },
  export: {},
  import: { json: JSON.stringify([{ topic: STRANGE, text: evilText(30), tags: [EVIL] }]) },
  reindex: {},
  session: {},
  checkpoint: { task: EVIL, next: EVIL },
  resume: {},
  clear_checkpoint: {},
};
const LESSONS: readonly Values[] = [
  {
    action: "remember",
    trigger: `linker fails ${EVIL}`,
    resolution: evilText(31),
    tags: EVIL,
    source: `src/${EVIL}.ts:1`,
  },
  { action: "remember", trigger: `linker fails ${EVIL}`, resolution: `other ${EVIL}` },
  { action: "remember", trigger: EVIL, resolution: "" },
  { action: "recall", query: `linker ${EVIL}` },
  { action: "recall", query: EVIL, scoring: "additive" },
  { action: "feedback", helped: EVIL, evidence: EVIL },
  { action: "chunk", objective: `link it ${EVIL}`, approach: evilText(32), outcome: "success" },
  { action: "assess", objective: EVIL, approach: EVIL, error: `error: ${EVIL}` },
  { action: "relate", from: EVIL, to: EVIL, kind: "causes" },
  { action: "connected", id: EVIL },
  { action: "consolidate" },
  { action: "prune" },
  { action: "decay", days: 1 },
  { action: "archive", ids: EVIL },
  { action: "restore", ids: EVIL },
  { action: "health" },
  { action: "lift" },
  { action: EVIL },
];
/** Calls of each tool that say something, and refusals that repeat what was given. */
export const TOOLS: Readonly<Record<string, readonly Values[]>> = {
  store: [
    { topic: PLAIN, text: evilText(1) },
    { topic: STRANGE, text: `a new note ${EVIL}`, source: `none${EVIL}.ts:1` },
    { topic: PLAIN, text: "x", links: EVIL },
    { topic: PLAIN, text: `on a symbol ${EVIL}`, source: "src/linker.ts#linker1" },
    { topic: PLAIN, text: "x", source: `src/linker.ts#no${EVIL.replaceAll(/\s/g, "")}` },
  ],
  batch: [{ entries: JSON.stringify([{ topic: STRANGE, text: `in a batch ${EVIL}`, tags: EVIL }, { topic: EVIL }]) }],
  search: [
    ...["full", "medium", "brief", "grouped", "topics", "count"].map((detail) => ({ query: "linker gotcha", detail })),
    { query: "linker1", explain: true },
    { query: "linker1", code: true },
    { query: "near:src/linker.ts linker1" },
    { query: `near:"src/li${EVIL}.ts"` },
    { query: `kind:${EVIL} at linker1 (src/linker.ts:1:2)`, code: true },
    { query: `nothing${EVIL}` },
    { query: `topic:${EVIL}` },
    { query: "linker", since: EVIL },
  ],
  brief: [
    {},
    ...["summary", "scan", "full"].flatMap((detail) => [
      { query: PLAIN, detail },
      { query: "linker*", detail },
    ]),
    { query: `nothing${EVIL}` },
  ],
  read: [
    { topic: PLAIN },
    { topic: STRANGE, order: "newest", limit: 2 },
    { topic: PLAIN, index: 1 },
    { topic: `lin${EVIL}` },
    { topic: EVIL },
  ],
  edit: EDITS,
  output: [
    { any: true },
    { key: KEY, any: true },
    { key: KEY, any: true, lines: "1-9" },
    { key: KEY, any: true, search: `linker2 ${EVIL}` },
    { key: KEY, any: true, search: `nothing${EVIL}` },
    { key: KEY, any: true, lines: EVIL },
    { key: EVIL },
  ],
  topics: Object.entries(TOPICS).map(([action, values]) => ({ action, ...values })),
  learn: LESSONS,
  plan: PLANS,
  code: CODE,
  trace: [
    { path: "src/linker.ts" },
    { path: "." },
    { path: ".", symbol: "linker1" },
    { path: ".", action: "symbols" },
    { path: "src/linker.ts", action: "blast" },
    { path: ".", action: "analyze" },
    { path: `none${EVIL}` },
    { path: ".", symbol: `no${EVIL}` },
  ],
};

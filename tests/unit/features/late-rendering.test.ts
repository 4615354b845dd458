// A server may change notes between the end of a tool's run and the making of its text. The text is of before.

import { expect, test } from "vitest";
import { CALLS } from "../../../src/base/wording.ts";
import type { FeatureContext } from "../../../src/features/common/feature.ts";
import { loadTools } from "../../../src/features/tools.ts";
import type { Change } from "../../../src/notes/store/changes.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../support/knowledge.ts";
import { MemoryFileSystem } from "../../support/memory-file-system.ts";
import { noIds } from "../../support/note-ids.ts";

const tools = new Map((await loadTools()).map((tool) => [tool.name, tool]));
const project = { root: "/code/a", keys: ["a/api"] };
const DAY = 1440;

/** A knowledge base with notes of this and of another project, links, duplicates and an impossible time. */
async function filled(): Promise<FeatureContext> {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem(), newNoteId: noIds });
  const note = (topic: string, body: string, age: number, of = "a/api"): Change => {
    return { kind: "add", topic, body: `${body}\n[project: ${of}]`, minutes: NOW_MINUTES - age * DAY };
  };
  await base.change(() => [
    note("cache", "gotcha: the cache of the engine is cold", 60),
    ...[9, 8, 7].map((age) => note("engine", `[tags: gotcha]\nnote ${age} of the engine: its valve sticks`, age)),
    note("engine", "[links: cache:0 engine:1]\n[source: src/a.ts:3]\nthe engine needs the cache", 6),
    note("engine", "todo: why is the engine loud", -90),
    note("engine", "the engine of others", 5, "b/api"),
    note("pump", "the pump has no valve, and leaks when it rains for long", 4),
    note("pump", "the pump has no valve, and leaks when it rains for long", 3),
  ]);
  return { base, project, directory: "/code/a" };
}

/** Deletes the first note of each topic, adds others before and behind, and merges the index. */
async function change({ base }: FeatureContext): Promise<void> {
  await base.change((view) => [
    ...view.topics().map(({ name }): Change => ({ kind: "delete", id: view.topicDocuments(name)[0]! })),
    ...[100, 0].map((age): Change => {
      return { kind: "add", topic: "engine", body: "an engine more", minutes: NOW_MINUTES - age * DAY };
    }),
  ]);
  await base.mergeNow();
}

test.each<[tool: string, values: Record<string, unknown>]>([
  ["store", { topic: "engine", text: "one more note", links: "cache:0" }],
  ["store", { topic: "cache", text: "gotcha: the cache of the engine is cold", tags: "other" }],
  ["batch", { entries: [{ topic: "engine", text: "one more note" }], verbose: true }],
  ...["full", "medium", "brief", "grouped", "topics", "count"].map((detail): [string, Record<string, unknown>] => [
    "search",
    { query: "engine valve", detail },
  ]),
  ["search", { query: "engine", explain: true }],
  ["read", { topic: "engine" }],
  ["read", { topic: "engine", index: 3 }],
  ["brief", {}],
  ["brief", { query: "engine" }],
  ["brief", { query: "engine", detail: "full" }],
  ["brief", { query: "engine", detail: "scan" }],
  ["edit", { action: "append", topic: "engine", text: "more" }],
  ["edit", { action: "tag", topic: "engine", tags: "loud" }],
  ["edit", { action: "delete", topic: "pump", all: true }],
  ["edit", { action: "rename", topic: "pump", new_name: "pumps" }],
  ["edit", { action: "undo" }],
  ["edit", { action: "history" }],
  ...["list", "recent", "graph", "prune", "compact", "export", "stale", "session"].map(
    (action): [string, Record<string, unknown>] => ["topics", { action }],
  ),
  ...["tags", "index", undefined].map((detail): [string, Record<string, unknown>] => [
    "topics",
    { action: "stats", detail },
  ]),
  ["topics", { action: "entries", topic: "engine" }],
  ["topics", { action: "entries", topic: "engine", match_str: "valve" }],
  ["topics", { action: "xref", topic: "engine" }],
  ["topics", { action: "prune", apply: true }],
  ["topics", { action: "compact", apply: true }],
  ["topics", { action: "compact", log: true }],
  ["topics", { action: "compact", mode: "migrate" }],
  ["topics", { action: "compact", mode: "migrate", apply: true }],
  ["topics", { action: "reindex" }],
])("%s %j", async (name, values) => {
  const [untouched, changed] = [await filled(), await filled()];
  const run = tools.get(name)!.run;
  const answer = await run(changed, values);
  await change(changed);
  expect(answer.text(CALLS)).toBe((await run(untouched, values)).text(CALLS));
});

// Wrote tests/fixtures/helix-v1, once, when the format was new. Run again for another version: `bun
// tests/support/freeze-store.ts DIR`. A fixture that exists is never written over: old files must open forever.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { Change } from "../../src/notes/store/changes.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "./knowledge.ts";

const directory = process.argv[2];
if (directory === undefined || existsSync(directory)) throw new Error("name a directory that does not exist yet");
mkdirSync(directory);
const kb = openKnowledgeBase(directory);

const add = (topic: string, body: string, minutes: number): Change => ({ kind: "add", topic, body, minutes });
await kb.change(() => [
  add(
    "build-gotchas",
    "[tags: build, gotcha]\n[source: src/bridge.rs:42]\nthe linker wants one architecture only",
    NOW_MINUTES,
  ),
  add("build-gotchas", "[confidence: 0.6]\nduplicate symbols: one architecture at a time", NOW_MINUTES),
  add(
    "engine",
    "CachedEntry keeps a term_map for each entry\nand drops it when the log is compacted",
    NOW_MINUTES - 90,
  ),
  add("Grüße/検索", "日本語の検索, 한국어, ไทย, العربية, 🧭\n[project: owner/repo, main-1a2b3c4d]", NOW_MINUTES + 3),
  add("history", "written before 2024", Date.UTC(1999, 11, 31, 23, 59) / 60_000),
  add("draft", "thrown away", NOW_MINUTES),
]);
await kb.change((view) => [
  {
    kind: "replace",
    id: view.topicDocuments("build-gotchas")[0]!,
    body: "the linker wants one architecture, in both steps",
  },
]);
await kb.change((view) => [{ kind: "delete", id: view.topicDocuments("draft")[0]! }]);
await kb.mergeNow();
await kb.change((view) => [
  { kind: "move", id: view.topicDocuments("engine")[0]!, topic: "cache", body: "moved here from engine" },
]);
await kb.change(() => [add("build-gotchas", "stored behind the index", NOW_MINUTES + 60)]);

const live = liveEntries(await kb.view()).map(({ topic, minutes, body }) => ({ topic, minutes1970: minutes, body }));
writeFileSync(`${directory}/live.json`, `${JSON.stringify(live, null, 1)}\n`);
kb.close();

// A process that died between the rename of a compaction and the sync of the directory left the new log without a
// durable name; what was then appended to it was acknowledged, and gone with the name when the power went.

import { expect, test } from "vitest";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH } from "../support/random-log.ts";

test("a write into a log whose name is not durable makes the name durable", async () => {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => [addition("a", "first")]);
  const log = files.content(LOG_PATH)!;
  const other = files.open("/kb/other", "create");
  other.append(log);
  other.sync();
  files.rename("/kb/other", LOG_PATH);
  await kb.change(() => [addition("a", "second")]);
  const left = files.afterPowerCut("synced", () => 0);
  const view = await openKnowledgeBase(DIRECTORY, { files: left }).view();
  expect(liveEntries(view).map(({ body }) => body)).toEqual(["first", "second"]);
});

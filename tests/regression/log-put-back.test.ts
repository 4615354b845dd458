// Files exchanged under an open knowledge base. A file that is no log, met twice, left a closed handle behind: with the
// log back in its place every call failed for good. A log that was restored in place and had grown to the very length
// that was read before was taken for the one that was read.

import { expect, test } from "vitest";
import { liveEntries, openKnowledgeBase, searchHits } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH } from "../support/random-log.ts";

const bodies = async (kb: ReturnType<typeof openKnowledgeBase>) => liveEntries(await kb.view()).map(({ body }) => body);

test("a log that was away comes back", async () => {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => [addition("a", "first")]);
  expect(await bodies(kb)).toEqual(["first"]);
  files.rename(LOG_PATH, "/kb/away");
  files.write(LOG_PATH, Buffer.from("something else entirely"));
  for (let round = 0; round < 3; round++) await expect(kb.view()).rejects.toThrow("is not a helix log");
  files.rename("/kb/away", LOG_PATH);
  expect(await bodies(kb)).toEqual(["first"]);
  await kb.change(() => [addition("a", "second")]);
  expect(await bodies(kb)).toEqual(["first", "second"]);
});

test("a log restored in place is noticed, whatever its length", async () => {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => [addition("a", "first")]);
  const backup = files.content(LOG_PATH)!;
  await kb.change(() => [addition("a", "note apple")]);
  expect(await bodies(kb)).toEqual(["first", "note apple"]);
  files.overwrite(LOG_PATH, backup);
  await openKnowledgeBase(DIRECTORY, { files }).change(() => [addition("a", "note grape")]);
  expect(await bodies(kb)).toEqual(["first", "note grape"]);
  expect(searchHits(await kb.view(), "note").map(({ snippet }) => snippet.trim())).toEqual(["note grape"]);
  expect(searchHits(await kb.view(), "grape")).toHaveLength(1);
  expect(searchHits(await kb.view(), "apple")).toEqual([]);
});

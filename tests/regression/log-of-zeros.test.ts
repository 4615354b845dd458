// A power cut while the log was begun left its length and none of its bytes: eight zeros. It was taken for a file of
// somebody else and the knowledge base could not be used any more. Found by the proof of power cuts.

import { expect, test } from "vitest";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH } from "../support/random-log.ts";

test.each([1, 7, 8])("a log of %i zeros holds nothing, and is begun again", async (length) => {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, new Uint8Array(length));
  const kb = openKnowledgeBase(DIRECTORY, { files });
  expect(liveEntries(await kb.view())).toEqual([]);
  await kb.change(() => [addition("notes", "the first")]);
  expect(liveEntries(await kb.view()).map(({ body }) => body)).toEqual(["the first"]);
  expect(liveEntries(await openKnowledgeBase(DIRECTORY, { files }).view())).toHaveLength(1);
});

test("a file of more zeros is somebody else's", async () => {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, new Uint8Array(9));
  await expect(openKnowledgeBase(DIRECTORY, { files }).view()).rejects.toThrow("not a helix log");
});

// One wrong bit in the content of index.bin hid entries from every search of a server that only reads. A server has the
// index that it opened verified, and built anew.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NOW_MINUTES, openKnowledgeBase, searchHits } from "../support/knowledge.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

test("a damaged term name", async () => {
  const directory = folder();
  const writer = openKnowledgeBase(directory);
  await writer.change(() => [{ kind: "add", topic: "engine", body: "the unicorn sleeps", minutes: NOW_MINUTES }]);
  await writer.mergeNow();
  writer.close();
  const path = join(directory, "index.bin");
  const bytes = readFileSync(path);
  const at = bytes.indexOf("unicorn");
  expect(at).toBeGreaterThan(0);
  bytes[at] = bytes[at]! ^ 1;
  writeFileSync(path, bytes);

  const reader = openKnowledgeBase(directory);
  expect(searchHits(await reader.view(), "unicorn")).toHaveLength(0);
  await reader.verifyIndex();
  expect(searchHits(await reader.view(), "unicorn")).toHaveLength(1);
  reader.close();
});

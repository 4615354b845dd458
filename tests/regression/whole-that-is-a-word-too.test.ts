// A query may say a compound word and its whole (`cached-entry cachedentry`). Where the compound came first, its whole
// was asked as it is for both, so the second word had no forms and nothing was taken for it: the order of the words
// decided which notes had them all.

import { expect, it } from "vitest";
import { NOW_MINUTES, openKnowledgeBase, searchHits } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";

it.each([
  // Nearest: no note has the whole itself.
  ["CachedEntrycaches", "cached-entry", "cachedentry"],
  // A form.
  ["two cachedentries", "cached-entry", "cachedentry"],
])("'%s' has the words '%s' and '%s' in either order", async (text, compound, whole) => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() => [{ kind: "add", topic: "build", body: text, minutes: NOW_MINUTES }]);
  const view = await base.view();
  const [forth] = searchHits(view, `${compound} ${whole}`);
  const [back] = searchHits(view, `${whole} ${compound}`);
  expect(forth).toEqual(back);
  expect(forth).toBeDefined();
});

// A word that repeats a part (`entry-entry`) has that part once. The naive model counted it twice: the part weighed half
// of what it should, and what it said within the whole was taken off twice.

import { expect, it } from "vitest";
import { NOW_MINUTES, openKnowledgeBase, searchHits } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { NaiveModel } from "../support/model.ts";

it.each([
  // The part is in no note and begins the whole.
  ["cachedentrycachedentry cache", "cachedentry-cachedentry cache"],
  ["entry-entry cache", "entry-entry"],
  ["an entry\nand entry-entry", "entry-entry cache"],
  ["entry", "entry-entry"],
])("the note '%s' scores for '%s' as in the model", async (text, words) => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const model = new NaiveModel();
  const note = { text, tags: [], source: null, confidence: 1, projects: [] };
  const { body } = model.add("build", note, NOW_MINUTES);
  await base.change(() => [{ kind: "add", topic: "build", body, minutes: NOW_MINUTES }]);
  const [found] = searchHits(await base.view(), words);
  const expected = model.search({
    words,
    ...{ tags: [], topics: [], sources: [], staleSources: [], project: null, ownProject: null, from: null, to: null },
    mode: "and",
    recency: true,
    nowMinutes: NOW_MINUTES,
  });
  expect(found!.score).toBeCloseTo(expected.scores.get(0)!, 6);
});

it("a word said with itself is found as well by a note as the word alone", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() => [{ kind: "add", topic: "build", body: "a late entry", minutes: NOW_MINUTES }]);
  const view = await base.view();
  const [alone] = searchHits(view, "entry");
  const [repeated] = searchHits(view, "entry-entry");
  expect(repeated).toEqual(alone);
});

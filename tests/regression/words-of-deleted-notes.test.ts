// A word that no note has is taken for words like it. Where an index still held the words of deleted notes, they were
// among these: the answer named words that are nowhere any more, and they were no words of the subject.

import { expect, it } from "vitest";
import { parseQuery } from "../../src/notes/search/note-query.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";

it("no word is taken for one that only a deleted note had", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const { added } = await base.change(() =>
    ["the linker", "a linkedentry"].map((body) => ({ kind: "add", topic: "build", body, minutes: NOW_MINUTES })),
  );
  const takenAs = async () => {
    const results = (await base.view()).search({
      query: parseQuery("linked"),
      filter: { tags: [], topics: [], sources: [], from: null, to: null, project: null },
      mode: "and",
      diverse: false,
      nowMinutes: NOW_MINUTES,
      ownProject: null,
    });
    return Object.fromEntries(results.takenAs);
  };
  expect(await takenAs()).toEqual({ linked: ["linkedentry", "linker"] });
  await base.change(() => [{ kind: "delete", id: added[0]! }]);
  expect(await takenAs()).toEqual({ linked: ["linkedentry"] });
});

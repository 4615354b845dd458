// A word that a question repeats counts more; the folder of two paths, or the namespace of two functions, is no such
// word.

import { expect, it } from "vitest";
import { foundDocuments, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";

it.each([
  ["src/engine/search/searcher.ts and src/engine/search/query.ts throw"],
  ["why do retrieval::searcher and retrieval::query throw"],
])("%s", async (question) => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const notes = [
    "the searcher throws on an empty query\nso the caller has to look first",
    "src and retrieval: how the folders are laid out\nsrc has retrieval, index and format",
    "retrieval in src is pure\nnothing in src/retrieval touches a disk",
    "lunch is at noon",
    "the build wants a clean tree",
  ];
  await base.change(() =>
    notes.map((body, at) => ({ kind: "add" as const, topic: `t${at}`, body, minutes: NOW_MINUTES })),
  );
  expect(foundDocuments(await base.view(), question)[0]).toBe(0);
});

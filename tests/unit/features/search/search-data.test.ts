// The data of search results, as `--json` gives it: which entry of its topic each one is, found without going through
// the topic for each.

import { expect, it, vi } from "vitest";
import { searchFeature } from "../../../../src/features/search/search.ts";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { rendered } from "../../../support/rendered.ts";

it("goes through each topic once, and through none when no data is wanted", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() =>
    Array.from({ length: 60 }, (_, at) => ({
      kind: "add",
      topic: `topic-${at % 2}`,
      body: `needle ${at}`,
      minutes: NOW_MINUTES,
    })),
  );
  const listed = vi.spyOn(Object.getPrototypeOf(await base.view()) as KnowledgeView, "topicDocuments");
  for (const topic of ["topic-0", "topic-1"]) {
    const { data } = await rendered(searchFeature.run({ base, project: null }, { query: "needle", topic }));
    const { results } = data as { results: { topic: string; index: number; lines: string[] }[] };
    expect(results).toHaveLength(30);
    for (const { index, lines } of results) expect(lines).toEqual([`needle ${2 * index + Number(topic.at(-1))}`]);
  }
  expect(listed).toHaveBeenCalledTimes(2);
  await searchFeature.run({ base, project: null }, { query: "needle" });
  expect(listed).toHaveBeenCalledTimes(2);
});

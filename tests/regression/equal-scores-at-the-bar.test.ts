// Among entries of one score time and place decide, however few are asked for. With the boost of one's own project the
// bar was divided and multiplied again, and what is equal fell out by the last bit.

import { expect, test } from "vitest";
import { parseQuery } from "../../src/notes/search/note-query.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";

const SHOWN = 3;

function best(view: KnowledgeView, limit: number): number[] {
  const results = view.search({
    query: parseQuery("alpha"),
    filter: { tags: [], topics: [], sources: [], from: null, to: null, project: null },
    mode: "and",
    diverse: false,
    limit,
    nowMinutes: NOW_MINUTES,
    ownProject: (keys) => keys.includes("mine"),
  });
  return [...results.ordered(SHOWN)].map(({ id }) => id);
}

test("three of many equal ones are the same three as the first of all", async () => {
  for (let others = 0; others < 60; others++) {
    const kb = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
    const body = `alpha ${"pad ".repeat(1 + (others % 37))}\n[project: mine]`;
    const add = (topic: string, text: string) => ({ kind: "add" as const, topic, body: text, minutes: NOW_MINUTES });
    await kb.change(() => Array.from({ length: 45 }, () => add("engine", body)));
    await kb.change(() => Array.from({ length: 1 + others }, (_, at) => add("other", `other words ${at}`)));
    await kb.mergeNow();
    await kb.change((view) =>
      view
        .topicDocuments("engine")
        .slice(0, 40)
        .map((id) => ({ kind: "replace" as const, id, body })),
    );
    const view = await kb.view();
    expect(best(view, SHOWN), `${others} others`).toEqual(best(view, 1000));
    kb.close();
  }
});

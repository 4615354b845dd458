// Links to the entries of topics, counted at once, and where an entry stands in its topic.

import { describe, expect, it } from "vitest";
import { linkCounts } from "../../../../src/features/brief/link-counts.ts";
import { TopicLists } from "../../../../src/features/brief/topic-lists.ts";
import { linkCount } from "../../../../src/notes/index/link-lookup.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

describe("link counts", () => {
  const note = (topic: string, body: string) => ({ kind: "add" as const, topic, body, minutes: NOW_MINUTES });

  it("are those of looking up each entry, in base and delta, deleted links aside", async () => {
    const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
    await base.change(() => [
      note("engine", "first"),
      note("engine", "second"),
      note("network", "[links: engine:0 engine:1]\nlinks to both"),
      note("network", "[links: engine:1]\nto be deleted"),
      note("engine-core", "[links: engine:10]\nlinks to nothing"),
    ]);
    await base.mergeNow();
    await base.change((view) => [
      note("cache", "[links: engine:1 network:0 Engine:1]\nlinks again"),
      { kind: "delete", id: view.topicDocuments("network")[1]! },
    ]);
    const view = await base.view();
    const counts = linkCounts(view.index, ["engine", "network", "cache"], new TopicLists(view));
    for (const topic of ["engine", "network", "cache"]) {
      for (const [position, id] of view.topicDocuments(topic).entries()) {
        expect(counts.get(id) ?? 0, `${topic}:${position}`).toBe(linkCount(view.index, [`${topic}:${position}`]));
      }
    }
    expect([...counts.values()].sort()).toEqual([1, 1, 2]);
    expect(linkCounts(view.index, ["cache"], new TopicLists(view)).size).toBe(0);
  });

  it("say where an entry stands in its topic", async () => {
    const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
    await base.change(() => Array.from({ length: 50 }, (_, at) => note("engine", `note ${at}`)));
    const view = await base.view();
    const lists = new TopicLists(view);
    for (const [position, id] of view.topicDocuments("engine").entries()) {
      expect(lists.indexOf("engine", id)).toBe(position);
    }
  });
});

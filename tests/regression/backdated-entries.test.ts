// Entries that are stored newest first (an import of another program's export) come out in order of time. They used to
// be put in place one by one, which took a minute for 80,000 of them; now a topic is sorted when it is read.

import { expect, it } from "vitest";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";

it("keeps a topic in order whatever the order of writing, reading in between or not", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem(), mergeWorthBytes: 1e12 });
  const bodies = async () => {
    const view = await base.view();
    return view.topicDocuments("build").map((id) => view.body(id));
  };
  const add = (at: number) => ({ kind: "add" as const, topic: "build", body: `note ${at}`, minutes: NOW_MINUTES + at });
  const expected = (count: number) => Array.from({ length: count }, (_, at) => `note ${at}`);
  await base.change(() => Array.from({ length: 500 }, (_, at) => add(999 - at)));
  expect(await bodies()).toEqual(expected(1000).slice(500));
  await base.change(() => Array.from({ length: 500 }, (_, at) => add(499 - at)));
  // An edited entry stays where it was, a new one of the same minute comes behind it.
  const { view } = await base.change((current) => [
    { kind: "replace", id: current.topicDocuments("build")[3]!, body: "note 3" },
    add(3),
  ]);
  expect(view.topicDocuments("build").map((id) => view.body(id))).toEqual(expected(1000).toSpliced(4, 0, "note 3"));
  await base.mergeNow();
  expect(await bodies()).toEqual(expected(1000).toSpliced(4, 0, "note 3"));
});

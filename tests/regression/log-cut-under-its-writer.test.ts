// A log that somebody cuts off in its place, under a process that has it open for writing: a copy put over it does that
// for a moment. What is stored next must be found by this process and by the next one.

import { truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

const note = (body: string) => [{ kind: "add" as const, topic: "engine", body, minutes: NOW_MINUTES }];

for (const length of [0, 1, 5, 7, 8, 15]) {
  for (const isFolded of [false, true]) {
    test(`cut to ${length} bytes, ${isFolded ? "merged before" : "not merged"}`, async () => {
      const directory = folder();
      const kb = openKnowledgeBase(directory);
      await kb.change(() => note("one"));
      await kb.change(() => note("two"));
      if (isFolded) await kb.mergeNow();
      truncateSync(join(directory, "data.log"), length);
      const { added } = await kb.change(() => note("three"));
      expect(added[0]).toBeGreaterThanOrEqual(0);
      await kb.change(() => note("four"));
      const here = liveEntries(await kb.view()).map(({ body }) => body);
      kb.close();
      const next = openKnowledgeBase(directory);
      const there = liveEntries(await next.view()).map(({ body }) => body);
      next.close();
      expect(here).toEqual(["three", "four"]);
      expect(there).toEqual(here);
    });
  }
}

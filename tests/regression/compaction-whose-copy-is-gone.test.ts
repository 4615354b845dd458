// A compaction whose new log was removed before it was in place (by a process in another container, say, that takes it
// for a dead one's) began that file again, empty, and put what was written meanwhile in the place of the whole log. Now
// it leaves the log as it was.

import { expect, test } from "vitest";
import { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { inProcessMerger } from "../../src/notes/store/mergers.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY } from "../support/random-log.ts";

test("a compaction that lost its new log says so and changes nothing", async () => {
  const files = new MemoryFileSystem();
  const folder = inProcessMerger(files, DIRECTORY);
  const base = new KnowledgeBase({
    directory: DIRECTORY,
    files,
    clock: () => NOW_MINUTES * 60_000,
    merger: {
      ...folder,
      async copyLive(request, ...others) {
        const copy = await folder.copyLive(request, ...others);
        files.remove(request.temporaryLog);
        return copy;
      },
    },
  });
  await base.change(() => [addition("build", "one"), addition("build", "two")]);
  const before = liveEntries(await base.view());
  await expect(base.compact()).rejects.toThrow(
    /^the new log was removed before it was in place; nothing was changed, try again$/,
  );
  expect(liveEntries(await base.view())).toEqual(before);
  expect(liveEntries(await openKnowledgeBase(DIRECTORY, { files }).view())).toEqual(before);
  expect(files.paths().filter((path) => path.includes(".tmp-"))).toEqual([]);
});

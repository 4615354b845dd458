// A record that is damaged after it was indexed is noticed when its text is read. An index that went on listing it made
// every reading of its topic fail for good; now the first failure has the index built anew.

import { expect, test } from "vitest";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { naiveRecords } from "../support/naive-log.ts";
import { DIRECTORY, LOG_PATH, randomLog } from "../support/random-log.ts";

test("a damaged record is left out after it was met once", async () => {
  const log = await randomLog({ seed: 5, changes: 170, wordsMax: 20 });
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, log);
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.mergeNow();
  const before = liveEntries(await kb.view());
  const live = new Set(before.map(({ body }) => body));
  const records = naiveRecords(log);
  // Not half an edit: there the version before would come back.
  const hit = records.find(
    (record, index) =>
      record.from > 4200 &&
      record.kind === "entry" &&
      record.entry.body.length > 30 &&
      live.has(record.entry.body) &&
      records[index + 1]!.kind === "entry",
  )!;
  const damaged = log.slice();
  damaged[hit.to - 3]! ^= 0x20;
  files.overwrite(LOG_PATH, damaged);

  const view = await kb.view();
  expect(view.statistics().watermark).toBe(log.length);
  const isUnreadable = (name: string) => view.topicDocuments(name).some((id) => view.body(id) === null);
  expect(view.topics().filter(({ name }) => isUnreadable(name))).toHaveLength(1);
  await kb.view();
  await kb.settled();
  const after = await kb.view();
  expect(after.statistics()).toMatchObject({ damageCount: 1, damageBytes: hit.to - hit.from });
  expect(liveEntries(after)).toHaveLength(before.length - 1);
});

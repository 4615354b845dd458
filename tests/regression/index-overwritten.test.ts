// An index file that is written over in place, which helix never does, must not end a process that has it mapped: `cp`
// of a backup onto it, or a truncation, is noticed before the mapping is read.

import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

const add = (topic: string, body: string) => ({ kind: "add" as const, topic, body, minutes: NOW_MINUTES });

test("truncated and overwritten under an open knowledge base", async () => {
  const directory = folder();
  const index = join(directory, "index.bin");
  const kb = openKnowledgeBase(directory);
  await kb.change(() => Array.from({ length: 200 }, (_, number) => add("engine", `note ${number} of the engine`)));
  await kb.mergeNow();
  const before = liveEntries(await kb.view());
  expect(before).toHaveLength(200);

  copyFileSync(index, `${index}.backup`);
  truncateSync(index, 0);
  expect(liveEntries(await kb.view())).toEqual(before);

  writeFileSync(index, readFileSync(`${index}.backup`));
  expect(liveEntries(await kb.view())).toEqual(before);
  await kb.mergeNow();
  writeFileSync(index, new Uint8Array(100));
  expect(liveEntries(await kb.view())).toEqual(before);
  kb.close();
});

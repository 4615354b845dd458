// A torn tail stays until somebody writes. It was gone through again at every read: long ones, or such as look like
// records, made every search of a server that only reads slow.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CountingFiles } from "../support/counting-files.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const add = (body: string) => ({ kind: "add" as const, topic: "engine", body, minutes: NOW_MINUTES });

test("a tail without a whole record", async () => {
  const directory = folder();
  const writer = openKnowledgeBase(directory);
  await writer.change(() => [add("one"), add("two")]);
  const log = join(directory, "data.log");
  const counter = new CountingFiles();
  const reader = openKnowledgeBase(directory, { files: counter.files });
  appendFileSync(log, new Uint8Array(5000).fill(1));
  expect((await reader.view()).statistics()).toMatchObject({ entries: 2, tornBytes: 5000 });
  counter.take();
  expect((await reader.view()).statistics()).toMatchObject({ entries: 2, tornBytes: 5000 });
  expect(counter.take()).toEqual([]);

  appendFileSync(log, new Uint8Array(10).fill(1));
  expect((await reader.view()).statistics()).toMatchObject({ entries: 2, tornBytes: 5010 });
  expect(counter.take()).not.toEqual([]);
  await writer.change(() => [add("three")]);
  expect(liveEntries(await reader.view()).map(({ body }) => body)).toEqual(["one", "two", "three"]);
  reader.close();
  writer.close();
});

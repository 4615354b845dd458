// What a hook sees of a knowledge base in one look: all that is live, whether or not there is an index, and whatever
// the index covers.

import { copyFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBriefly } from "../../../../src/notes/store/brief-opening.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { liveEntries, openKnowledgeBase, temporaryDirectory } from "../../../support/knowledge.ts";
import { addition } from "../../../support/random-log.ts";

const FIRST = "the pool is small";
const SECOND = "and it is shared";

/** A knowledge base whose index covers so many of its two entries. */
async function makeKnowledgeBase(covered: number, texts: readonly string[] = [FIRST, SECOND]): Promise<string> {
  const directory = temporaryDirectory();
  const base = openKnowledgeBase(directory);
  for (const [index, text] of texts.entries()) {
    if (index === covered) await base.mergeNow();
    await base.change(() => [addition("pool", text)]);
  }
  if (covered === 2) await base.mergeNow();
  base.close();
  return directory;
}

async function bodiesIn(directory: string): Promise<string[] | null> {
  const view = await openBriefly(diskFileSystem, directory);
  return view === null ? null : liveEntries(view).map(({ body }) => body);
}

test.each([0, 1, 2])("all entries, with %d of two in the index", async (covered) => {
  expect(await bodiesIn(await makeKnowledgeBase(covered))).toEqual([FIRST, SECOND]);
});

test.each([
  ["missing", (path: string) => rmSync(path)],
  ["empty", (path: string) => truncateSync(path, 0)],
  ["cut off", (path: string) => truncateSync(path, 100)],
  ["no index", (path: string) => writeFileSync(path, "a shopping list")],
])("all entries where the index is %s", async (_, spoil) => {
  const directory = await makeKnowledgeBase(2);
  spoil(join(directory, "index.bin"));
  expect(await bodiesIn(directory)).toEqual([FIRST, SECOND]);
});

test("all entries where the index is that of another log of the same length", async () => {
  const directory = await makeKnowledgeBase(2);
  const other = await makeKnowledgeBase(2, [SECOND, FIRST]);
  expect(statSync(join(other, "data.log")).size).toBe(statSync(join(directory, "data.log")).size);
  copyFileSync(join(other, "index.bin"), join(directory, "index.bin"));
  expect(await bodiesIn(directory)).toEqual([FIRST, SECOND]);
});

test("nothing where nothing was ever stored", async () => {
  expect(await bodiesIn(temporaryDirectory())).toEqual([]);
  expect(await bodiesIn(join(temporaryDirectory(), "not", "there"))).toEqual([]);
});

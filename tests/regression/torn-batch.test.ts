// A power cut left the length of a batch and its later sectors on the disk, but not an earlier one, or not the last one: the entries that
// were whole came up although nobody had been told that the batch was stored. Found by the proof of power cuts.

import { expect, test } from "vitest";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH } from "../support/random-log.ts";

const SECTOR = 512;

async function written(): Promise<{ log: Uint8Array; acknowledged: number }> {
  const files = new MemoryFileSystem();
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => [addition("notes", "there before")]);
  const acknowledged = files.content(LOG_PATH)!.length;
  const bodies = Array.from({ length: 12 }, (_, at) => `note ${at} ${"x".repeat(200)}`);
  await kb.change(() => bodies.map((body) => addition("notes", body)));
  kb.close();
  return { log: files.content(LOG_PATH)!, acknowledged };
}

async function bodiesOf(log: Uint8Array): Promise<string[]> {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, log);
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.change(() => [addition("notes", "written after it")]);
  const bodies = liveEntries(await kb.view()).map(({ body }) => body);
  kb.close();
  return bodies;
}

test("a batch with a sector that was never written counts for nothing, whichever it is, and so do two", async () => {
  const { log, acknowledged } = await written();
  const sectors = Math.ceil(log.length / SECTOR);
  for (let one = 0; one < sectors; one++) {
    for (let other = one; other < sectors; other++) {
      const torn = log.slice();
      for (const at of [one, other]) torn.fill(0, Math.max(acknowledged, at * SECTOR), (at + 1) * SECTOR);
      expect(await bodiesOf(torn), `sectors ${one} and ${other}`).toEqual(["there before", "written after it"]);
    }
  }
});

test("a flipped bit in the last batch loses the entry that it is in, and no other", async () => {
  const { log, acknowledged } = await written();
  for (let at = acknowledged; at < log.length; at += 97) {
    const flipped = log.slice();
    flipped[at] ^= 0x10;
    expect((await bodiesOf(flipped)).length).toBeGreaterThanOrEqual(13);
  }
});

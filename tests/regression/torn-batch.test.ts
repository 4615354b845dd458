// A power cut left the length of a batch and its later sectors on the disk, but not an earlier one, or not the last
// one: the entries that were whole came up although nobody had been told that the batch was stored. Found by the proof
// of power cuts. And the other way round: what was acknowledged and is damaged later is never taken for torn, whatever
// its length and however many sectors read as zeros.

import { expect, test } from "vitest";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { originalLog } from "../support/original-log.ts";
import { addition, DIRECTORY, LOG_PATH } from "../support/random-log.ts";

const SECTOR = 512;
/** The mark that a batch begins with is on the disk before the rest is written. */
const BEGIN = 8;

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
      for (const at of [one, other]) torn.fill(0, Math.max(acknowledged + BEGIN, at * SECTOR), (at + 1) * SECTOR);
      expect(await bodiesOf(torn), `sectors ${one} and ${other}`).toEqual(["there before", "written after it"]);
    }
  }
});

test("a flipped bit in the last batch loses the entry that it is in, and no other", async () => {
  const { log, acknowledged } = await written();
  for (let at = acknowledged; at < log.length; at += 97) {
    const flipped = log.slice();
    flipped[at]! ^= 0x10;
    expect((await bodiesOf(flipped)).length).toBeGreaterThanOrEqual(13);
  }
});

/** The bodies that are found, of a log as it is. */
async function foundIn(log: Uint8Array): Promise<string[]> {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, log);
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const bodies = liveEntries(await kb.view()).map(({ body }) => body);
  kb.close();
  return bodies;
}

test("a batch of any length keeps all but one of its entries at a flipped bit, where a sector ends behind its last bytes, too", async () => {
  for (const rest of [0, 1, 2, 3, 4, 5, 7, 8, 9]) {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files });
    const bodies = Array.from({ length: 9 }, (_, at) => `note ${at} ${"x".repeat(90)}`);
    const length = () => files.content(LOG_PATH)?.length ?? 0;
    await kb.change(() => bodies.map((body) => addition("notes", body)));
    // Once more, with as many letters more in the last one as it takes to end so far behind a sector.
    const missing = (rest - (length() % SECTOR) + SECTOR) % SECTOR;
    kb.close();
    const again = new MemoryFileSystem();
    const longer = openKnowledgeBase(DIRECTORY, { files: again });
    await longer.change(() => bodies.map((body, at) => addition("notes", body + "y".repeat(at === 8 ? missing : 0))));
    longer.close();
    const log = again.content(LOG_PATH)!;
    expect(log.length % SECTOR).toBe(rest);
    for (let at = 16; at < log.length; at += 29) {
      const flipped = log.slice();
      flipped[at]! ^= 1;
      expect((await foundIn(flipped)).length, `byte ${at} of ${log.length}`).toBeGreaterThanOrEqual(8);
    }
  }
});

test.each(["single notes", "a compacted log"])(
  "%s: sectors of zeros take the notes that they are in, and no others",
  async (kind) => {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files });
    for (let at = 0; at < 40; at++) await kb.change(() => [addition("notes", `note ${at} ${"x".repeat(200)}`)]);
    if (kind === "a compacted log") await kb.compact();
    kb.close();
    const log = files.content(LOG_PATH)!;
    const sectors = Math.floor(log.length / SECTOR);
    for (const [one, other] of [
      [3, 3],
      [3, 12],
      [1, sectors - 1],
      [sectors - 2, sectors - 1],
    ] as const) {
      const holed = log.slice();
      for (const at of [one, other]) holed.fill(0, at * SECTOR, (at + 1) * SECTOR);
      expect((await foundIn(holed)).length, `sectors ${one} and ${other}`).toBeGreaterThanOrEqual(40 - 8);
      expect((await bodiesOf(holed)).length).toBeGreaterThanOrEqual(40 - 8);
    }
  },
);

test("notes full of zeros in the log of another program are passed over, and hide no others", async () => {
  const notes = Array.from({ length: 60 }, (_, at) => ({
    topic: "notes",
    body: at === 9 || at === 30 ? "\0".repeat(1200) : `note ${at} ${"x".repeat(60)}`,
  }));
  const found = await foundIn(new Uint8Array(originalLog(notes)));
  expect(found.length).toBeGreaterThanOrEqual(58);
});

test("an edit whose tombstone has a flipped bit stays, wherever the log ends in its sector", async () => {
  for (let extra = 0; extra < 24; extra++) {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files });
    const { added } = await kb.change(() => [addition("notes", `old ${"x".repeat(440 + extra)}`)]);
    await kb.change(() => [{ kind: "replace", id: added[0]!, body: "new" }]);
    kb.close();
    const log = files.content(LOG_PATH)!;
    for (let bit = 0; bit < 64; bit++) {
      const flipped = log.slice();
      flipped[log.length - 8 + (bit >> 3)]! ^= 1 << (bit & 7);
      expect(await foundIn(flipped), `${extra}, bit ${bit}`).toContain("new");
    }
  }
});

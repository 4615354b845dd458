// Logs with any damage, several bytes and stretches at once, cut or not: whoever reads them, in one go, in stretches,
// as they grow, after a compaction or the next write, sees the same entries.

import { describe, expect, test } from "vitest";
import { checkStore } from "../../src/notes/store/check.ts";
import { mergeIndex } from "../../src/notes/store/merge.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, INDEX_PATH, LOG_PATH, randomLog, randomNumbers } from "../support/random-log.ts";
import { isThorough, runs } from "../support/runs.ts";

const HEADER_BYTES = 8;

type Random = (limit: number) => number;

function diskWith(log: Uint8Array): MemoryFileSystem {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, log);
  return files;
}

async function damagedLog(next: Random): Promise<Uint8Array> {
  const base = next(4) === 0 ? "local-1970" : "utc-2024";
  const log = await randomLog({ seed: next(1_000_000), changes: 10 + next(30), base });
  for (let stretch = next(4); stretch >= 0; stretch--) {
    const from = HEADER_BYTES + next(log.length - HEADER_BYTES);
    const to = Math.min(log.length, from + 1 + (next(3) === 0 ? next(60) : 0));
    for (let at = from; at < to; at++) log[at] = next(3) === 0 ? 0 : next(256);
  }
  return next(3) === 0 ? log.slice(0, HEADER_BYTES + next(log.length - HEADER_BYTES)) : log;
}

async function entriesOf(files: MemoryFileSystem) {
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const view = await kb.view();
  const found = { entries: liveEntries(view), damageBytes: view.statistics().damageBytes };
  kb.close();
  return found;
}

/** What a reader sees that was open while the log grew, with merges now and then. */
async function grown(log: Uint8Array, next: Random) {
  const files = diskWith(log.subarray(0, HEADER_BYTES));
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const file = files.open(LOG_PATH, "append");
  for (let at = HEADER_BYTES; at < log.length; ) {
    const length = 1 + next(200);
    file.append(log.subarray(at, at + length));
    at += length;
    await kb.view();
    if (next(4) === 0) await kb.mergeNow();
  }
  return liveEntries(await kb.view());
}

describe("a damaged log", () => {
  test.each(isThorough ? [1, 2, 3, 4] : [1, 2])("has one meaning, seed %i", async (seed) => {
    const next = randomNumbers(seed);
    for (let round = 0; round < runs(40); round++) {
      const log = await damagedLog(next);
      const { entries, damageBytes } = await entriesOf(diskWith(log));
      const where = `seed ${seed}, round ${round}`;

      const report = checkStore(diskWith(log), DIRECTORY)!;
      expect(report.live, where).toBe(entries.length);
      expect(
        report.damages.reduce((sum, { from, to }) => sum + to - from, 0),
        where,
      ).toBe(damageBytes);

      const merged = diskWith(log);
      mergeIndex({ files: merged, directory: DIRECTORY, rebuild: true, chunkBytes: 30 + next(300) });
      expect(await entriesOf(merged), where).toEqual({ entries, damageBytes });

      expect(await grown(log, next), where).toEqual(entries);

      const compacted = diskWith(log);
      await openKnowledgeBase(DIRECTORY, { files: compacted }).compact();
      expect((await entriesOf(compacted)).entries, where).toEqual(entries);

      const written = merged;
      await openKnowledgeBase(DIRECTORY, { files: written }).change(() => [addition("zz", "stored after the damage")]);
      expect((await entriesOf(written)).entries.slice(0, -1), where).toEqual(entries);
      written.remove(INDEX_PATH);
      expect((await entriesOf(written)).entries.slice(0, -1), where).toEqual(entries);
    }
  });
});

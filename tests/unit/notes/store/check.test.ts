// What `helix check` and `helix inspect` are told: every record, every stretch without one, and the state of the index,
// with nothing changed.

import { describe, expect, test } from "vitest";
import { checkStore, type InspectedRecord, inspectLog } from "../../../../src/notes/store/check.ts";
import { liveEntries, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { naiveRecords } from "../../../support/naive-log.ts";
import { addition, DIRECTORY, INDEX_PATH, LOG_PATH, randomLog } from "../../../support/random-log.ts";

async function diskWithIndex(): Promise<MemoryFileSystem> {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, await randomLog({ seed: 8, changes: 30, base: "local-1970" }));
  await openKnowledgeBase(DIRECTORY, { files }).mergeNow();
  return files;
}

describe("check", () => {
  test("counts a sound store and changes nothing", async () => {
    const files = await diskWithIndex();
    const log = files.content(LOG_PATH)!;
    const records = naiveRecords(log);
    const operations = files.operations.length;
    const live = liveEntries(await openKnowledgeBase(DIRECTORY, { files }).view()).length;
    expect(checkStore(files, DIRECTORY)).toMatchObject({
      logPath: LOG_PATH,
      logBytes: log.length,
      headerDamaged: false,
      entries: records.filter(({ kind }) => kind === "entry").length,
      // Marks of acts are none.
      tombstones: records.filter((record) => record.kind === "tombstone" && record.change < 4).length,
      live,
      withoutChecksum: 1,
      aimless: [],
      damages: [],
      tornBytes: 0,
      index: "sound",
      watermark: log.length,
      copies: [],
    });
    expect(files.operations).toHaveLength(operations);
  });

  test("tells of no store, and of one that is no log", () => {
    const files = new MemoryFileSystem();
    expect(checkStore(files, DIRECTORY)).toBeNull();
    expect(inspectLog(files, DIRECTORY, () => {})).toBe(false);
    files.write(LOG_PATH, new Uint8Array(50).fill(0x61));
    expect(() => checkStore(files, DIRECTORY)).toThrow("is not a helix log");
  });

  test("tells the states of the index apart", async () => {
    const files = await diskWithIndex();
    const index = files.content(INDEX_PATH)!;
    const state = (bytes: Uint8Array) => {
      files.write(INDEX_PATH, bytes);
      return checkStore(files, DIRECTORY)!.index;
    };
    const changed = index.slice();
    changed[index.length - 5]! ^= 1;
    expect(state(index)).toBe("sound");
    expect(state(changed)).toBe("damaged");
    expect(state(index.subarray(0, 500))).toBe("unusable");
    expect(state(new Uint8Array(0))).toBe("unusable");
    files.write(LOG_PATH, await randomLog({ seed: 9, changes: 30 }));
    expect(state(index)).toBe("of another log");
    files.remove(INDEX_PATH);
    expect(checkStore(files, DIRECTORY)!.index).toBe("missing");
  });

  test("names damage, torn bytes and the copies that repairs kept", async () => {
    const files = await diskWithIndex();
    const log = files.content(LOG_PATH)!;
    const hit = naiveRecords(log).find((record) => record.kind === "entry" && record.checksummed)!;
    log[hit.from + 2]! ^= 0xff;
    files.write(LOG_PATH, Buffer.concat([log, Buffer.from("\x01torn")]));
    const report = checkStore(files, DIRECTORY)!;
    expect(report).toMatchObject({ tornBytes: 5, damages: [{ from: hit.from }] });
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.change(() => [addition("a", "b")]);
    await kb.compact();
    const { copies } = checkStore(files, DIRECTORY)!;
    expect(copies.map(({ name }) => name.replace(/\d+$/, "N")).sort()).toEqual([
      "data.log.damaged-N",
      "data.log.torn-N",
    ]);
  });
});

describe("inspect", () => {
  test("walks every byte of the log, in order", async () => {
    const files = await diskWithIndex();
    const log = files.content(LOG_PATH)!;
    const records = naiveRecords(log);
    const hit = records[4]!;
    log[hit.to - 1]! ^= 0xff;
    files.write(LOG_PATH, Buffer.concat([log, Buffer.from("\x01torn")]));
    const seen: InspectedRecord[] = [];
    expect(inspectLog(files, DIRECTORY, (record) => seen.push(record))).toBe(true);
    let offset = 8;
    for (const record of seen) {
      expect(record.offset).toBe(offset);
      offset += record.kind === "tombstone" || record.kind === "mark" ? 8 : record.size;
    }
    expect(offset).toBe(log.length + 5);
    expect(seen.at(-1)).toEqual({ kind: "torn", offset: log.length, size: 5 });
    expect(seen.filter(({ kind }) => kind === "damage")).toHaveLength(1);
  });
});

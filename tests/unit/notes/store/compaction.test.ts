// Compaction while others write: what is appended after the live entries were copied is carried over, whatever it is.

import { describe, expect, test } from "vitest";
import { encodeEntry, encodeTombstone } from "../../../../src/engine/log/log-encoding.ts";
import { CHANGE_DELETED, CHANGE_MOVED, CHANGE_REPLACED } from "../../../../src/engine/log/log-layout.ts";
import { checkStore } from "../../../../src/notes/store/check.ts";
import { liveEntries, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { naiveLive, naiveRecords } from "../../../support/naive-log.ts";
import {
  addition,
  DIRECTORY,
  entryOfOriginal,
  LOG_PATH,
  randomLog,
  randomNumbers,
  tombstoneOfOriginal,
} from "../../../support/random-log.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

/** Compacts `log`, and has `tail` appended to it when the live entries have just been copied. */
async function compactUnder(log: Uint8Array, tail: Uint8Array) {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, log);
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.view();
  let appended = false;
  files.fault = ({ kind, path }) => {
    if (!appended && kind === "create" && path.includes("index.bin.tmp")) {
      appended = true;
      const file = files.open(LOG_PATH, "append");
      file.append(tail);
      file.close();
    }
    return null;
  };
  const report = await kb.compact();
  files.fault = () => null;
  expect(appended).toBe(true);
  const view = await kb.view();
  const again = await openKnowledgeBase(DIRECTORY, { files }).view();
  expect(liveEntries(again)).toEqual(liveEntries(view));
  expect(report.entries).toBe(liveEntries(view).length);
  expect(checkStore(files, DIRECTORY)).toMatchObject({
    damages: [],
    tornBytes: 0,
    index: "sound",
    live: report.entries,
  });
  return { files, view, report };
}

/** A tail of every kind of record, aimed at live entries of `log` and of itself, by both programs. */
function randomTail(log: Uint8Array, seed: number): Uint8Array {
  const next = randomNumbers(seed);
  const pieces: Uint8Array[] = [];
  let size = log.length;
  const targets = naiveRecords(log).flatMap((record) => (record.kind === "entry" ? [record] : []));
  const put = (...records: Uint8Array[]) => {
    for (const record of records) {
      pieces.push(record);
      size += record.length;
    }
  };
  for (let round = 0; round < 12; round++) {
    const target = targets[next(targets.length)]!;
    const offset = target.from;
    const stored = new DataView(log.buffer, log.byteOffset).getInt32(offset + 6, true);
    const topic = bytesOf(target.entry.topic);
    const body = bytesOf(`tail ${round}`);
    const kind = next(6);
    if (kind === 0) put(encodeEntry(topic, body, stored));
    if (kind === 1) put(encodeTombstone(CHANGE_DELETED, offset));
    if (kind === 2) put(encodeEntry(topic, body, stored, true), encodeTombstone(CHANGE_REPLACED, offset));
    if (kind === 3) put(encodeEntry(bytesOf("moved"), body, stored, true), encodeTombstone(CHANGE_MOVED, offset));
    if (kind === 4) put(entryOfOriginal(target.entry.topic, `tail ${round}`, stored), tombstoneOfOriginal(offset));
    if (kind === 5) {
      // An entry of the tail itself is edited and then deleted.
      const first = size;
      put(encodeEntry(topic, body, stored));
      const second = size;
      put(encodeEntry(topic, bytesOf(`edited ${round}`), stored, true), encodeTombstone(CHANGE_REPLACED, first));
      if (next(2) === 0) put(encodeTombstone(CHANGE_DELETED, second));
    }
  }
  return Buffer.concat(pieces);
}

describe("compaction", () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))(
    "carries over what is appended meanwhile, seed %i",
    async (seed) => {
      const log = await randomLog({ seed, changes: 20, base: seed % 2 ? "utc-2024" : "local-1970" });
      const tail = randomTail(log, seed);
      const { view } = await compactUnder(log, tail);
      // A tombstone may hit an entry that is gone already, and half an edit then has nothing to replace: it stays, as
      // for readers.
      expect(liveEntries(view)).toEqual(naiveLive(naiveRecords(Buffer.concat([log, tail]))));
    },
  );

  test("keeps damaged and torn bytes that are appended meanwhile", async () => {
    const log = await randomLog({ seed: 1, changes: 8 });
    const note = encodeEntry(bytesOf("t"), bytesOf("behind the damage"), 5);
    const { files, view, report } = await compactUnder(
      log,
      Buffer.concat([bytesOf("noise"), note, bytesOf("\x01torn")]),
    );
    expect(liveEntries(view).map(({ body }) => body)).toContain("behind the damage");
    expect(Buffer.from(files.content(report.damagedCopy!)!).toString()).toBe("noise\x01torn");
  });

  test("writes nothing but live entries, in order, each with a checksum", async () => {
    const files = new MemoryFileSystem();
    files.write(LOG_PATH, await randomLog({ seed: 3, changes: 40, base: "local-1970" }));
    const kb = openKnowledgeBase(DIRECTORY, { files });
    const before = liveEntries(await kb.view());
    const { entries, bytesBefore, bytesAfter, damagedCopy } = await kb.compact();
    const records = naiveRecords(files.content(LOG_PATH)!);
    // The last record is the mark behind which nothing can be taken back.
    expect(records.map(({ kind, checksummed }) => [kind, checksummed])).toEqual([
      ...before.map(() => ["entry", true]),
      ["tombstone", true],
    ]);
    expect([entries, bytesAfter, damagedCopy]).toEqual([before.length, files.content(LOG_PATH)!.length, null]);
    expect(bytesBefore).toBeGreaterThan(bytesAfter);
    expect(naiveLive(records)).toEqual(before);
  });

  test("of nothing is an error, and of a log whose entries are all gone leaves the header and a mark", async () => {
    const files = new MemoryFileSystem();
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await expect(kb.compact()).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { added } = await kb.change(() => [addition("a", "b")]);
    await kb.change(() => [{ kind: "delete", id: added[0]! }]);
    await kb.compact();
    expect(files.content(LOG_PATH)).toHaveLength(16);
    await kb.change(() => [addition("a", "c")]);
    expect(liveEntries(await kb.view()).map(({ body }) => body)).toEqual(["c"]);
  });

  test("gives up when the log was exchanged before it has the lock", async () => {
    const files = new MemoryFileSystem();
    const log = await randomLog({ seed: 1, changes: 8 });
    const other = await randomLog({ seed: 2, changes: 8 });
    files.write(LOG_PATH, log);
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await kb.view();
    files.fault = ({ kind, path }) => {
      if (kind === "create" && path.includes("index.bin.tmp")) files.write(LOG_PATH, other);
      return null;
    };
    await expect(kb.compact()).rejects.toMatchObject({ code: "LOCKED", message: expect.stringContaining("try again") });
    expect(files.content(LOG_PATH)).toEqual(new Uint8Array(other));
    expect(files.paths().filter((path) => path.includes(".tmp-"))).toEqual([]);
  });
});

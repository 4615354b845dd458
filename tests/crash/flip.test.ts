// One damaged byte anywhere in a log that helix wrote: at most the record that it hit is lost, the damage is reported,
// and what a later write or a compaction takes out of the log is kept in a file. A damaged tombstone may revive its
// target; an edit whose new version is damaged falls back to the old one.

import { describe, expect, test } from "vitest";
import { checkStore } from "../../src/notes/store/check.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { type LiveEntry, liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { type NaiveRecord, naiveLive, naiveRecords } from "../support/naive-log.ts";
import { addition, DIRECTORY, INDEX_PATH, LOG_PATH, randomLog } from "../support/random-log.ts";
import { PLACES_STEP } from "../support/runs.ts";

const PATTERNS: readonly ((byte: number) => number)[] = [
  (byte) => byte ^ 0xff,
  (byte) => byte ^ 0x01,
  (byte) => byte ^ 0x80,
  () => 0x00,
  (byte) => byte + 1,
];
const HEADER_BYTES = 8;
const VERSION_AT = 4;

/** A log with one byte changed. `index`: which record was hit, -1 for the header. */
interface Case {
  readonly log: Uint8Array;
  readonly bytes: Uint8Array;
  readonly index: number;
  readonly where: string;
}

/** What becomes of the byte at an offset: all of it flipped, and the other patterns in turn. */
const inTurn = (at: number) => [PATTERNS[0]!, PATTERNS[1 + (at % (PATTERNS.length - 1))]!];
const flipped = () => PATTERNS.slice(0, 1);
/** Records are longer than that, and one begins at any place: each of their fields is hit in many of them. */
const everyThird = (at: number) => (at % 3 === 0 ? flipped() : []);

function* cases(log: Uint8Array, patternsAt: (at: number) => typeof PATTERNS): Generator<Case> {
  const records = naiveRecords(log);
  for (let at = 0; at < log.length; at += PLACES_STEP) {
    const index = records.findIndex(({ from, to }) => at >= from && at < to);
    // Without a checksum damage cannot be told from text, nor a damaged version from another one.
    if (index >= 0 && !records[index]!.checksummed) continue;
    if (index < 0 && at >= VERSION_AT && !records[0]!.checksummed) continue;
    for (const pattern of patternsAt(at)) {
      const bytes = log.slice();
      bytes[at] = pattern(log[at]!);
      const what = records[index]?.kind ?? "header";
      const where = `byte ${at} of the log, in ${what} ${index}, is ${bytes[at]} and was ${log[at]}`;
      if (bytes[at] !== log[at]) yield { log, bytes, index, where };
    }
  }
}

function key(entries: readonly LiveEntry[]): string {
  return entries.map(({ topic, minutes, body }) => JSON.stringify([topic, minutes, body])).join("\n");
}

/** The answers that are right when a record is damaged. */
function rightAnswers(records: readonly NaiveRecord[], each: Case): string[] {
  const { index } = each;
  const without = key(naiveLive(records, new Set([index])));
  return records[index]?.kind === "tombstone" || isUnsigned(each) ? [without, key(naiveLive(records))] : [without];
}

/** Whether the change only took the checksum off: then the record reads as one that never had any. */
function isUnsigned({ bytes, log, index }: Case): boolean {
  const record = naiveRecords(log)[index];
  // Without a checksum a tombstone only ever deletes: what says something else is damaged for all to see.
  if (record === undefined || (record.kind === "tombstone" && record.change !== 0)) return false;
  const at = record.from + (record.kind === "entry" ? 10 : 1);
  return bytes[at] === 0 && bytes[at + 1] === 0;
}

function diskWith(log: Uint8Array, index: Uint8Array | null = null): MemoryFileSystem {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, log);
  if (index) files.write(INDEX_PATH, index);
  return files;
}

function copies(files: MemoryFileSystem): Buffer {
  const names = files.paths().filter((path) => /data\.log\.(?:torn|damaged)-/.test(path));
  return Buffer.concat(names.map((path) => files.content(path)!));
}

const LOGS = [
  { name: "based on 2024", options: { seed: 7, changes: 20 } },
  { name: "based on 1970", options: { seed: 11, changes: 18, base: "local-1970" as const } },
  { name: "of short records", options: { seed: 3, changes: 30, wordsMax: 1 } },
];

describe.each(LOGS)("a log $name", ({ options }) => {
  test("has every kind of record", async () => {
    const kinds = naiveRecords(await randomLog(options)).map((each) => (each.kind === "entry" ? "entry" : each.change));
    expect(new Set(kinds)).toEqual(new Set(["entry", 0, 1, 2, 3, 4, 5, 7]));
  });

  test("loses at most the record that was hit, and says so", async () => {
    const log = await randomLog(options);
    const records = naiveRecords(log);
    for (const each of cases(log, inTurn)) {
      const files = diskWith(each.bytes);
      const kb = openKnowledgeBase(DIRECTORY, { files });
      const view = await kb.view();
      const found = liveEntries(view);
      expect(rightAnswers(records, each), each.where).toContain(key(found));
      const { damageBytes, tornBytes } = view.statistics();
      const report = checkStore(files, DIRECTORY)!;
      expect(report.live, each.where).toBe(found.length);
      const reported = damageBytes + tornBytes > 0 || report.headerDamaged;
      expect(reported, each.where).toBe(!isUnsigned(each));
      kb.close();
    }
  });

  test("takes writes afterwards, and what they cut off is kept", async () => {
    const log = await randomLog(options);
    for (const each of cases(log, everyThird)) {
      const files = diskWith(each.bytes);
      const before = await liveOf(files);
      const kb = openKnowledgeBase(DIRECTORY, { files });
      await kb.change(() => [addition("zz", "stored after the damage")]);
      expect(key(before), each.where).toBe(key((await liveOf(files)).slice(0, -1)));
      const after = Buffer.from(files.content(LOG_PATH)!);
      const kept = after.subarray(0, each.bytes.length).equals(each.bytes);
      const cut = each.bytes.length - (await endOf(each.bytes));
      expect(kept || copies(files).equals(each.bytes.subarray(-cut)), each.where).toBe(true);
      kb.close();
    }
  });

  test("is compacted without losing more, and what is left out is kept", async () => {
    const log = await randomLog(options);
    for (const each of cases(log, everyThird)) {
      const files = diskWith(each.bytes);
      const before = await liveOf(files);
      const { damages, tornBytes, headerDamaged } = checkStore(files, DIRECTORY)!;
      const kb = openKnowledgeBase(DIRECTORY, { files });
      await kb.compact();
      expect(key(liveEntries(await kb.view())), each.where).toBe(key(before));
      expect(key(await liveOf(files)), each.where).toBe(key(before));
      const kept = copies(files);
      for (const { from, to } of damages) expect(kept.includes(each.bytes.subarray(from, to)), each.where).toBe(true);
      expect(tornBytes === 0 || kept.includes(each.bytes.subarray(-tornBytes)), each.where).toBe(true);
      expect(!headerDamaged || kept.includes(each.bytes.subarray(0, HEADER_BYTES)), each.where).toBe(true);
      const after = checkStore(files, DIRECTORY)!;
      expect([after.damages, after.tornBytes, after.headerDamaged, after.index], each.where).toEqual([
        [],
        0,
        false,
        "sound",
      ]);
      kb.close();
    }
  });

  test("answers the same with an index of before the damage", async () => {
    const log = await randomLog(options);
    const records = naiveRecords(log);
    const index = await indexOf(log);
    for (const each of cases(log, (at) => [PATTERNS[1 + (at % 2)]!])) {
      const found = await liveOf(diskWith(each.bytes, index));
      expect(rightAnswers(records, each), each.where).toContain(key(found));
    }
  });
});

describe("a log longer than what its index remembers of it", () => {
  test("answers for all but the record that was hit, before and after a rebuild", async () => {
    const log = await randomLog({ seed: 5, changes: 170, wordsMax: 20 });
    const records = naiveRecords(log);
    const index = await indexOf(log);
    let damagedBodies = 0;
    let tried = 0;
    for (const each of cases(log, flipped)) {
      const record = records[each.index];
      if (
        record === undefined ||
        record.from < 4096 ||
        record.to > log.length - 4096 ||
        tried++ % (PLACES_STEP === 1 ? 23 : 10) > 0
      )
        continue;
      const files = diskWith(each.bytes, index);
      const kb = openKnowledgeBase(DIRECTORY, { files });
      const view = await kb.view();
      expect(view.statistics().watermark, each.where).toBe(log.length);
      const { found, damaged } = readable(view);
      damagedBodies += damaged;
      // Nothing was deleted or replaced since: whatever the index says of the record that was hit, all others are as
      // before.
      const hit = record.kind === "entry" ? key([record.entry]) : "";
      const expected = naiveLive(records).filter((entry) => damaged === 0 || key([entry]) !== hit);
      expect(key(found), each.where).toBe(key(expected));
      await kb.rebuildIndex();
      expect(rightAnswers(records, each), each.where).toContain(key(liveEntries(await kb.view())));
      kb.close();
    }
    expect(damagedBodies).toBeGreaterThan(0);
  });
});

function readable(view: KnowledgeView): { found: LiveEntry[]; damaged: number } {
  const found: LiveEntry[] = [];
  let damaged = 0;
  for (const { name } of view.topics()) {
    for (const id of view.topicDocuments(name)) {
      const body = view.body(id);
      if (body === null) damaged++;
      else found.push({ topic: name, minutes: view.minutesOf(id), body });
    }
  }
  return { found, damaged };
}

async function liveOf(files: MemoryFileSystem): Promise<LiveEntry[]> {
  const kb = openKnowledgeBase(DIRECTORY, { files });
  const live = liveEntries(await kb.view());
  kb.close();
  return live;
}

/** Where a reader says that the last whole record ends. */
async function endOf(log: Uint8Array): Promise<number> {
  const kb = openKnowledgeBase(DIRECTORY, { files: diskWith(log) });
  const { logBytes, tornBytes } = (await kb.view()).statistics();
  kb.close();
  return logBytes - tornBytes;
}

async function indexOf(log: Uint8Array): Promise<Uint8Array> {
  const files = diskWith(log);
  const kb = openKnowledgeBase(DIRECTORY, { files });
  await kb.mergeNow();
  kb.close();
  return files.content(INDEX_PATH)!;
}

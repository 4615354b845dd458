// The walk over the log: records longer than a window, at every place relative to its end, damage of every length
// between them, and what a scan that stops short of the end makes of what it sees.

import { describe, expect, test } from "vitest";
import { DataLog } from "../../../../src/engine/log/data-log.ts";
import { encodeEntry, encodeTombstone } from "../../../../src/engine/log/log-encoding.ts";
import { CHANGE_DELETED, CHANGE_REPLACED } from "../../../../src/engine/log/log-layout.ts";
import { encodeLogHeader } from "../../../../src/engine/log/log-record.ts";
import type { LogVisitor } from "../../../../src/engine/log/log-scan.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { entryOfOriginal, LOG_PATH, randomNumbers } from "../../../support/random-log.ts";

const WINDOW_BYTES = 1024 * 1024;
const HEADER_BYTES = 8;
const TOPIC = new Uint8Array(Buffer.from("t"));
const ENTRY_BYTES = 13;

const entry = (bodyLength: number, pair = false) =>
  encodeEntry(TOPIC, new Uint8Array(bodyLength).fill(0x78), 1_125_360, pair);

interface Seen {
  readonly events: string[];
  readonly end: number;
  readonly openEntry: number;
}

function scan(pieces: readonly Uint8Array[], from = 0, size?: number): Seen {
  const files = new MemoryFileSystem();
  const bytes = Buffer.concat([encodeLogHeader(), ...pieces]);
  files.write(LOG_PATH, bytes);
  const events: string[] = [];
  const offsets = new Set<number>();
  const visitor: LogVisitor = {
    entry(record, offset) {
      offsets.add(offset);
      const isWhole = record.topic.length === 1 && record.body.every((byte) => byte === 0x78);
      events.push(`entry ${offset} ${record.body.length}${isWhole ? "" : " broken"}`);
    },
    tombstone: ({ target, change }, offset) => events.push(`tombstone ${offset} of ${target}, ${change}`),
    damage: (start, end, edited) => events.push(`damage ${start} ${end}${edited < 0 ? "" : ` edit of ${edited}`}`),
    knows: (offset) => offsets.has(offset),
  };
  const log = DataLog.open(files, LOG_PATH)!;
  const { end, openEntry } = log.scan(from, size ?? bytes.length, visitor);
  log.close();
  return { events, end, openEntry };
}

describe("records", () => {
  test("are visited whole wherever the window ends", () => {
    for (const first of [-30, -13, -12, -11, -8, -1, 0, 1, 2, 5]) {
      const length = WINDOW_BYTES - ENTRY_BYTES + first;
      const second = HEADER_BYTES + ENTRY_BYTES + length;
      const third = second + ENTRY_BYTES + 7;
      const { events, end } = scan([entry(length), entry(7), encodeTombstone(CHANGE_DELETED, second), entry(0)]);
      expect(events, `${first}`).toEqual([
        `entry 8 ${length}`,
        `entry ${second} 7`,
        `tombstone ${third} of ${second}, 0`,
        `entry ${third + 8} 0`,
      ]);
      expect(end).toBe(third + 8 + ENTRY_BYTES);
    }
  });

  test("without a checksum are judged by what follows, wherever the window ends", () => {
    const plain = (length: number) => new Uint8Array(entryOfOriginal("t", "x".repeat(length), 29_920_466));
    for (const first of [-13, -12, -1, 0, 1, 11, 12]) {
      const length = WINDOW_BYTES - ENTRY_BYTES + first;
      const { events, openEntry } = scan([plain(length), plain(3), plain(WINDOW_BYTES * 2), plain(1)]);
      expect(events).toHaveLength(4);
      expect(openEntry).toBe(HEADER_BYTES + 4 * ENTRY_BYTES + length + 3 + WINDOW_BYTES * 2 - ENTRY_BYTES);
    }
  });

  test("from the middle on, up to where the reader says", () => {
    const pieces = [entry(5), entry(6), entry(7)];
    const ends = [26, 45, 65];
    expect(scan(pieces, 26).events).toEqual(["entry 26 6", "entry 45 7"]);
    for (let size = HEADER_BYTES; size <= 65; size++) {
      const { events, end } = scan(pieces, 0, size);
      expect(events).toHaveLength(ends.filter((each) => each <= size).length);
      expect(end).toBe(Math.max(HEADER_BYTES, ...ends.filter((each) => each <= size)));
    }
    expect(scan([], 0)).toEqual({ events: [], end: HEADER_BYTES, openEntry: -1 });
    expect(scan([], 3, 3)).toMatchObject({ events: [], end: 3 });
  });
});

describe("damage", () => {
  const next = randomNumbers(4);
  const noises: [string, (length: number) => Uint8Array][] = [
    ["zeros", (length) => new Uint8Array(length)],
    ["ones", (length) => new Uint8Array(length).fill(1)],
    ["twos", (length) => new Uint8Array(length).fill(2)],
    ["text", (length) => new Uint8Array(length).fill(0x61)],
    ["noise", (length) => Uint8Array.from({ length }, () => next(256))],
    ["half a record", (length) => entry(length + 50).subarray(0, length)],
  ];

  test.each(noises)("of %s, of any length, is skipped and told", (_, noise) => {
    for (const length of [1, 2, 7, 8, 11, 12, 13, 100, 5000, WINDOW_BYTES + 3]) {
      const after = 26 + length;
      const { events, end } = scan([entry(5), noise(length), entry(6), entry(7)]);
      expect(events, `${length}`).toEqual([
        "entry 8 5",
        `damage 26 ${after}`,
        `entry ${after} 6`,
        `entry ${after + 19} 7`,
      ]);
      expect(end).toBe(after + 19 + 20);
    }
  });

  test.each(noises)("of %s at the end is a torn tail", (_, noise) => {
    for (const length of [1, 7, 8, 12, 13, 4000]) {
      expect(scan([entry(5), noise(length)])).toEqual({ events: ["entry 8 5"], end: 26, openEntry: -1 });
    }
  });

  test("ends at a tombstone only if that aims at something", () => {
    const noise = new Uint8Array(20).fill(0x61);
    const known = encodeTombstone(CHANGE_DELETED, 8);
    const lost = encodeTombstone(CHANGE_DELETED, 26);
    const unknown = encodeTombstone(CHANGE_DELETED, 9);
    expect(scan([entry(5), noise, known]).events).toEqual(["entry 8 5", "damage 26 46", "tombstone 46 of 8, 0"]);
    expect(scan([entry(5), noise, lost]).events).toEqual(["entry 8 5", "damage 26 46", "tombstone 46 of 26, 0"]);
    expect(scan([entry(5), noise, unknown])).toMatchObject({ events: ["entry 8 5"], end: 26 });
    expect(scan([entry(5), noise, unknown, entry(6)]).events).toEqual(["entry 8 5", "damage 26 54", "entry 54 6"]);
  });
});

describe("an edit", () => {
  const burial = encodeTombstone(CHANGE_REPLACED, 8);
  const flipped = (bytes: Uint8Array, at: number) => {
    const changed = bytes.slice();
    changed[at]! ^= 0x10;
    return changed;
  };

  test("whose entry is damaged is damage as a whole, and names what it would have replaced", () => {
    const lost = flipped(entry(6, true), 15);
    expect(scan([entry(5), lost, burial, entry(7)]).events).toEqual([
      "entry 8 5",
      "damage 26 53 edit of 8",
      "entry 53 7",
    ]);
    expect(scan([entry(5), lost, burial])).toMatchObject({ events: ["entry 8 5"], end: 26 });
    const deleted = encodeTombstone(CHANGE_DELETED, 26);
    expect(scan([entry(5), lost, burial, deleted]).events).toEqual([
      "entry 8 5",
      "damage 26 53 edit of 8",
      "tombstone 53 of 26, 0",
    ]);
  });

  test("whose tombstone is damaged keeps its entry, with the damage behind it even at the end", () => {
    for (let at = 0; at < burial.length; at++) {
      const damaged = flipped(burial, at);
      expect(scan([entry(5), entry(6, true), damaged, entry(7)]).events, `${at}`).toEqual([
        "entry 8 5",
        "entry 26 6",
        "damage 45 53",
        "entry 53 7",
      ]);
      expect(scan([entry(5), entry(6, true), damaged]), `${at}`).toMatchObject({
        events: ["entry 8 5", "entry 26 6", "damage 45 53"],
        end: 53,
      });
    }
  });

  test("without its tombstone is torn at the end, and no record before another one", () => {
    expect(scan([entry(5), entry(6, true)])).toMatchObject({ events: ["entry 8 5"], end: 26 });
    expect(scan([entry(5), entry(6, true), burial.subarray(0, 7)])).toMatchObject({ events: ["entry 8 5"], end: 26 });
    expect(scan([entry(5), entry(6, true), entry(7)]).events).toEqual(["entry 8 5", "damage 26 45", "entry 45 7"]);
    expect(scan([entry(5), entry(6, true), encodeTombstone(CHANGE_DELETED, 8)]).events).toEqual([
      "entry 8 5",
      "damage 26 45",
      "tombstone 45 of 8, 0",
    ]);
  });
});

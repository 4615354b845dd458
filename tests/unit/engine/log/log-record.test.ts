// Records of the log: spelled byte by byte, round trips, and what is refused.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeEntry, encodeTombstone } from "../../../../src/engine/log/log-encoding.ts";
import { CHANGE_DELETED, CHANGE_MOVED, CHANGE_REPLACED } from "../../../../src/engine/log/log-layout.ts";
import {
  decodeRecord,
  type EntryRecord,
  encodeLogHeader,
  readLogHeader,
} from "../../../../src/engine/log/log-record.ts";
import { entryOfOriginal, tombstoneOfOriginal } from "../../../support/random-log.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const joined = (record: Uint8Array, ...more: Uint8Array[]) => new Uint8Array(Buffer.concat([record, ...more]));

/** Text as the log takes it: well-formed, without NUL. */
const text = (maxLength: number) =>
  fc.string({ unit: "binary", maxLength }).map((value) => value.replaceAll("\0", "-"));
const topics = text(40).filter((value) => value !== "" && Buffer.byteLength(value) <= 255);
const minutes = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

describe("the header", () => {
  test("is eight bytes", () => {
    expect(hex(encodeLogHeader())).toBe("414d524c01000000");
    expect(readLogHeader(encodeLogHeader())).toEqual({ magic: true, version: 1 });
    expect(readLogHeader(bytesOf("AMRM\x01\0\0\0"))).toMatchObject({ magic: false });
    expect(readLogHeader(bytesOf("AMRL\x02\x01\0\0"))).toEqual({ magic: true, version: 0x102 });
  });
});

describe("an entry", () => {
  test("is spelled: type, lengths, minutes, checksum, topic, body", () => {
    const record = encodeEntry(bytesOf("ab"), bytesOf("note"), -2);
    expect(hex(record).replace(/^(.{20}).{4}/, "$1????")).toBe(
      `01${"02"}${"04000000"}${"feffffff"}????${"6162"}${"6e6f7465"}`,
    );
    expect(record[10]! + record[11]!).toBeGreaterThan(0);
  });

  test("comes back as it was, plain or half of an edit", () => {
    fc.assert(
      fc.property(
        topics,
        text(300),
        minutes,
        fc.boolean(),
        fc.uint8Array({ maxLength: 20 }),
        (topic, body, stored, isReplacement, before) => {
          const tombstone = isReplacement ? encodeTombstone(CHANGE_REPLACED, 8) : new Uint8Array(0);
          const record = encodeEntry(bytesOf(topic), bytesOf(body), stored, isReplacement);
          const decoded = decodeRecord(joined(before, record, tombstone), before.length) as EntryRecord;
          expect(decoded).toMatchObject({
            kind: "entry",
            size: record.length,
            stored,
            checksummed: true,
            isReplacement,
            alone: false,
          });
          expect(Buffer.from(decoded.topic).toString()).toBe(topic);
          expect(Buffer.from(decoded.body).toString()).toBe(body);
        },
      ),
    );
  });

  test("half of an edit without its tombstone is alone", () => {
    const half = encodeEntry(bytesOf("t"), bytesOf("b"), 1, true);
    const alone = { isReplacement: true, alone: true };
    expect(decodeRecord(half, 0)).toMatchObject(alone);
    expect(decodeRecord(joined(half, encodeTombstone(CHANGE_DELETED, 8)), 0)).toMatchObject(alone);
    expect(decodeRecord(joined(half, encodeTombstone(CHANGE_MOVED, 8)), 0)).toMatchObject({
      isReplacement: true,
      alone: false,
    });
  });

  test("right before the tombstone of an edit, a plain one is refused", () => {
    const plain = encodeEntry(bytesOf("t"), bytesOf("b"), 1);
    expect(decodeRecord(joined(plain, encodeTombstone(CHANGE_DELETED, 8)), 0)).toMatchObject({ isReplacement: false });
    expect(decodeRecord(joined(plain, encodeTombstone(CHANGE_REPLACED, 8)), 0)).toEqual({ kind: "invalid" });
  });

  test("is refused with any one byte changed", () => {
    const record = encodeEntry(bytesOf("topic"), bytesOf("a body of some length"), 1_125_360);
    for (let at = 0; at < record.length; at++) {
      for (let value = 0; value < 256; value++) {
        if (value === record[at]) continue;
        const changed = record.slice();
        changed[at] = value;
        const unsigned = changed[10]! + changed[11]! === 0;
        if (!unsigned)
          expect(decodeRecord(joined(changed, record), 0).kind, `byte ${at} is ${value}`).not.toBe("entry");
      }
    }
  });

  test("is incomplete at every shorter length, and says how much it needs once it knows", () => {
    const record = encodeEntry(bytesOf("topic"), bytesOf("body"), 5);
    for (let length = 0; length < record.length; length++) {
      const needed = length === 0 ? 0 : length < 12 ? 12 : record.length;
      expect(decodeRecord(record.subarray(0, length), 0)).toEqual({ kind: "incomplete", needed });
    }
    expect(decodeRecord(record, 0, true)).toEqual({ kind: "incomplete", needed: record.length + 12 });
  });

  test("of a length that no text has is none, and nobody is told to read so much", () => {
    const record = encodeEntry(bytesOf("topic"), bytesOf("body"), 5);
    for (const bodyLength of [0x0100_0000, 0x7fff_ffff, 0xffff_ffff]) {
      new DataView(record.buffer).setUint32(2, bodyLength, true);
      expect(decodeRecord(record, 0)).toEqual({ kind: "invalid" });
    }
  });

  test("never carries the checksum 0, which means none", () => {
    let found = 0;
    for (let stored = 0; stored < 300_000 && found < 3; stored++) {
      const record = encodeEntry(bytesOf("t"), bytesOf(""), stored);
      expect(record[10]! + record[11]!).toBeGreaterThan(0);
      if (record[10] === 1 && record[11] === 0) {
        expect(decodeRecord(record, 0)).toMatchObject({ checksummed: true });
        found++;
      }
    }
    expect(found).toBe(3);
  });
});

describe("an entry without a checksum", () => {
  const entry = new Uint8Array(entryOfOriginal("topic", "body", 29_920_466));

  test("is taken at the end, and before anything that may be a record", () => {
    const plain = { kind: "entry", checksummed: false, isReplacement: false, alone: false, stored: 29_920_466 };
    const followers = [
      new Uint8Array(0),
      entry,
      new Uint8Array(tombstoneOfOriginal(8)),
      entry.subarray(0, 1),
      entry.subarray(0, 11),
      encodeTombstone(CHANGE_DELETED, 8).subarray(0, 7),
    ];
    for (const follower of followers) expect(decodeRecord(joined(entry, follower), 0)).toMatchObject(plain);
  });

  test("is taken before a header with one bad byte, and not before text", () => {
    for (const at of [0, 1, 5]) {
      const follower = encodeEntry(bytesOf("next"), bytesOf("body"), 5);
      follower[at] = at === 1 ? 0 : 0x7f;
      expect(decodeRecord(joined(entry, follower), 0)).toMatchObject({ kind: "entry" });
    }
    expect(decodeRecord(joined(entry, bytesOf("some text that goes on")), 0)).toEqual({ kind: "invalid" });
    expect(decodeRecord(joined(entry, bytesOf("text")), 0)).toEqual({ kind: "invalid" });
  });

  test("is refused when its text is not UTF-8, or its topic holds a NUL", () => {
    for (const body of [Buffer.from([0xc3, 0x28]), Buffer.from([0xed, 0xa0, 0x80])]) {
      const record = Buffer.concat([entryOfOriginal("t", "x".repeat(body.length), 1).subarray(0, 13), body]);
      expect(decodeRecord(new Uint8Array(record), 0)).toEqual({ kind: "invalid" });
    }
    expect(decodeRecord(new Uint8Array(entryOfOriginal("a\0b", "text", 1)), 0)).toEqual({ kind: "invalid" });
  });

  test("is odd when its body holds a NUL or it has no topic", () => {
    const isOdd = (topic: string, body: string) => {
      const record = decodeRecord(new Uint8Array(entryOfOriginal(topic, body, 1)), 0, false, true);
      return record.kind === "entry" ? record.odd : record.kind;
    };
    expect([isOdd("t", "a\0b"), isOdd("", "text"), isOdd("", ""), isOdd("t", "text")]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test("waits for the header behind it when the file goes on", () => {
    expect(decodeRecord(joined(entry, entry.subarray(0, 11)), 0, true)).toEqual({
      kind: "incomplete",
      needed: entry.length + 12,
    });
    expect(decodeRecord(joined(entry, entry.subarray(0, 12)), 0, true)).toMatchObject({ kind: "entry" });
  });
});

describe("a tombstone", () => {
  test("is spelled: type, checksum, change, target", () => {
    const record = encodeTombstone(CHANGE_REPLACED, 0x12345678);
    expect(hex(record).replace(/^(..)..../, "$1????")).toBe("02????0178563412");
  });

  test("comes back as it was, and not with a byte changed", () => {
    const targets = fc.integer({ min: 8, max: 0xffff_ffff });
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1, 2),
        targets,
        fc.nat(7),
        fc.integer({ min: 1, max: 255 }),
        (change, target, at, mask) => {
          const record = encodeTombstone(change, target);
          expect(decodeRecord(record, 0)).toEqual({ kind: "tombstone", size: 8, change, target, checksummed: true });
          record[at]! ^= mask;
          const decoded = decodeRecord(record, 0);
          const unsigned = record[1]! + record[2]! === 0 && change === CHANGE_DELETED && at < 3;
          expect(decoded.kind === "tombstone").toBe(unsigned);
        },
      ),
    );
  });

  test("without a checksum says that something was deleted, and nothing else", () => {
    const record = new Uint8Array(tombstoneOfOriginal(77));
    expect(decodeRecord(record, 0)).toEqual({ kind: "tombstone", size: 8, change: 0, target: 77, checksummed: false });
    record[3] = 1;
    expect(decodeRecord(record, 0)).toEqual({ kind: "invalid" });
    expect(decodeRecord(new Uint8Array(tombstoneOfOriginal(7)), 0)).toEqual({ kind: "invalid" });
  });
});

describe("text", () => {
  test("never holds a record, since it holds no NUL", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 200 }), (noise) => {
        const words = noise.map((byte) => (byte === 0 ? 1 : byte % 7 === 0 ? 2 : byte));
        for (let at = 0; at < words.length; at++) expect(decodeRecord(words, at).kind).not.toBe("entry");
      }),
    );
  });
});

// Check values of the published catalogues, and the error detection that the log relies on.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crc16 } from "../../../src/base/crc16.ts";
import { crc32 } from "../../../src/base/crc32.ts";
import { fnv1a } from "../../../src/base/fnv.ts";
import { CHECKSUM_SEED, CHECKSUM_SEED_REPLACEMENT } from "../../../src/engine/log/log-layout.ts";

const CHECK = Buffer.from("123456789");

describe("crc16", () => {
  test("has the check values of CRC-16/CCITT-FALSE and CRC-16/AUG-CCITT", () => {
    expect(crc16(CHECKSUM_SEED, CHECK, 0, CHECK.length)).toBe(0x29b1);
    expect(crc16(CHECKSUM_SEED_REPLACEMENT, CHECK, 0, CHECK.length)).toBe(0xe5cc);
  });

  test("goes on where it stopped, over a part of the bytes", () => {
    const padded = Buffer.concat([Buffer.from("xx"), CHECK, Buffer.from("y")]);
    expect(crc16(crc16(0xffff, padded, 2, 5), padded, 5, 11)).toBe(0x29b1);
    expect(crc16(0xffff, padded, 4, 4)).toBe(0xffff);
  });

  test("is the same four bytes at a time, which it is after many, as one at a time", () => {
    crc16(0, new Uint8Array(128 * 1024), 0, 128 * 1024);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 0, max: 0xffff }), (bytes, seed) => {
        let value = seed;
        for (let at = 0; at < bytes.length; at++) value = crc16(value, bytes, at, at + 1);
        expect(crc16(seed, bytes, 0, bytes.length)).toBe(value);
      }),
    );
    expect(crc16(CHECKSUM_SEED, CHECK, 0, CHECK.length)).toBe(0x29b1);
  });

  test("differs for every change within two bytes in a row", () => {
    const change = fc.record({
      at: fc.nat(),
      low: fc.integer({ min: 0, max: 255 }),
      high: fc.integer({ min: 0, max: 255 }),
    });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2, maxLength: 300 }), change, (bytes, { at, low, high }) => {
        const changed = bytes.slice();
        const first = at % (bytes.length - 1);
        changed[first]! ^= low;
        changed[first + 1]! ^= high;
        const same = crc16(0xffff, changed, 0, changed.length) === crc16(0xffff, bytes, 0, bytes.length);
        expect(same).toBe(low === 0 && high === 0);
      }),
    );
  });
});

describe("crc32", () => {
  test("has the check value of CRC-32/ISO-HDLC", () => {
    expect(crc32(CHECK)).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });

  test("goes on where it stopped, and agrees with the runtime's own", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (head, tail) => {
        const both = Buffer.concat([head, tail]);
        expect(crc32(tail, crc32(head))).toBe(crc32(both));
        expect(crc32(both)).toBe(Bun.hash.crc32(both));
      }),
    );
  });
});

describe("fnv1a", () => {
  test("hashes the code units, two bytes each", () => {
    const reference = (text: string) => {
      let hash = 0x811c9dc5n;
      for (const byte of Buffer.from(text, "utf16le")) hash = ((hash ^ BigInt(byte)) * 0x01000193n) & 0xffff_ffffn;
      return Number(hash);
    };
    for (const text of ["", "a", "linker", "検索", "🧭"]) expect(fnv1a(text)).toBe(reference(text));
  });
});

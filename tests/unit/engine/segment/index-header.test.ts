// The first bytes of index.bin, the structures that both files are declared in, and text as bytes.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { structure } from "../../../../src/base/structure.ts";
import { decodeUtf8, encodeUtf8, isPlainText } from "../../../../src/base/utf8.ts";
import { ENTRY_HEADER, LOG_HEADER, TOMBSTONE } from "../../../../src/engine/log/log-layout.ts";
import { encodeIndexPrefix } from "../../../../src/engine/segment/index-encoding.ts";
import { type IndexPrefix, readIndexPrefix } from "../../../../src/engine/segment/index-header.ts";
import { alignSection, INDEX_HEADER, SECTION_ENTRY } from "../../../../src/engine/segment/index-layout.ts";
import { defineSchema } from "../../../../src/engine/segment/schema.ts";
import { runs } from "../../../support/runs.ts";

const SCHEMA = defineSchema({ kind: "group", weight: "number" }, null, ["counted"]);

function prefix(fileSize: number): IndexPrefix {
  const sections = {} as IndexPrefix["sections"];
  SCHEMA.sections.forEach(([name], at) => {
    sections[name] = { offset: alignSection(SCHEMA.prefixBytes) + at * 8, length: at };
  });
  return {
    header: {
      fileSize,
      bodyChecksum: 0xffff_fffe,
      watermark: 4_000_000_000,
      fingerprint: 3,
      timeBase: "local-1970",
      documentCount: 5,
      termCount: 6,
      tokenTotal: 2 ** 40 + 1,
      leadingTotal: 9,
      postingTotal: 2 ** 41 + 1,
      damageCount: 11,
      damageBytes: 12,
    },
    sections,
  };
}

describe("the prefix", () => {
  const fileSize = alignSection(SCHEMA.prefixBytes) + SCHEMA.sections.length * 8 + 40;
  const bytes = encodeIndexPrefix(SCHEMA, prefix(fileSize));

  test("comes back as it was", () => {
    expect(bytes).toHaveLength(SCHEMA.prefixBytes);
    expect(readIndexPrefix(SCHEMA, bytes, fileSize)).toEqual(prefix(fileSize));
  });

  test("is refused for a file of another length, cut short, or with any bit changed", () => {
    expect(readIndexPrefix(SCHEMA, bytes, fileSize + 1)).toBeNull();
    expect(readIndexPrefix(SCHEMA, bytes.subarray(0, -1), fileSize)).toBeNull();
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = bytes.slice();
        changed[at]! ^= 1 << bit;
        expect(readIndexPrefix(SCHEMA, changed, fileSize), `bit ${bit} of byte ${at}`).toBeNull();
      }
    }
  });

  test("is refused for another schema: of other names, kinds, or sections derived from them", () => {
    const others = [
      defineSchema({ kind: "group", height: "number" }, null, ["counted"]),
      defineSchema({ kind: "group", weight: "u32" }, null, ["counted"]),
      defineSchema({ weight: "number", kind: "group" }, null, ["counted"]),
      defineSchema({ kind: "group", weight: "number" }, null, ["summed"]),
      defineSchema({ kind: "group", weight: "number" }),
    ];
    for (const other of others) expect(readIndexPrefix(other, bytes, fileSize)).toBeNull();
  });

  test("is refused when a section reaches beyond the file or begins at an odd place", () => {
    const beyond = prefix(fileSize);
    beyond.sections["kind.names"] = { offset: fileSize - 8, length: 9 };
    expect(readIndexPrefix(SCHEMA, encodeIndexPrefix(SCHEMA, beyond), fileSize)).toBeNull();
    const odd = prefix(fileSize);
    odd.sections["kind.names"] = { offset: SCHEMA.prefixBytes + 1, length: 1 };
    expect(readIndexPrefix(SCHEMA, encodeIndexPrefix(SCHEMA, odd), fileSize)).toBeNull();
  });
});

describe("a structure", () => {
  test("lays its fields out one behind the other", () => {
    const made = structure({ one: "u8", two: "u32", three: "f64" });
    expect(made.at).toEqual({ one: 0, two: 1, three: 5 });
    expect(made.size).toBe(13);
    expect(made.fields.map(({ name, offset, size }) => `${name} ${offset} ${size}`)).toEqual([
      "one 0 1",
      "two 1 4",
      "three 5 8",
    ]);
  });

  test("of the log has the sizes and offsets of the original program", () => {
    expect([LOG_HEADER.size, ENTRY_HEADER.size, TOMBSTONE.size]).toEqual([8, 12, 8]);
    expect(ENTRY_HEADER.at).toEqual({ type: 0, topicLength: 1, bodyLength: 2, minutes: 6, checksum: 10 });
    expect(TOMBSTONE.at).toEqual({ type: 0, checksum: 1, change: 3, target: 4 });
  });

  test("of the index keeps its numbers where they may be read", () => {
    for (const { type, size, offset } of INDEX_HEADER.fields) if (type !== "bytes") expect(offset % size).toBe(0);
    expect(SECTION_ENTRY.size).toBe(8);
    expect([alignSection(0), alignSection(1), alignSection(8), alignSection(9)]).toEqual([0, 8, 8, 16]);
  });
});

describe("UTF-8", () => {
  test("comes back as it was, byte order marks and lone surrogates told apart", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(decodeUtf8(encodeUtf8(text))).toBe(text.toWellFormed());
      }),
      { numRuns: runs(100) },
    );
    expect(decodeUtf8(encodeUtf8("\uFEFFa"))).toBe("\uFEFFa");
    expect(decodeUtf8(encodeUtf8("a\uD800b"))).toBe("a\uFFFDb");
    expect(decodeUtf8(Uint8Array.of(0x61, 0xff, 0x62))).toBe("a\uFFFDb");
  });

  test("is plain without NUL and without bytes that are none", () => {
    expect(isPlainText(encodeUtf8("Grüße, 検索, 🧭\n\t"))).toBe(true);
    expect(isPlainText(new Uint8Array(0))).toBe(true);
    for (const bytes of [[0], [0x61, 0], [0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf4, 0x90, 0x80, 0x80]]) {
      expect(isPlainText(Uint8Array.from(bytes))).toBe(false);
    }
  });
});

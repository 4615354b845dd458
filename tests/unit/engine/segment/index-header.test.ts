// The first bytes of index.bin, the structures that both files are declared in, and text as bytes.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { structure } from "../../../../src/base/structure.ts";
import { decodeUtf8, encodeUtf8, isPlainText } from "../../../../src/base/utf8.ts";
import { ENTRY_HEADER, LOG_HEADER, TOMBSTONE } from "../../../../src/engine/log/log-layout.ts";
import { encodeIndexPrefix } from "../../../../src/engine/segment/index-encoding.ts";
import { type IndexPrefix, readIndexPrefix } from "../../../../src/engine/segment/index-header.ts";
import {
  alignSection,
  INDEX_HEADER,
  INDEX_PREFIX_BYTES,
  SECTION_ENTRY,
  SECTION_NAMES,
  type SectionName,
} from "../../../../src/engine/segment/index-layout.ts";

function prefix(fileSize: number): IndexPrefix {
  const sections = {} as IndexPrefix["sections"];
  SECTION_NAMES.forEach((name: SectionName, at) => {
    sections[name] = { offset: alignSection(INDEX_PREFIX_BYTES) + at * 8, length: at };
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
      topicCount: 7,
      tokenTotal: 2 ** 40 + 1,
      firstLineTotal: 9,
      postingTotal: 2 ** 41 + 1,
      damageCount: 11,
      damageBytes: 12,
    },
    sections,
  };
}

describe("the prefix", () => {
  const fileSize = alignSection(INDEX_PREFIX_BYTES) + SECTION_NAMES.length * 8 + 40;
  const bytes = encodeIndexPrefix(prefix(fileSize));

  test("comes back as it was", () => {
    expect(bytes).toHaveLength(INDEX_PREFIX_BYTES);
    expect(readIndexPrefix(bytes, fileSize)).toEqual(prefix(fileSize));
  });

  test("is refused for a file of another length, cut short, or with any bit changed", () => {
    expect(readIndexPrefix(bytes, fileSize + 1)).toBeNull();
    expect(readIndexPrefix(bytes.subarray(0, -1), fileSize)).toBeNull();
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = bytes.slice();
        changed[at]! ^= 1 << bit;
        expect(readIndexPrefix(changed, fileSize), `bit ${bit} of byte ${at}`).toBeNull();
      }
    }
  });

  test("is refused when a section reaches beyond the file or begins at an odd place", () => {
    const beyond = prefix(fileSize);
    beyond.sections.projectNames = { offset: fileSize - 8, length: 9 };
    expect(readIndexPrefix(encodeIndexPrefix(beyond), fileSize)).toBeNull();
    const odd = prefix(fileSize);
    odd.sections.projectNames = { offset: INDEX_PREFIX_BYTES + 1, length: 1 };
    expect(readIndexPrefix(encodeIndexPrefix(odd), fileSize)).toBeNull();
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

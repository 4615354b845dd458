// Snippets come out of the log: what is damaged is never shown as if it were sound, where there is time to see that.

import { describe, expect, test } from "vitest";
import { encodeUtf8 } from "../../../../src/base/utf8.ts";
import { encodeEntry } from "../../../../src/engine/log/log-encoding.ts";
import { ENTRY_HEADER } from "../../../../src/engine/log/log-layout.ts";
import { DAMAGED_TEXT, snippetReader } from "../../../../src/notes/store/log-snippets.ts";
import { beginningOfText } from "../../../../src/notes/store/log-text.ts";

const SHORT = "[tags: a]\nthe first line\n\n  the second  \nmore";
const LONG = `${SHORT}\n${"and so on ".repeat(2000)}`;

/** A log of one record at 100, and how its snippet is read. */
function logOf(body: string, isReplacement = false) {
  const record = encodeEntry(encodeUtf8("topic"), encodeUtf8(body), 5, isReplacement);
  const bytes = new Uint8Array(100 + record.length);
  bytes.set(record, 100);
  let damages = 0;
  const reads: number[] = [];
  const read = (target: Uint8Array, position: number) => {
    const part = bytes.subarray(position, position + target.length);
    target.set(part);
    reads.push(part.length);
    return part.length;
  };
  const snippet = (verify = true, place = {}, topic = "topic") =>
    snippetReader(read, () => damages++, verify)({ offset: 100, size: record.length, isReplacement, ...place }, topic);
  const beginning = (length: number, place = {}, topic = "topic") =>
    beginningOfText(read, { offset: 100, size: record.length, isReplacement, ...place }, topic, length);
  return { bytes, size: record.length, reads, snippet, beginning, damages: () => damages };
}

describe.each([true, false])("a snippet, with its record's checksum looked at: %s", (verify) => {
  test.each([SHORT, LONG])("is read once, from no more than 4 kB", (body) => {
    for (const isReplacement of [false, true]) {
      const log = logOf(body, isReplacement);
      expect(log.snippet(verify)).toEqual(["the first line", "the second"]);
      expect(log.reads).toEqual([Math.min(4096, log.size)]);
      expect(log.damages()).toBe(0);
    }
  });

  test("of a body that begins with much metadata is read whole", () => {
    const log = logOf(`[links: ${"t:1 ".repeat(3000)}]\none\ntwo`);
    expect(log.snippet(verify)).toEqual(["one", "two"]);
    expect(log.reads).toEqual([4096, log.size]);
  });

  test.each([SHORT, LONG])("says so where another record stands, or none", (body) => {
    const log = logOf(body);
    const places = [
      { offset: 99 },
      { offset: 101 },
      { offset: 1e6 },
      { size: log.size - 1 },
      { size: 0 },
      { size: 0x7fff_ffff },
    ];
    for (const place of places) expect(log.snippet(verify, place)).toEqual([DAMAGED_TEXT, ""]);
    expect(log.snippet(verify, {}, "other")).toEqual([DAMAGED_TEXT, ""]);
    expect(log.damages()).toBe(places.length + 1);
  });
});

test("a changed byte of a record that is read whole is seen, unless there is no time to look", () => {
  const log = logOf(SHORT);
  log.bytes[140]! ^= 1;
  expect(log.snippet(true)).toEqual([DAMAGED_TEXT, ""]);
  expect(log.snippet(false)[0]).not.toBe(DAMAGED_TEXT);
});

describe("the beginning of a long text", () => {
  const HEAD = ENTRY_HEADER.size + "topic".length;

  test("is read once and no further than asked for, without the metadata in front", () => {
    for (const isReplacement of [false, true]) {
      const log = logOf(LONG, isReplacement);
      expect(log.beginning(HEAD + SHORT.length + 8)).toBe("the first line\n\n  the second  \nmore\nand so ");
      expect(log.reads).toEqual([HEAD + SHORT.length + 8]);
    }
  });

  test("ends at a character that is cut", () => {
    const log = logOf("検索".repeat(1000));
    expect(log.beginning(HEAD + 10)).toMatch(/^検索検\ufffd?$/);
  });

  test("is empty where the metadata in front go on", () => {
    expect(logOf(`[links: ${"t:1 ".repeat(3000)}]\none\ntwo`).beginning(5000)).toBe("");
    expect(logOf(`[tags: a]\n[links: ${"t:1 ".repeat(3000)}]\none\ntwo`).beginning(5000)).toBe("");
  });

  test("is none where another record stands, or none", () => {
    const log = logOf(LONG);
    for (const place of [
      { offset: 99 },
      { offset: 101 },
      { offset: 1e6 },
      { size: log.size - 1 },
      { size: log.size + 1 },
    ]) {
      expect(log.beginning(5000, place)).toBeNull();
    }
    expect(log.beginning(5000, {}, "other")).toBeNull();
    expect(log.beginning(3)).toBeNull();
  });
});

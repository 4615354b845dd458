// Sources in their parts, and the line in which an entry remembers what it cites.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Fingerprint,
  formatFingerprint,
  isOfSource,
  nameHash,
  parseFingerprint,
  parseSource,
} from "../../../../src/notes/text/citation.ts";
import { formatEntryText } from "../../../../src/notes/text/entry-format.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";
import { BODY_LINES_MAX } from "../../../../src/notes/text/symbol-text.ts";
import { runs } from "../../../support/runs.ts";

describe("parseSource", () => {
  it.each([
    ["src/a.ts", "src/a.ts", null],
    ["src/a.ts:42", "src/a.ts", [42, 42]],
    ["src/a.ts:42-60", "src/a.ts", [42, 60]],
    ["src/a.ts:60-42", "src/a.ts", [42, 60]],
    ["src/a.ts:42:7", "src/a.ts", [42, 42]],
    ["app/[id]/page.tsx:3", "app/[id]/page.tsx", [3, 3]],
    ["a b.ts:3", "a b.ts", [3, 3]],
    ["a:b.ts", "a:b.ts", null],
    ["a.ts:0", "a.ts", [0, 0]],
    ["a.ts:", "a.ts:", null],
    ["a.ts:12345678", "a.ts:12345678", null],
    [":42", ":42", null],
    ["https://example.org:8080/x", "https://example.org:8080/x", null],
    ["", "", null],
    ["a.ts#", "a.ts#", null],
    ["a.ts#12", "a.ts#12", null],
    ["a.ts# b", "a.ts# b", null],
    ["issue #12", "issue #12", null],
    ["c#/a.ts", "c#/a.ts", null],
    ["c#/a.ts:3", "c#/a.ts", [3, 3]],
    ["https://example.org/a.html#part", "https://example.org/a.html#part", null],
    ["Makefile#all", "Makefile#all", null],
  ])("%j is the path %j, lines %j", (source, path, lines) => {
    expect(parseSource(source)).toEqual({ path, lines: lines && { first: lines[0], last: lines[1] }, symbol: null });
  });
});

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const shortHash = fc.integer({ min: 0, max: 0xffff });
const neighbours = fc.array(shortHash, { maxLength: 3 });
const place = { mark: fc.option(hex(8)), folder: fc.constantFrom("", "packages/app", "a b/[id]", "in @12345678") };
const ofLines = fc.record({
  lines: fc.tuple(fc.integer({ min: 1, max: 9_000_000 }), fc.nat({ max: 900_000 })).map(([first, more]) => ({
    first,
    last: first + more,
  })),
  hash: hex(12),
  occurrences: fc.integer({ min: 1, max: 99_999 }),
  above: neighbours,
  below: neighbours,
  symbol: fc.option(fc.record({ name: shortHash, body: fc.array(shortHash, { maxLength: BODY_LINES_MAX }) })),
  ...place,
});
const ofFile = fc.record({
  lines: fc.constant(null),
  hash: hex(12),
  occurrences: fc.constant(1),
  above: fc.constant([]),
  below: fc.constant([]),
  symbol: fc.constant(null),
  ...place,
});
const anyFingerprint: fc.Arbitrary<Fingerprint> = fc.oneof(ofLines, ofFile);

describe("a symbol in a source", () => {
  it.each([
    ["src/a.ts#Cache.get", "src/a.ts", "Cache.get"],
    ["a.cpp#ns::Cache::get", "a.cpp", "ns::Cache::get"],
    ["a.rb#Cache#get?", "a.rb", "Cache#get?"],
    ["a.php#App\\Cache.get", "a.php", "App\\Cache.get"],
    ["a.ts#Cache.#entries", "a.ts", "Cache.#entries"],
    ["a.cpp#operator==", "a.cpp", "operator=="],
    ["a b/c.py#größe", "a b/c.py", "größe"],
    ["/srv/a.d.ts#x", "/srv/a.d.ts", "x"],
  ])("%j is %j and %j", (source, path, symbol) => {
    expect(parseSource(source)).toEqual({ path, lines: null, symbol });
  });

  it("is what stands behind the path, whatever the text", () => {
    const anySource = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.tuple(fc.string(), fc.string()).map((parts) => parts.join(".ts#")),
    );
    fc.assert(
      fc.property(anySource, (source) => {
        const { path, symbol, lines } = parseSource(source);
        if (symbol === null) return;
        expect(`${path}#${symbol}`).toBe(source);
        expect(lines).toBeNull();
      }),
    );
  });

  it("is found in a long text at once", () => {
    for (const text of [`${"a.b".repeat(30_000)}#${"::".repeat(30_000)}`, `${"a.b#".repeat(30_000)}`])
      expect(parseSource(text).symbol).toBeNull();
  });
});

describe("fingerprints", () => {
  it("are read as they were written, also out of an entry", () => {
    fc.assert(
      fc.property(anyFingerprint, (fingerprint) => {
        const cited = formatFingerprint(fingerprint);
        expect(parseFingerprint(cited)).toEqual(fingerprint);
        const body = formatEntryText({ ...parseEntryText(""), text: "note", cited });
        expect(parseFingerprint(parseEntryText(body).cited!)).toEqual(fingerprint);
      }),
      { numRuns: runs(2000) },
    );
  });

  it("have one short line", () => {
    const longest = formatFingerprint({
      lines: { first: 12345, last: 12399 },
      hash: "9f3a1c0b22ee",
      occurrences: 99_999,
      above: [0xffff, 0xffff, 0xffff],
      below: [1, 2, 3],
      symbol: null,
      mark: null,
      folder: "",
    });
    expect(longest).toBe("1 12345-12399 9f3a1c0b22ee 99999 ffffffffffff/000100020003");
    expect(`[cited: ${longest}]`.length).toBeLessThan(80);
  });

  it.each([
    "",
    "1",
    "2 42 9f3a1c0b22ee 1 /",
    "1 42 9f3a1c0b22ee 1",
    "1 42 9f3a1c0b22e 1 /",
    "1 0 9f3a1c0b22ee 1 /",
    "1 42-41 9f3a1c0b22ee 1 /",
    "1 42 9f3a1c0b22ee 0 /",
    "1 42 9F3A1C0B22EE 1 /",
    "1 42 9f3a1c0b22ee 1 12345/",
    "1 42 9f3a1c0b22ee 1 / in ",
    "1 file 9f3a1c0b22ee 1 /",
    `1 42 9f3a1c0b22ee 1 ${"0".repeat(100_000)}/`,
  ])("%j is none", (cited) => {
    expect(parseFingerprint(cited)).toBeNull();
  });

  it("of a symbol stand beside those of its lines, and belong to its name alone", () => {
    const symbol = { name: nameHash("Cache.get"), body: [1, 0xabcd] };
    const rest = { hash: "9f3a1c0b22ee", occurrences: 1, above: [], below: [2], mark: null, folder: "app" };
    const fingerprint = { lines: { first: 4, last: 9 }, ...rest, symbol };
    const cited = formatFingerprint(fingerprint);
    expect(cited).toMatch(/^1 4-9 9f3a1c0b22ee 1 \/0002 #[0-9a-f]{4}0001abcd in app$/);
    expect(parseFingerprint(cited)).toEqual(fingerprint);
    for (const [source, belongs] of [
      ["a.ts#Cache.get", true],
      ["a.ts#Cache.set", false],
      ["a.ts", false],
      ["a.ts:4-9", false],
    ] as const)
      expect(isOfSource(fingerprint, parseSource(source)), source).toBe(belongs);
    expect(isOfSource(parseFingerprint("1 file 9f3a1c0b22ee")!, parseSource("a.md#part"))).toBe(true);
  });

  it("belong to the source that they were made for", () => {
    const lines = parseFingerprint("1 42-60 9f3a1c0b22ee 1 /")!;
    const file = parseFingerprint("1 file 9f3a1c0b22ee")!;
    for (const [fingerprint, source, belongs] of [
      [lines, "a.ts:42-60", true],
      [lines, "a.ts:42-99999", true],
      [lines, "a.ts:43-60", false],
      [lines, "a.ts", false],
      [file, "a.ts", true],
      [file, "a.ts:1", false],
    ] as const)
      expect(isOfSource(fingerprint, parseSource(source))).toBe(belongs);
  });
});

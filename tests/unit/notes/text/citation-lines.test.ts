// Lines as hashes: what counts as the same line, which lines there are, and that spans are found where they stand.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hashLines,
  hashText,
  isBlank,
  LINES_MAX,
  placesOf,
  spanHash,
} from "../../../../src/notes/text/citation-lines.ts";
import { runs } from "../../../support/runs.ts";

const hashOf = (text: string) => spanHash(hashLines(text)!, 0, hashLines(text)!.count);
const normalised = (line: string) => line.trim().replace(/\s+/g, " ");

describe("hashLines", () => {
  it.each([
    ["", 0],
    ["\n", 1],
    ["a", 1],
    ["a\n", 1],
    ["a\n\n", 2],
    ["a\r\nb\r\n", 2],
    ["a\nb", 2],
  ])("%j has %d lines", (text, count) => {
    expect(hashLines(text)!.count).toBe(count);
  });

  it("takes lines for equal when they differ in white space only", () => {
    const line = fc.stringMatching(/^[ab \t\u00a0]{0,8}$/);
    fc.assert(
      fc.property(line, line, (left, right) => {
        expect(hashOf(`${left}\n`) === hashOf(`${right}\r\n`)).toBe(normalised(left) === normalised(right));
      }),
      { numRuns: runs(3000) },
    );
    expect(hashOf("\uFEFFimport x\n")).toBe(hashOf("import x\n"));
  });

  it("knows blank lines", () => {
    const lines = hashLines("a\n\n \t\nb")!;
    expect([0, 1, 2, 3].map((at) => isBlank(lines, at))).toEqual([false, true, true, false]);
  });

  it("does not look at texts of too many lines", () => {
    expect(hashLines("\n".repeat(LINES_MAX))!.count).toBe(LINES_MAX);
    expect(hashLines("\n".repeat(LINES_MAX + 1))).toBeNull();
  });

  // Entries keep these: a change of the hash would make every cited line a changed one.
  it("gives the hashes that it always gave", () => {
    expect(hashOf("const a = 1;\n")).toBe("b696a266f8f8");
    expect(hashOf("const a = 1;\n}\n")).toBe("da17d0627184");
    expect(hashOf("日本語 𠮷\n")).toBe("ab09e004c873");
    expect(hashText("a/folder of notes")).toBe("ddfaeb86");
  });
});

describe("placesOf", () => {
  it("finds spans where comparing line by line finds them", () => {
    const text = fc.array(fc.constantFrom("a", "b", "", "}"), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 4 }), (list, pick, more) => {
        const from = pick % list.length;
        const length = Math.min(more, list.length - from);
        const lines = hashLines(list.map((line) => `${line}\n`).join(""))!;
        const span = list.slice(from, from + length).join("\n");
        const expected = list.flatMap((_, at) => (list.slice(at, at + length).join("\n") === span ? [at] : []));
        expect(placesOf(lines, spanHash(lines, from, length), length)).toEqual(
          expected.filter((at) => at + length <= list.length),
        );
      }),
      { numRuns: runs(2000) },
    );
  });

  it("finds nothing in a shorter text", () => {
    expect(placesOf(hashLines("a")!, hashOf("a\na"), 2)).toEqual([]);
    expect(placesOf(hashLines("")!, hashOf("a"), 1)).toEqual([]);
  });
});

// Text made safe to store and to print.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanLine, cleanText, forTerminal, quote } from "../../../../src/engine/text/clean.ts";
import { runs } from "../../../support/runs.ts";

describe("cleanText", () => {
  it.each([
    ["plain", "plain", 0],
    ["a\r\nb\rc\nd", "a\nb\nc\nd", 0],
    ["a\u0000b\u0007c\td\u007f\u0085", "abc\td", 4],
    ["\u001b[31mred\u001b[0m", "red", 2],
    ["\u001b]0;title\u0007text", "text", 1],
    ["\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\", "link", 2],
    ["\u001b]unterminated\nsecond", "unterminated\nsecond", 1],
    ["\u009b1mbold", "bold", 1],
    ["\u001bcreset", "reset", 1],
    ["tail\u001b", "tail", 1],
    ["a\ud800b\udc00c", "a\uFFFDb\uFFFDc", 0],
    ["\uFEFF\n  \n\t\n  indented\nx  \n\n ", "  indented\nx", 0],
    ["  \n ", "", 0],
    ["right \u202Eto left", "right \u202Eto left", 0],
  ])("%j", (raw, text, removed) => {
    expect(cleanText(raw)).toEqual({ text, removed });
  });

  it("changes nothing the second time, and leaves nothing that should not be stored", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "\u001b",
            "[",
            "]",
            "0",
            "m",
            "\u0007",
            "\\",
            "\n",
            "\r",
            " ",
            "\u0000",
            "\ud800",
            "é",
            "\uFEFF",
            "\u009b",
          ),
          { maxLength: 30 },
        ),
        (units) => {
          const { text } = cleanText(units.join(""));
          expect(cleanText(text)).toEqual({ text, removed: 0 });
          expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
          expect(text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: runs(3000) },
    );
  });
});

describe("cleanLine", () => {
  it("gives one line, brackets kept", () => {
    expect(cleanLine("  app/[id]/page.tsx\r\n\u001b[1mx\ty\u2028z ")).toBe("app/[id]/page.tsx x y z");
  });
});

describe("forTerminal", () => {
  it("lets nothing move the cursor or turn the text", () => {
    expect(forTerminal("a\u001b[2Jb\rc\u0008d\u202Ee\u2066f\r\ng\th")).toBe("ab\uFFFDc\uFFFDd\uFFFDe\uFFFDf\ng\th");
  });
});

describe("quote", () => {
  it("is short and of one line", () => {
    expect(quote("a\nb")).toBe('"a b"');
    expect(quote("x".repeat(100_000))).toBe(`"${"x".repeat(59)}…"`);
  });
});

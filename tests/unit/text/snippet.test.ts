// Previews of entries.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { snippetLines } from "../../../src/text/snippet.ts";

describe("snippetLines", () => {
  it("takes the first two lines of content", () => {
    expect(snippetLines("\n  one \n\n\t\n two\nthree")).toEqual(["one", "two"]);
    expect(snippetLines("one")).toEqual(["one", ""]);
    expect(snippetLines("")).toEqual(["", ""]);
    expect(snippetLines(" \n \n")).toEqual(["", ""]);
  });

  it("cuts at a word where one ends nearby, else anywhere", () => {
    const words = "word ".repeat(60).trim();
    const [first, second] = snippetLines(`${words}\n${"x".repeat(300)}`);
    expect(first).toBe(`${"word ".repeat(23)}word…`);
    expect(second).toBe(`${"x".repeat(79)}…`);
    expect(snippetLines("x".repeat(120))[0]).toBe("x".repeat(120));
  });

  it("splits no pair and leaves no half of one", () => {
    expect(snippetLines("\u{1F9ED}".repeat(100))[0]).toBe(`${"\u{1F9ED}".repeat(59)}…`);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", " ", "\u{1F9ED}", "\ud83e", "\udded", "\n"), { maxLength: 300 }),
        (units) => {
          const [first, second] = snippetLines(units.join(""));
          expect(first.length).toBeLessThanOrEqual(120);
          expect(second.length).toBeLessThanOrEqual(80);
          expect((first + second).isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

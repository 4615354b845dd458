// Previews of entries.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatEntryText } from "../../../../src/notes/text/entry-format.ts";
import { snippetLines, snippetOfBeginning, snippetOfBody } from "../../../../src/notes/text/snippet.ts";

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

describe("the snippet of a stored body", () => {
  const line = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("", "  ", "[project: a, b]", "[tags: x]", "[cited: 1]", "[not metadata", "word ".repeat(40)),
  );
  const entry = fc.record({
    tags: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
    source: fc.option(fc.constantFrom("src/a.ts:1", "x".repeat(300))),
    confidence: fc.constant(1),
    links: fc.array(fc.constantFrom("t:1", "t:22"), { maxLength: 3 }),
    modified: fc.constant(null),
    projects: fc.array(fc.constantFrom("o/r", "k-1"), { maxLength: 2 }),
    cited: fc.option(fc.constant("1 2 3")),
    text: fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n")),
  });

  it("is that of its text, whatever stands around it", () => {
    fc.assert(
      fc.property(entry, (drawn) => {
        expect(snippetOfBody(formatEntryText({ id: null, aliases: [], ...drawn }))).toEqual(snippetLines(drawn.text));
      }),
    );
  });

  it("is told by the beginning of a body, or is not told; a second line may be left out", () => {
    fc.assert(
      fc.property(entry, fc.nat({ max: 400 }), (drawn, more) => {
        const text = `${drawn.text}\n${"and more of it ".repeat(more)}`;
        const body = formatEntryText({ id: null, aliases: [], ...drawn, text });
        const told = snippetOfBeginning(body.slice(0, 400));
        const [first, second] = snippetLines(text);
        if (told === null || body.length <= 400) return;
        expect([second, ""]).toContain(told[1]);
        if (told[0] !== first) expect(`${first} `.startsWith(told[0])).toBe(true);
      }),
    );
  });

  it("is told by the beginning where two lines stand there, or one that is longer than is shown", () => {
    const rest = "x".repeat(5000);
    expect(snippetOfBeginning(`[tags: a]\none\ntwo\n${rest}`)).toEqual(["one", "two"]);
    expect(snippetOfBeginning(`one\n${rest}`)).toEqual(["one", `${"x".repeat(79)}…`]);
    expect(snippetOfBeginning(rest)).toEqual([`${"x".repeat(119)}…`, ""]);
    expect(snippetOfBeginning("one\ntw")).toBeNull();
    expect(snippetOfBeginning(`one${"\n".repeat(4000)}`)).toBeNull();
    expect(snippetOfBeginning("one")).toBeNull();
    expect(snippetOfBeginning(`[links: ${"t:1 ".repeat(2000)}`)).toBeNull();
    expect(snippetOfBeginning("[tags: a]\n[source: b]\n")).toBeNull();
    expect(snippetOfBeginning("one\n[project: a]\nmore\n")).toBeNull();
  });
});

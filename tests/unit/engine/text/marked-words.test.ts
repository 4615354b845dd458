// Versions, names with marks and single letters: what a text is indexed by beside its words, and what a query asks for.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchedTerms, searchGroups } from "../../../../src/engine/text/marked-words.ts";
import { tokenize } from "../../../../src/engine/text/tokenizer.ts";
import { runs } from "../../../support/runs.ts";

const marked = (text: string) => searchedTerms(text).marked;
const asked = (text: string) => searchGroups(text).map(({ whole, parts }) => [whole, ...parts]);

describe("versions", () => {
  test("give themselves and their beginnings", () => {
    expect(marked("since v1.2.3,")).toEqual(["1.2.3", "1.2.", "1.2.3."]);
    expect(marked("1.2.3-rc.1")).toEqual(["1.2.3-rc.1", "1.2.", "1.2.3.", "1.2.3-rc.", "1.2.3-rc.1."]);
    expect(marked("python3.12rc1 or 1.x")).toEqual(["3.12rc1", "3.12.", "3.12rc1.", "1.x", "1.x."]);
    expect(marked("from 1.2.3-1.3.0")).toEqual(["1.2.3", "1.2.", "1.2.3.", "1.3.0", "1.3.", "1.3.0."]);
  });

  test("are asked for whole, and behind that by what they begin", () => {
    for (const query of ["1.2", "v1.2", "V1.2", "１.２"]) expect(asked(query), query).toEqual([["1.2", "1.2."]]);
    expect(asked("helix-0.2.0.tgz")).toEqual([
      ["helix0", "helix"],
      ["0.2.0", "0.2.0."],
      [null, "tgz"],
    ]);
  });

  test("are no ends of sentences, dates with dashes or numbers of very many parts", () => {
    expect(marked("chapter 12. Then 13.")).toEqual([]);
    expect(marked("2026-11-24")).toEqual([]);
    expect(marked(`${"10.".repeat(100)}10`).length).toBeLessThan(12);
  });
});

test("names with marks", () => {
  expect(marked("C++, c++17 and C#: F#")).toEqual(["c++", "c++17", "c++", "c#", "f#"]);
  expect(marked(".NET (.env) src/.gitignore")).toEqual([".net", ".env", ".gitignore"]);
  expect(marked("src/tax.ts#RATE foo.bar foo().map ...rest foo#m foo++bar")).toEqual(["m"]);
  expect(asked("C++ .NET notepad++ c++17")).toEqual([
    ["c++"],
    [".net", "net"],
    ["notepad++", "notepad"],
    ["c++17", "c++"],
  ]);
});

test("single letters and digits of words of their own", () => {
  expect(marked("R, 5 and a; x-axis t_min iOS aB")).toEqual(["r", "5", "a"]);
  expect(marked("it's don’t né")).toEqual([]);
  expect(marked("é Ж 日 ø日 ﬁ")).toEqual(["e", "ж", "o"]);
  expect(asked("R x-axis")).toEqual([
    [null, "r"],
    ["xaxis", "axis"],
  ]);
});

test("the ordinary words of a text are as they are without marked ones", () => {
  const text = "v1.2.3 of C++ and .NET, R 5 is in python3.12";
  expect(searchedTerms(text).words).toEqual(tokenize(text));
});

test("every word of a text finds the text", () => {
  const piece = fc.constantFrom(..."1 2 10 v1 a R C x ++ # . .. - _ ' ’ rc net é 日本 Foo ( ) / \n".split(" "), " ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join("");
      const { words, marked: also } = searchedTerms(text);
      const terms = new Set([...words, ...also]);
      for (const { whole, parts, prefix } of searchGroups(text)) {
        const hasParts = parts.length > 0 && parts.every((part) => prefix || terms.has(part));
        expect(hasParts || (whole !== null && terms.has(whole)), text).toBe(true);
      }
    }),
    { numRuns: runs(2000) },
  );
});

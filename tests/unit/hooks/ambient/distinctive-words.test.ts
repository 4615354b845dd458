// Which names say something, and that they are the words that the tokenizer makes of them.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termGroups } from "../../../../src/engine/text/tokenizer.ts";
import { distinctiveWords, saysNothing, wordOfStem } from "../../../../src/hooks/ambient/distinctive-words.ts";
import { runs } from "../../../support/runs.ts";

const characters = fc.constantFrom(..."abcXYZ019__-$é検".split(""));
const names = fc.oneof(
  fc.string({ unit: characters, minLength: 1, maxLength: 14 }),
  fc.stringMatching(/^[a-z]{1,4}([-_][a-z0-9]{1,3}){0,4}$/),
  fc.stringMatching(/^_?[A-Z]{0,3}[a-z]{0,3}[0-9]{0,2}[A-Z]{0,3}[a-z]{0,2}_?$/),
);

describe("names as words", () => {
  it("are those of the tokenizer, names of several parts by their whole form alone", () => {
    fc.assert(
      fc.property(names, (name) => {
        const groups = termGroups(name).filter(({ prefix }) => !prefix);
        expect(distinctiveWords([name]).map(({ whole, parts }) => ({ whole, parts }))).toEqual(
          groups.map(({ whole, parts }) => (whole === null ? { whole, parts } : { whole, parts: [] })),
        );
      }),
      { numRuns: runs(3000) },
    );
  });

  it("are those of the tokenizer for stems", () => {
    fc.assert(
      fc.property(names, (stem) => {
        const groups = termGroups(stem);
        const word = wordOfStem(stem);
        if (groups.length !== 1 || groups[0]!.prefix) expect(word).toBeNull();
        else expect(word).toMatchObject({ whole: groups[0]!.whole, parts: groups[0]!.parts });
      }),
      { numRuns: runs(3000) },
    );
  });

  it("say nothing when they are short or everybody's", () => {
    for (const name of [
      "get",
      "x",
      "",
      "main",
      "Value",
      "test_",
      "toString",
      "to_string",
      "setUp",
      "__init__",
      "$emit".slice(0, 2),
    ]) {
      expect(saysNothing(name)).toBe(true);
    }
    for (const name of ["evict", "PageCache", "test_cache", "getUserQuota", "検索する機能"]) {
      expect(saysNothing(name)).toBe(false);
    }
  });
});

// Words a slip away: exactly those that one wrong step of the hand makes of a word.

import fc from "fast-check";
import { expect, test } from "vitest";
import { fnv1a } from "../../../../src/base/fnv.ts";
import { fuzzyTerms, type HashedTerms } from "../../../../src/engine/segment/fuzzy-terms.ts";

const known = (...words: string[]): HashedTerms => {
  const all = new Set(words);
  const hashes = new Set(words.map(fnv1a));
  return { hasTerm: (word) => all.has(word), mayHaveTerm: (hash) => hashes.has(hash) };
};

test("finds what a letter too many, a missing one, a wrong one and two swapped ones make", () => {
  const dictionary = known("linker", "link", "lanker", "linked", "linkers", "tinker");
  expect(fuzzyTerms("lniker", dictionary)).toEqual(["linker"]);
  expect(fuzzyTerms("linkerr", dictionary).sort()).toEqual(["linker", "linkers"]);
  expect(fuzzyTerms("inker", dictionary).sort()).toEqual(["linker", "tinker"]);
  expect(fuzzyTerms("linkar", dictionary)).toEqual(["linker"]);
});

test("does not take two slips, short words, or what is no plain word", () => {
  expect(fuzzyTerms("lnikar", known("linker"))).toEqual([]);
  expect(fuzzyTerms("cach", known("cache"))).toEqual([]);
  expect(fuzzyTerms("arm64", known("arm63"))).toEqual([]);
  expect(fuzzyTerms("linker", known("linker"))).toEqual([]);
});

test("a slip leads back to the word that it was made of", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcdez"), minLength: 6, maxLength: 12 });
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom(..."abcdez"), fc.nat(3), (meant, where, letter, kind) => {
      const at = where % (meant.length - 1);
      const [head, tail] = [meant.slice(0, at), meant.slice(at)];
      const slip = [
        head + letter + tail,
        head + tail.slice(1),
        head + letter + tail.slice(1),
        head + tail[1] + tail[0] + tail.slice(2),
      ][kind]!;
      const found = fuzzyTerms(slip, known(meant));
      expect(found).toEqual(slip === meant ? [] : [meant]);
    }),
  );
});

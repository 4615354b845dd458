// Forms of words: what is one word, what is another, and that forms are found whichever of them is asked for.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { otherForms, stemOf } from "../../../src/text/word-forms.ts";
import { modelStem } from "../../support/model-stems.ts";

const SAME = [
  ["cache", "caches", "cached", "caching"],
  ["run", "runs", "running"],
  ["stop", "stops", "stopped", "stopping"],
  ["query", "queries", "queried"],
  ["class", "classes"],
  ["match", "matches", "matched", "matching"],
  ["box", "boxes"],
  ["validate", "validates", "validated", "validation", "validator"],
  ["connect", "connects", "connection", "connections"],
  ["quick", "quickly"],
  ["set", "setting", "settings"],
  ["pass", "passes", "passed"],
  ["need", "needs", "needed"],
  ["use", "uses", "used", "using"],
  ["go", "going"],
  ["time", "times", "timed", "timing"],
  ["store", "stores", "stored", "storing"],
  ["queue", "queues", "queued", "queuing"],
  ["cookie", "cookies"],
  ["copy", "copies", "copied", "copying"],
  ["control", "controls", "controlled", "controlling"],
  ["install", "installs", "installed", "installing"],
  ["easy", "easily"],
  ["possible", "possibly"],
  ["active", "activity", "activities"],
  ["secure", "secured", "securely", "security"],
];
const APART = [
  ["string", "strung"],
  ["option", "opt"],
  ["status", "stat"],
  ["parser", "parse"],
  ["bring", "br"],
  ["speed", "spe"],
  ["user", "use"],
  ["this", "thi"],
  ["ids", "idly"],
  ["time", "tim"],
  ["care", "car"],
  ["plane", "plan"],
  ["same", "sam"],
  ["state", "stats"],
  ["none", "non"],
  ["city", "cit"],
  ["multiply", "multip"],
];

describe("forms of a word", () => {
  test.each(SAME.map((words) => [words[0]!, words] as const))("%s", (_, words) => {
    const known = new Set([...words, "other", "words", "cab", "matrix"]);
    for (const word of words) {
      const found = otherForms(word, (candidate) => known.has(candidate));
      expect(new Set(found)).toEqual(new Set(words.filter((other) => other !== word)));
      expect(found.length).toBe(words.length - 1);
    }
  });

  test.each(APART)("%s is not %s", (word, other) => {
    expect(otherForms(word!, (candidate) => candidate === other)).toEqual([]);
  });

  test("what is no plain word has none", () => {
    for (const word of ["x", "日本", "arm64", "Cache", "naïve", "x".repeat(30)]) {
      expect(otherForms(word, () => true)).toEqual([]);
    }
  });

  test("whatever has the stem of a word is found from it, and the stem is the one of the description", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abcdeginoprstuyxl"), minLength: 2, maxLength: 7 });
    const endings = [
      ...["", "s", "es", "ed", "ing", "ings", "ly", "ies", "ied", "tion", "tions", "ator", "e", "ee"],
      ...["y", "ity", "ities", "ll", "lled", "ily", "bly", "ie", "ue"],
    ];
    const anyWord = fc.tuple(letters, fc.constantFrom(...endings)).map((parts) => parts.join(""));
    fc.assert(
      fc.property(anyWord, fc.constantFrom(...endings), (word, ending) => {
        expect(stemOf(word)).toBe(modelStem(word));
        const other = stemOf(word) + ending;
        const isForm = other !== word && stemOf(other) === stemOf(word);
        expect(otherForms(word, (candidate) => candidate === other).includes(other)).toBe(isForm);
      }),
      { numRuns: 5000 },
    );
  });
});

// Feedback: which words are the subject of the first texts, and how much the others are on it.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feedbackOf, type Lexicon, TERMS_READ_MAX } from "../../../../src/engine/search/relevance-feedback.ts";
import { tokenize } from "../../../../src/engine/text/tokenizer.ts";
import { stemOf } from "../../../../src/engine/text/word-forms.ts";
import { modelLikeness } from "../../../support/model-relevance-feedback.ts";
import { modelStem } from "../../../support/model-stems.ts";
import { runs } from "../../../support/runs.ts";

/** A hundred entries of twenty terms; every word is in two of them but for those that are named. */
function lexicon(holders: Readonly<Record<string, number>> = {}): Lexicon {
  return {
    documentCount: 100,
    averageLength: 20,
    formsOf: (word) => [
      word,
      ...[`${word}s`, word.replace(/s$/, "")].filter((form) => form !== word && stemOf(form) === stemOf(word)),
    ],
    holdersOf: ([form]) => holders[stemOf(form!)] ?? 2,
  };
}

const alike = (texts: readonly string[], asked: readonly string[] = [], known = lexicon()) => [
  ...feedbackOf(
    texts.map((text) => tokenize(text)),
    asked,
    known,
  ),
];

/** Ten words that texts may have in common. */
const SUBJECT = "planner cache index segment posting snapshot tombstone recall token watermark";
/** A text on that, with words of its own. */
const on = (name: string) => `${SUBJECT} ${name}alpha ${name}beta ${name}gamma ${name}delta`;

describe("feedback", () => {
  it("is what the first have in common and the query does not say", () => {
    const texts = ["slow query planner", "slow join planner", "slow toast", "planner notes", "slow slow slow"];
    const [first, second, toast, planner, slow] = alike(texts, ["slow"]);
    expect(first).toBeGreaterThan(0);
    expect(second).toBeCloseTo(first!, 12);
    expect(planner).toBeGreaterThan(first!);
    expect([toast, slow]).toEqual([0, 0]);
  });

  it("is little where they have little in common", () => {
    expect(alike(["planner one", "planner two"])).toEqual([0.1, 0.1]);
    expect(alike(["planner cache one", "planner cache two"])).toEqual([0.2, 0.2]);
    expect(alike([on("a"), on("b")])).toEqual([1, 1]);
    expect(alike([`${on("a")} more words`, `${on("b")} more words`])).toEqual([1, 1]);
  });

  it("is little in a small base, of which the first are a part", () => {
    const small = { ...lexicon(), documentCount: 20 };
    for (const own of alike([on("a"), on("b")], [], small)) expect(own).toBeCloseTo(0.2, 12);
  });

  it("takes texts of one template, and copies, for one", () => {
    const check = (day: string) => `daily check ${day} queue empty backups fine alerts none dashboard green`;
    expect(alike([check("monday"), check("tuesday"), check("friday")])).toEqual([0, 0, 0]);
    // Beside another they are a source as others are.
    const [monday, tuesday, other] = alike([check("monday"), check("tuesday"), "queue dashboard workers starve"]);
    expect(monday).toBeGreaterThan(0);
    expect(tuesday).toBeCloseTo(monday!, 12);
    expect(other).toBeGreaterThan(monday!);
  });

  it("takes no word that one text has alone, no faint one, no single character, and no form of what was asked", () => {
    expect(alike(["alpha of the x", "beta of the x"])).toEqual([0, 0]);
    expect(alike(["planners query", "planner query"], ["planner", "queries"])).toEqual([0, 0]);
    expect(alike(["planners alpha", "the planner beta"])[0]).toBeGreaterThan(0);
  });

  it("looks for the subject in the first five, and finds it in all", () => {
    const texts = ["one", "two", "three", "four", "five planner", "six planner", "seven planner"];
    expect(alike(texts)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(alike(["planner one", ...texts.slice(1)])).toEqual([0.1, 0, 0, 0, 0.1, 0.1, 0.1]);
  });

  it("counts a word by the share of the text that it is", () => {
    const [short, other, long] = alike([on("a"), on("b"), `planner ${"padding ".repeat(200)}`]);
    expect([short, other]).toEqual([1, 1]);
    expect(long).toBeLessThan(0.1);
  });

  it("counts rare words more, and hardly what nearly all have", () => {
    const texts = ["rareness commoner", "rareness commoner", "rareness alpha", "commoner beta"];
    const [, , rare, common] = alike(texts, [], lexicon({ [stemOf("commoner")]: 99 }));
    expect(rare).toBeGreaterThan(20 * common!);
  });

  it("says nothing of a single text, of none, and of those that cannot be read", () => {
    expect(alike([])).toEqual([]);
    expect(alike(["planner planner"])).toEqual([0]);
    expect(alike(["", ""])).toEqual([0, 0]);
    expect(alike([on("a"), "", on("b")])).toEqual([1, 0, 1]);
  });

  it("is that of the model, whatever the texts are", () => {
    // More of them than a subject has.
    const many = Array.from(
      { length: 40 },
      (_, at) => `${"abcdefghij"[at % 10]}${"klmn"[at % 4]}orou${"pqrstvwxyz"[(at * 7) % 10]}`,
    );
    const odd = "planner planners planning query queries index indexes cache_key CacheKey slow the of x 日本語 検索 v2";
    const words = [...odd.split(" "), ...many];
    const text = fc
      .oneof(
        fc.array(fc.constantFrom(...odd.split(" ")), { maxLength: 12 }),
        fc.array(fc.constantFrom(...words), { minLength: 20, maxLength: 60, size: "max" }),
      )
      .map((chosen) => chosen.join(" "));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 9 }), fc.subarray(["planner", "queries", "slow"]), (texts, asked) => {
        const isSame = (a: string, b: string) =>
          a === b || (/^[a-z]{2,24}$/.test(a) && /^[a-z]{2,24}$/.test(b) && modelStem(a) === modelStem(b));
        const vocabulary = [...new Set(words.flatMap((word) => tokenize(word)))];
        const known: Lexicon = {
          documentCount: 100,
          averageLength: 7,
          formsOf: (word) => vocabulary.filter((other) => isSame(word, other)),
          holdersOf: ([form]) => 1 + (modelStem(form!).length % 60),
        };
        const expected = modelLikeness(texts, asked, {
          documentCount: 100,
          averageLength: 7,
          isSame,
          holdersOf: (term) => 1 + (modelStem(term).length % 60),
        });
        alike(texts, asked, known).forEach((own, at) => {
          expect(own).toBeCloseTo(expected[at]!, 12);
        });
      }),
      { numRuns: runs(100) },
    );
  });

  it("reads no more of a text than its beginning", () => {
    const long = `${"padding ".repeat(TERMS_READ_MAX)}planner`;
    expect(tokenize(long, TERMS_READ_MAX)).toHaveLength(TERMS_READ_MAX);
    expect(tokenize("cache_key planner", 1)).toEqual(["cache", "key", "cachekey"]);
  });
});

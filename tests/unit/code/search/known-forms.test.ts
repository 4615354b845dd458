// The terms of a query that something holds, and of the others their forms.

import { expect, test } from "vitest";
import { knownTerms } from "../../../../src/code/search/known-forms.ts";

const HELD = new Set(["cache", "delete", "deleted", "entry", "the"]);
const asked = (...terms: [string, number][]) => {
  const { terms: known, unknown } = knownTerms(new Map(terms), (term) => HELD.has(term));
  return { known: Object.fromEntries(known), unknown };
};

test("what is held counts as it is, in no other form", () => {
  expect(asked(["deleted", 1], ["entry", 0.4])).toEqual({ known: { deleted: 1, entry: 0.4 }, unknown: [] });
});

test("what is not held counts less, in each form that is", () => {
  expect(asked(["deletes", 1], ["caches", 0.5])).toEqual({
    known: { delete: 0.7, deleted: 0.7, cache: 0.35 },
    unknown: [],
  });
});

test("a form that the query says by itself keeps its weight", () => {
  expect(asked(["caches", 1], ["cache", 1])).toEqual({ known: { cache: 1 }, unknown: [] });
  expect(asked(["cache", 0.1], ["caches", 1])).toEqual({ known: { cache: 0.7 }, unknown: [] });
});

test("what is held in no form is unknown; words of grammar are never missed", () => {
  expect(asked(["zebras", 1], ["what", 0.1], ["the", 0.1])).toEqual({ known: { the: 0.1 }, unknown: ["zebras"] });
});

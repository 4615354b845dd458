// What a query about code looks for, and how much each of its words counts.

import { expect, test } from "vitest";
import { parseCodeQuery } from "../../../src/code/search/code-query.ts";

const weights = (text: string) => Object.fromEntries(parseCodeQuery(text).terms);

test("an identifier counts more than a word, its parts less, unless the query says them by themselves", () => {
  expect(weights("evict LruCache")).toEqual({ evict: 1, lru: 0.7, cache: 0.7, lrucache: 1.3 });
  expect(weights("cache LruCache").cache).toBe(1);
});

test("what is quoted counts more, stop words hardly, and what follows the first line less", () => {
  expect(weights("the `evict` order\nstale")).toEqual({ the: 0.1, evict: 1.5, order: 1, stale: 0.4 });
});

// Jaccard similarity of token sets.

import { expect, it } from "vitest";
import { jaccard } from "../../../../src/engine/text/similarity.ts";

it("is the share of tokens in common", () => {
  expect(jaccard(new Set(["a", "b", "c"]), new Set(["b", "c", "d"]))).toBe(0.5);
  expect(jaccard(new Set(["a"]), new Set(["a"]))).toBe(1);
  expect(jaccard(new Set(["a"]), new Set(["b", "c"]))).toBe(0);
  expect(jaccard(new Set(), new Set(["b"]))).toBe(0);
  expect(jaccard(new Set(), new Set())).toBe(0);
});

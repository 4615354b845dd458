// Whether two globs have a path in common: no if no path is in both, and yes for every path that is.

import fc from "fast-check";
import { expect, test } from "vitest";
import { globsOverlap } from "../../../src/plan/check/globs-overlap.ts";
import { isInDelta } from "../../../src/plan/guard/delta.ts";
import { runs } from "../../support/runs.ts";

const name = fc.constantFrom("a", "b", "ab", "ba");
const part = fc.constantFrom("a", "b", "ab", "*", "a*", "*b", "**");
const glob = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([parts, isFolder]) => parts.join("/") + (isFolder ? "/" : ""));

/** All paths of up to five names: two globs of two parts that overlap have one of these in common. */
const PATHS = (() => {
  const names = ["a", "b", "ab"];
  let last = names;
  const found = [...names];
  for (let depth = 2; depth <= 5; depth++) {
    last = last.flatMap((path) => names.map((each) => `${path}/${each}`));
    found.push(...last);
  }
  return found;
})();

test("a path in both globs means that they overlap; none among many means that they do not", () => {
  fc.assert(
    fc.property(glob, glob, (one, other) => {
      const isMet = PATHS.some((path) => isInDelta(path, [one]) && isInDelta(path, [other]));
      expect([one, other, globsOverlap(one, other)]).toEqual([one, other, isMet]);
      expect(globsOverlap(other, one)).toBe(isMet);
    }),
    { numRuns: runs(1500) },
  );
});

test("a path overlaps the globs that it is in", () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), glob, (names, each) => {
      const path = names.join("/");
      expect(globsOverlap(path, each)).toBe(isInDelta(path, [each]));
    }),
    { numRuns: runs(1500) },
  );
});

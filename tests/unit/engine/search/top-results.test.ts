// The best of many results are the beginning of all of them in order, those beyond a topic's share left out, however
// many are wanted.

import fc from "fast-check";
import { expect, test } from "vitest";
import { TopResults } from "../../../../src/engine/search/top-results.ts";

const MOST = 3;

const anyResults = fc.array(fc.record({ score: fc.integer({ min: 0, max: 40 }), topic: fc.nat(12) }), {
  maxLength: 600,
  size: "max",
});

test("the best are those that sorting all of them gives", () => {
  fc.assert(
    fc.property(anyResults, fc.constantFrom(1, 2, 10, 64, 65, 200), fc.boolean(), (results, limit, isCapped) => {
      const groupOf = (id: number) => results[id]!.topic;
      // Of equal scores the higher number is the newer one.
      const top = new TopResults(limit, (a, b) => b - a, isCapped ? { groupOf, most: MOST } : null);
      results.forEach(({ score }, id) => {
        if (score >= top.threshold) top.add(id, score);
      });
      const inOrder = results.map((_, id) => id).sort((a, b) => results[b]!.score - results[a]!.score || b - a);
      const shown = new Map<number, number>();
      const expected = inOrder.filter((id) => {
        const count = (shown.get(groupOf(id)) ?? 0) + 1;
        shown.set(groupOf(id), count);
        return !isCapped || count <= MOST;
      });
      const { ids, scores } = top.finish();
      expect(ids).toEqual(expected.slice(0, limit));
      expect(scores).toEqual(ids.map((id) => results[id]!.score));
    }),
  );
});

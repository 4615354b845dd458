// Near-duplicates against comparing every entry with every newer one.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Compared, nearDuplicates } from "../../../../src/features/topics/near-duplicates.ts";
import { runs } from "../../../support/runs.ts";

const noTurn = async () => {};

function similarity(a: Compared, b: Compared): number {
  const other = new Set(b.tokens);
  const shared = [...a.tokens].filter((token) => other.has(token)).length;
  return shared / (a.tokens.length + b.tokens.length - shared);
}

/** Each entry's similarity with the newer one that it repeats; null for one that stays. */
function naive(entries: readonly Compared[]): (number | null)[] {
  const result: (number | null)[] = entries.map(() => null);
  const kept: Compared[] = [];
  for (let position = entries.length - 1; position >= 0; position--) {
    const entry = entries[position]!;
    const comparable = kept.filter(({ scope }) => scope === entry.scope);
    const alike = comparable
      .filter((other) => Math.min(entry.tokens.length, other.tokens.length) >= 6)
      .map((other) => similarity(entry, other))
      .filter((value) => value > 0.7);
    const isSame = comparable.some(({ hash }) => hash === entry.hash);
    if (isSame) result[position] = 1;
    else if (alike.length > 0) result[position] = Math.max(...alike);
    else kept.push(entry);
  }
  return result;
}

/** Entries of few words, so that many are alike; equal sets have equal texts. */
const entries = fc.array(
  fc
    .record({ tokens: fc.uniqueArray(fc.nat(11), { maxLength: 12 }), scope: fc.constantFrom(0, 0, 0, 1) })
    .map(
      ({ tokens, scope }): Compared => ({ tokens: Uint32Array.from(tokens), scope, hash: tokens.toSorted().join(" ") }),
    ),
  { maxLength: 40 },
);

test("are those that comparing all with all finds", async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (all) => {
      const { pairs, isWhole } = await nearDuplicates(all, noTurn);
      expect(isWhole).toBe(true);
      const found: (number | null)[] = all.map(() => null);
      const repeated = new Set(pairs.map(({ duplicate }) => duplicate));
      for (const { kept, duplicate, similarity: alike } of pairs) {
        found[duplicate] = alike;
        expect(kept).toBeGreaterThan(duplicate);
        expect(repeated.has(kept)).toBe(false);
        expect(all[kept]!.scope).toBe(all[duplicate]!.scope);
        if (alike < 1) expect(similarity(all[kept]!, all[duplicate]!)).toBeCloseTo(alike, 10);
      }
      expect(found).toEqual(naive(all));
    }),
    { numRuns: runs(400) },
  );
});

test("stop where there are too many candidates, and say so", async () => {
  // All sets of six of ten tokens: none is rare, and each is found for many others.
  const sets = Array.from({ length: 1 << 10 }, (_, bits) =>
    Array.from({ length: 10 }, (_bit, token) => token).filter((token) => bits & (1 << token)),
  ).filter(({ length }) => length === 6);
  const all = sets.map((tokens): Compared => ({ tokens: Uint32Array.from(tokens), scope: 0, hash: tokens.join() }));
  const whole = await nearDuplicates(all, noTurn);
  expect(whole.isWhole).toBe(true);
  const cut = await nearDuplicates(all, noTurn, 100);
  expect(cut.isWhole).toBe(false);
  expect(cut.pairs.length).toBeLessThan(whole.pairs.length);
  expect(whole.pairs.slice(0, cut.pairs.length)).toEqual(cut.pairs);
});

test("compare all of many entries whose common words many share", async () => {
  // Few words are common, most are rare, as in a language; 20 to 79 words an entry.
  let state = 12345;
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  const word = () => Math.floor(3000 ** (random(1_000_000) / 1_000_000));
  const all = Array.from({ length: 20_000 }, (_, at): Compared => {
    const tokens = new Set(Array.from({ length: 20 + random(60) }, word));
    return { tokens: Uint32Array.from(tokens), scope: 0, hash: String(at) };
  });
  const { pairs, isWhole } = await nearDuplicates([...all, { ...all[7]!, hash: "again" }], noTurn);
  expect(isWhole).toBe(true);
  expect(pairs).toEqual([{ kept: all.length, duplicate: 7, similarity: 1 }]);
});

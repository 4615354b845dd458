// The passes of the compression on made-up entries, against naive versions of themselves.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jaccard } from "../../../../src/engine/text/similarity.ts";
import { temporalChains } from "../../../../src/features/brief/chains.ts";
import type { BriefEntry } from "../../../../src/features/brief/entry.ts";
import { mergeIdentical } from "../../../../src/features/brief/merge-identical.ts";
import { currentVersion, markSuperseded } from "../../../../src/notes/duplicates/supersession.ts";
import type { NoteIndex } from "../../../../src/notes/index/note-index.ts";
import { runs } from "../../../support/runs.ts";

const DAY = 1440;

function entry(id: number, topic: string, text: string, minutes = 0): BriefEntry {
  return {
    id,
    document: { topic } as BriefEntry["document"],
    minutes,
    relevance: 0,
    isStale: false,
    body: text,
    text,
    links: [],
    categories: 0,
    isLinked: false,
    copies: [],
    supersededBy: null,
    supersedes: [],
  };
}

/** As much of an index as chains ask for: `frequency` entries of 1,000 hold a word. */
const indexWith = (frequency: (word: string) => number) =>
  ({ liveCount: 1000, documentFrequency: frequency, compare: (a: number, b: number) => a - b }) as unknown as NoteIndex;

describe("identical texts", () => {
  it("are merged into the first, white space around them aside", () => {
    const entries = [entry(0, "a", "text"), entry(1, "b", "other"), entry(2, "b", " text\n"), entry(3, "a", "text")];
    expect(mergeIdentical(entries).map(({ id }) => id)).toEqual([0, 1]);
    expect(entries[0]!.copies.map(({ id }) => id)).toEqual([2, 3]);
  });

  it("are not those of entries without text", () => {
    expect(mergeIdentical([entry(0, "a", ""), entry(1, "b", "")])).toHaveLength(2);
  });
});

describe("supersession", () => {
  it("finds what comparing every pair finds", () => {
    const word = fc.constantFrom(..."alpha bravo charlie delta echo foxtrot golf hotel".split(" "));
    const text = fc.array(word, { minLength: 1, maxLength: 8 });
    const days = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, days), { maxLength: 14 }), (made) => {
        const entries = made.map(([words, day], id) => entry(id, "engine", words.join(" "), day * DAY));
        markSuperseded(entries);
        const oldestFirst = entries.toSorted((a, b) => a.minutes - b.minutes);
        for (const [at, older] of oldestFirst.entries()) {
          const words = new Set(older.text.split(" "));
          const naive = oldestFirst.slice(at + 1).find((newer) => {
            const others = new Set(newer.text.split(" "));
            const isLong = words.size >= 4 && others.size >= 4;
            return isLong && newer.minutes - older.minutes >= 2 * DAY && jaccard(words, others) >= 0.6;
          });
          expect(older.supersededBy?.minutes).toBe(naive?.minutes);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("is found at 0.60 and at two days, and not below", () => {
    // Three of five, and three of six words.
    const cases: [string, string, number, boolean][] = [
      ["alpha bravo charlie delta", "alpha bravo charlie echo", 2 * DAY, true],
      ["alpha bravo charlie delta", "alpha bravo charlie echo foxtrot", 2 * DAY, false],
      ["alpha bravo charlie delta", "alpha bravo charlie echo", 2 * DAY - 1, false],
    ];
    for (const [older, newer, minutes, expected] of cases) {
      const entries = [entry(0, "engine", older), entry(1, "engine", newer, minutes)];
      markSuperseded(entries);
      expect(entries[0]!.supersededBy === entries[1]).toBe(expected);
      expect(entries[1]!.supersededBy).toBeNull();
    }
  });

  it("leads along several versions to the newest", () => {
    const entries = [0, 1, 2].map((version) =>
      entry(version, "engine", `alpha bravo charlie v${version}x`, 3 * version * DAY),
    );
    markSuperseded(entries);
    expect(entries.map(({ supersededBy }) => supersededBy?.id)).toEqual([1, 2, undefined]);
    expect(currentVersion(entries[0]!)).toBe(entries[2]);
  });

  it("goes through hundreds of versions of one text without comparing for long", () => {
    const entries = Array.from({ length: 200 }, (_, id) =>
      entry(id, "engine", `alpha bravo charlie delta echo n${id}`, id * DAY),
    );
    markSuperseded(entries);
    expect(entries.map(({ supersededBy }) => supersededBy?.id)).toEqual(
      entries.map(({ id }) => (id < 198 ? id + 2 : undefined)),
    );
  });
});

describe("temporal chains", () => {
  it("takes the rarer of two keywords that lead as many entries", () => {
    const entries = [0, 1, 2].map((id) => entry(id, "engine", `file watermark n${id}`));
    const chains = temporalChains(
      entries,
      indexWith((word) => (word === "file" ? 500 : 3)),
    );
    expect(chains).toEqual([{ topic: "engine", keyword: "watermark", entries }]);
  });

  it("prefers a keyword of many entries to one of few where both are common", () => {
    const texts = ["cache pool", "cache pool", "cache pool", "cache", "cache"];
    const chains = temporalChains(
      texts.map((text, id) => entry(id, "engine", text)),
      indexWith(() => 500),
    );
    expect(chains.map(({ keyword, entries }) => [keyword, entries.length])).toEqual([["cache", 5]]);
  });

  it("puts an entry in one chain, and orders it by place", () => {
    const texts = ["rare alpha", "rare alpha", "rare", "alpha", "alpha", "alpha"];
    const entries = texts.map((text, at) => entry(10 - at, "engine", text));
    const chains = temporalChains(
      entries,
      indexWith((word) => (word === "rare" ? 3 : 900)),
    );
    expect(chains.map((chain) => [chain.keyword, chain.entries.map(({ id }) => id)])).toEqual([
      ["rare", [8, 9, 10]],
      ["alpha", [5, 6, 7]],
    ]);
  });

  it("looks at the first line only, and takes the topic's own name last", () => {
    const entries = [0, 1, 2].map((id) => entry(id, "engine", `\nengine pool n${id}\nwatermark`));
    const chains = temporalChains(
      entries,
      indexWith((word) => (word === "pool" ? 200 : 3)),
    );
    expect(chains.map(({ keyword }) => keyword)).toEqual(["pool"]);
    const alone = temporalChains(
      [0, 1, 2].map((id) => entry(id, "engine", `engine n${id}`)),
      indexWith(() => 3),
    );
    expect(alone.map(({ keyword }) => keyword)).toEqual(["engine"]);
  });

  it.each(["42 100", "is of at", "the for and", "which about"])("finds no keyword in %j", (text) => {
    const entries = [0, 1, 2].map((id) => entry(id, "engine", text));
    expect(
      temporalChains(
        entries,
        indexWith(() => 3),
      ),
    ).toEqual([]);
  });
});

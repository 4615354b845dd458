// However few results are wanted, and however little of the lists was looked at for them, they are the first of those
// that scoring everything gives: over long lists of common and rare words, base and delta, deleted entries, filters,
// the cap, any order of time and any judgements.

import fc from "fast-check";
import { expect, it } from "vitest";
import { REORDERED } from "../../src/engine/search/reordering.ts";
import type { Result } from "../../src/engine/search/searcher.ts";
import { effectiveness } from "../../src/events/log/judgements.ts";
import { parseQuery } from "../../src/notes/search/note-query.ts";
import { type NoteResults, type SearchRequest, TOPIC_RESULTS_MAX } from "../../src/notes/search/note-search.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { type ModelEntry, type ModelRequest, NaiveModel } from "../support/model.ts";
import { randomNumbers } from "../support/random-log.ts";
import { isThorough, runs } from "../support/runs.ts";

const ENTRIES = 1400;
const WORDS =
  "every most many some linker linkers CachedEntry cached caches the entry rare_word rare arm64 日本語 検索 語 once".split(
    " ",
  );
const DAY = 1440;

interface World {
  readonly view: KnowledgeView;
  readonly model: NaiveModel;
  readonly entryOf: ReadonlyMap<number, ModelEntry>;
}

/** A knowledge base of many entries, the first `merged` of them in the base, every `deletedEvery`th deleted. */
async function worldOf(seed: number, merged: number, deletedEvery: number, isAged: boolean): Promise<World> {
  const next = randomNumbers(seed);
  const model = new NaiveModel();
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const notes = Array.from({ length: ENTRIES }, (_, at) => {
    const words = Array.from({ length: 3 + next(12) }, () => {
      // The first words are in most entries, the last in few.
      const word = WORDS[Math.floor(WORDS.length * (next(1000) / 1000) ** 2.5)]!;
      return next(8) === 0 ? `\n${word}` : word;
    });
    const age = isAged ? (ENTRIES - at) * 100 + next(5 * DAY) : next(3);
    return model.add(
      `topic-${Math.floor(40 * (next(1000) / 1000) ** 2)}`,
      {
        text: `note ${words.join(" ")}`,
        tags: [...(next(3) === 0 ? ["gotcha"] : []), ...(next(4) === 0 ? ["invariant"] : [])],
        source: next(4) === 0 ? "src/cache.ts:4" : null,
        confidence: next(5) === 0 ? 0.5 : 1,
        projects: next(3) === 0 ? ["me/app"] : [],
      },
      NOW_MINUTES - age,
    );
  });
  const additions = notes.map(({ topic, body, minutes }) => ({ kind: "add" as const, topic, body, minutes }));
  const first = merged > 0 ? await base.change(() => additions.slice(0, merged)) : { added: [] };
  if (merged > 0) await base.mergeNow();
  const second = await base.change(() => additions.slice(merged));
  const ids = [...first.added, ...second.added];
  const deleted = ids.filter((_, at) => deletedEvery > 0 && at % deletedEvery === 0);
  await base.change(() => deleted.map((id) => ({ kind: "delete" as const, id })));
  const gone = new Set(deleted);
  ids.forEach((id, at) => {
    if (gone.has(id)) model.remove(notes[at]!.place);
  });
  return { view: await base.view(), model, entryOf: new Map(ids.map((id, at) => [id, notes[at]!])) };
}

const anyRequest = fc.record({
  words: fc.oneof(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")),
    fc.constantFrom("", "every most", "every once", "rare linker", "CachedEntry every", "nowhere every"),
  ),
  mode: fc.constantFrom("and" as const, "or" as const, "ranked" as const),
  limit: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0, 1, 3, 10) }, { weight: 1, arbitrary: fc.nat(ENTRIES) }),
  diverse: fc.boolean(),
  ownProject: fc.constantFrom(null, "me/app"),
  recency: fc.boolean(),
  filter: fc.constantFrom("none", "none", "tag", "topic", "source", "date", "project"),
  staleSources: fc.constantFrom<string[]>([], ["src/cache.ts:4"]),
  // What was judged, and of which part of the entries.
  judged: fc.option(
    fc.record({
      every: fc.integer({ min: 1, max: 9 }),
      counts: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 5 }),
    }),
  ),
});

/** What was judged of entries, by place: of every so-many-th one, the counts in turn. */
function judgedOf(judged: { every: number; counts: [number, number][] } | null): Map<number, [number, number]> {
  const all = Array.from({ length: judged === null ? 0 : ENTRIES }, (_, place) => place);
  return new Map(
    all.flatMap((place) =>
      place % judged!.every > 0 ? [] : [[place, judged!.counts[place % judged!.counts.length]!]],
    ),
  );
}

function check({ view, model, entryOf }: World, wanted: typeof anyRequest extends fc.Arbitrary<infer T> ? T : never) {
  const { filter, ownProject, mode, diverse, limit, words, staleSources, recency } = wanted;
  const judged = judgedOf(wanted.judged);
  const filters = {
    tags: filter === "tag" ? ["gotcha"] : [],
    topics: filter === "topic" ? ["topic-0", "topic-7"] : [],
    sources: filter === "source" ? ["cache.ts"] : [],
    from: filter === "date" ? NOW_MINUTES - 30 * DAY : null,
    to: null,
  };
  const project = filter === "project" ? "me/app" : null;
  const fixed = { mode, recency, nowMinutes: NOW_MINUTES };
  const asked: ModelRequest = { words, ...filters, project, ownProject, staleSources, judged, ...fixed };
  const request: SearchRequest = {
    query: parseQuery(words),
    filter: { ...filters, project: project === null ? null : (keys) => keys.includes(project) },
    ...fixed,
    diverse: false,
    limit: ENTRIES,
    ownProject: ownProject === null ? null : (keys) => keys.includes(ownProject),
    isStale: (id) => staleSources.includes(entryOf.get(id)?.source ?? ""),
    judged:
      wanted.judged === null
        ? undefined
        : (id) => {
            const counts = judged.get(entryOf.get(id)?.place ?? -1);
            return counts && effectiveness({ helped: counts[0], misled: counts[1] });
          },
    // First the order by the words alone.
    textOf: () => null,
  };
  const expected = model.search(asked);
  const results = view.search(request);
  const all = [...results.ordered()];
  expect(new Set(all.map(({ id }) => entryOf.get(id)!.place))).toEqual(new Set(expected.scores.keys()));
  expect([all.length, results.total, results.fellBack, results.whole]).toEqual([
    expected.scores.size,
    expected.scores.size,
    expected.fellBack,
    expected.whole ?? null,
  ]);
  for (const { id, score } of all) expect(score).toBeCloseTo(expected.scores.get(entryOf.get(id)!.place)!, 9);
  const compare = (a: Result, b: Result) => {
    const [left, right] = [entryOf.get(a.id)!, entryOf.get(b.id)!];
    return b.score - a.score || right.minutes - left.minutes || right.place - left.place;
  };
  expect(all).toEqual(all.toSorted(compare));

  const perTopic = new Map<string, number>();
  const capped = all.filter(({ id }) => {
    const { topic } = entryOf.get(id)!;
    perTopic.set(topic, (perTopic.get(topic) ?? 0) + 1);
    return !diverse || perTopic.get(topic)! <= TOPIC_RESULTS_MAX;
  });
  const best = view.search({ ...request, diverse, limit });
  expect([best.total, best.heldBack, best.fellBack]).toEqual([
    results.total,
    results.total - capped.length,
    results.fellBack,
  ]);
  expect(best.topicCounts()).toEqual(perTopic);
  expect([...best.ordered(limit)]).toEqual(capped.slice(0, limit));
  // Whoever takes more than was said gets them.
  expect([...best.ordered()]).toEqual(capped);
  const first = expected.reordered(capped.slice(0, REORDERED).map(({ id }) => entryOf.get(id)!.place));
  checkReordered(view.search({ ...request, diverse, limit, textOf: undefined }), limit, capped, (at, { id, score }) =>
    at < REORDERED ? (first?.get(entryOf.get(id)!.place) ?? null) : score,
  );
}

/**
 * The first twenty are in the order of what they have together with what they gain by their texts, and each score is
 * explained. `scoreOf` says what a score has to be, null where that is not sure.
 */
function checkReordered(
  near: NoteResults,
  limit: number,
  plain: readonly Result[],
  scoreOf: (at: number, result: Result) => number | null,
): void {
  const first = [...near.ordered(limit)];
  const listed = [...near.ordered()];
  expect(first).toEqual(listed.slice(0, limit));
  expect(listed.slice(REORDERED)).toEqual(plain.slice(REORDERED));
  expect(listed.length).toBe(plain.length);
  const scores = new Map(plain.map((result, at) => [result.id, scoreOf(at, result)]));
  for (const { id, score } of listed) expect(score).toBeCloseTo(scores.get(id) ?? score, 9);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  // Of equal ones those of the same gain are in the order that they had.
  const rankOf = new Map(plain.map(({ id }, at) => [id, at]));
  listed.slice(1).forEach(({ id, score }, at) => {
    const before = listed[at]!;
    expect(before.score).toBeGreaterThanOrEqual(score);
    const [left, right] = [rankOf.get(before.id)!, rankOf.get(id)!];
    if (before.score === score && plain[left]!.score === plain[right]!.score) expect(left).toBeLessThan(right);
  });
  const explained = listed.slice(0, REORDERED + 4);
  const explanations = near.explain(explained);
  for (const { id, score } of explained) expect(explanations.get(id)?.score ?? 0).toBeCloseTo(score, 9);
}

const WORLDS = [
  { merged: ENTRIES, deletedEvery: 3, isAged: true },
  { merged: ENTRIES - 500, deletedEvery: 5, isAged: false },
  { merged: 0, deletedEvery: 7, isAged: true },
  { merged: ENTRIES, deletedEvery: 0, isAged: false },
  { merged: ENTRIES - 300, deletedEvery: 0, isAged: true },
];
/** Those with deletions hold all that the others hold. */
it.each(WORLDS.slice(0, isThorough ? 5 : 3))(
  "gives the first of all results, $merged merged, one of $deletedEvery deleted, aged: $isAged",
  async (options) => {
    const world = await worldOf(options.merged + 1, options.merged, options.deletedEvery, options.isAged);
    fc.assert(
      fc.property(anyRequest, (request) => check(world, request)),
      { numRuns: runs(60) },
    );
  },
);

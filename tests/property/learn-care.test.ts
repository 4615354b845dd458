// The care for lessons against naive models: which lessons are reached along relations, what relations of merged lessons
// add up to, which lessons are duplicates, and what merging, archiving and undo leave.

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { jaccard } from "../../src/engine/text/similarity.ts";
import { contentTokens } from "../../src/engine/text/tokenizer.ts";
import { EDGE_KINDS } from "../../src/events/log/event-types.ts";
import { type Edge, edgeKey, judgedOf } from "../../src/events/log/judgements.ts";
import { reachedFrom, unitedEdges } from "../../src/features/learn/lesson-graph.ts";
import { lessonPairs } from "../../src/features/learn/lesson-pairs.ts";
import { parseEntryText } from "../../src/notes/text/entry-text.ts";
import { CareWorld } from "../support/lesson-care.ts";
import { runs } from "../support/runs.ts";

const RUNS = runs(40);
const NAMES = "abcdefgh";
const name = fc.constantFrom(...NAMES);
const edge = fc.record({
  from: name,
  to: name,
  kind: fc.constantFrom(...EDGE_KINDS),
  weight: fc.constantFrom(0.25, 0.5, 1, 2, 5),
});

function edgesOf(list: readonly Edge[]): { edges: Map<string, Edge> } {
  const edges = new Map<string, Edge>();
  for (const each of list) {
    if (each.from === each.to) continue;
    const key = edgeKey(each.from, each.to, each.kind);
    const known = edges.get(key);
    if (known === undefined) edges.set(key, { ...each });
    else known.weight += each.weight;
  }
  return { edges };
}

/** Every path without a lesson twice, by trying all. */
function allPaths(
  edges: readonly Edge[],
  start: string,
  hopsMax: number,
): { end: string; hops: number; score: number }[] {
  const found: { end: string; hops: number; score: number }[] = [];
  const go = (at: string, seen: string, score: number) => {
    if (seen.length - 1 === hopsMax) return;
    for (const { from, to, weight } of edges) {
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        if (one !== at || seen.includes(other)) continue;
        const next = (score * 0.5 * weight) / (weight + 1);
        found.push({ end: other, hops: seen.length, score: next });
        go(other, seen + other, next);
      }
    }
  };
  go(start, start, 1);
  return found;
}

it("reaches each lesson once, by the fewest hops and the best of such paths, as trying all paths does", () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 14 }), fc.integer({ min: 1, max: 4 }), (list, hopsMax) => {
      const edges = [...edgesOf(list).edges.values()];
      const paths = allPaths(edges, "a", hopsMax);
      const reached = reachedFrom(edges, "a", hopsMax);
      expect(reached.map(({ id }) => id).toSorted()).toEqual([...new Set(paths.map(({ end }) => end))].toSorted());
      for (const { id, score, path } of reached) {
        const own = paths.filter(({ end }) => end === id);
        const hops = Math.min(...own.map((each) => each.hops));
        expect(path).toHaveLength(hops);
        expect(score).toBeCloseTo(Math.max(...own.filter((each) => each.hops === hops).map((each) => each.score)), 12);
        expect([path[0]!.from, path.at(-1)!.to]).toEqual(["a", id]);
        path.slice(1).forEach((hop, at) => {
          expect(hop.from).toBe(path[at]!.to);
        });
      }
      const scores = reached.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }),
  );
});

it("does not depend on the order in which relations were written", () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 14 }), fc.array(fc.nat(), { maxLength: 14 }), (list, keys) => {
      const mixed = list
        .map((each, at) => ({ each, key: keys[at] ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ each }) => each);
      const reach = (from: readonly Edge[]) =>
        reachedFrom([...edgesOf(from).edges.values()], "a", 3).map(({ id, path }) => [
          id,
          path.map(({ from: at }) => at),
        ]);
      expect(reach(mixed)).toEqual(reach(list));
    }),
  );
});

it("unites colliding relations of merged lessons: weights add up, none leads to itself, none is lost but with its note", () => {
  const merges = fc.array(fc.constantFrom<string | null>(...NAMES, null), {
    minLength: NAMES.length,
    maxLength: NAMES.length,
  });
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 20 }), merges, (list, targets) => {
      const idOf = (id: string) => targets[NAMES.indexOf(id)] ?? null;
      const { edges, lost } = unitedEdges(edgesOf(list), idOf);
      const naive = new Map<string, number>();
      for (const { from, to, kind, weight } of list) {
        const [first, second] = [idOf(from), idOf(to)];
        if (from === to || first === null || second === null || first === second) continue;
        const ends = kind === "similar" || kind === "co_occurs" ? [first, second].toSorted() : [first, second];
        const key = `${kind} ${ends.join(" ")}`;
        naive.set(key, (naive.get(key) ?? 0) + weight);
      }
      expect(new Map(edges.map(({ from, to, kind, weight }) => [edgeKey(from, to, kind), weight]))).toEqual(naive);
      const gone = [...edgesOf(list).edges.values()].filter(({ from, to }) => idOf(from) === null || idOf(to) === null);
      expect(lost).toBe(gone.length);
    }),
  );
});

const words = fc.uniqueArray(fc.constantFrom(..."socket cache linker tenant ledger widget packet".split(" ")), {
  minLength: 0,
  maxLength: 6,
});
const lesson = fc.record({
  kind: fc.constantFrom("failure" as const, "pattern" as const),
  said: words.map((all) => (all.length === 0 ? "of the" : all.join(" "))),
  detail: fc.constantFrom("", "", "", " 1", " 2", " never", " never 2", " E0308", " E0382"),
  entry: fc.record({ projects: fc.constantFrom<string[]>([], ["a/api", "one"], ["two", "A/api"], ["b/api"]) }),
});

it("finds the duplicates that comparing each lesson with each better one finds", async () => {
  const projectOf = (keys: readonly string[]) => (keys.length === 0 ? "" : keys.includes("b/api") ? "b" : "a");
  await fc.assert(
    fc.asyncProperty(fc.array(lesson, { maxLength: 25 }), async (given) => {
      const lessons = given.map((each) => ({ ...each, trigger: each.said + each.detail }));
      const { pairs } = await lessonPairs(lessons, new Map(), async () => {});
      const kept: number[] = [];
      const naive: [duplicate: number, kept: number][] = [];
      lessons.forEach((each, at) => {
        const likeness = (other: number) => {
          const [one, two] = [contentTokens(each.trigger), contentTokens(lessons[other]!.trigger)];
          return one.size + two.size === 0 ? 1 : jaccard(one, two);
        };
        const best = kept
          .filter(
            (other) =>
              lessons[other]!.kind === each.kind &&
              lessons[other]!.detail === each.detail &&
              projectOf(lessons[other]!.entry.projects) === projectOf(each.entry.projects) &&
              likeness(other) >= 0.7,
          )
          .toSorted((a, b) => likeness(b) - likeness(a) || a - b)[0];
        if (best === undefined) kept.push(at);
        else naive.push([at, best]);
      });
      expect(pairs.map((pair) => [pair.duplicate, pair.kept])).toEqual(naive);
    }),
  );
});

it("merging and archiving lose no resolution and no judgement, and undo brings back what was there", async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("put" as const), trigger: fc.nat(3), resolution: fc.nat(5) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("judge" as const), pick: fc.nat(20), ok: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("relate" as const),
        pick: fc.nat(20),
        other: fc.nat(20),
        kind: fc.constantFrom(...EDGE_KINDS),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("consolidate" as const, "prune" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("archive" as const), pick: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("undo" as const) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const world = new CareWorld();
      const ids: string[] = [];
      const said = new Map<string, string>();
      /** What there was before each change that undo may take back. */
      const before: string[][] = [];
      for (const each of steps) {
        if (each.do === "put") {
          const resolution = `way ${each.resolution}`;
          before.push(await world.stored());
          const [id] = await world.put({ trigger: `case ${"abcd"[each.trigger]} of many`, resolution });
          ids.push(id!);
          said.set(id!, resolution);
        } else if (each.do === "judge" && ids.length > 0) {
          world.judge(ids[each.pick % ids.length]!, Number(each.ok), Number(!each.ok));
        } else if (each.do === "relate" && ids.length > 0) {
          const [from, to] = [ids[each.pick % ids.length], ids[each.other % ids.length]];
          await world.say("relate", { from, to, kind: each.kind }).catch((error: Error) => {
            expect(error.message).toMatch(/same lesson|is archived/);
          });
        } else if (each.do === "consolidate" || each.do === "prune" || (each.do === "archive" && ids.length > 0)) {
          const now = await world.stored();
          const values = each.do === "archive" ? { ids: ids[each.pick % ids.length] } : {};
          await world.say(each.do, values);
          expect(await world.stored()).toEqual(now);
          await world.say(each.do, { ...values, apply: true });
          if ((await world.stored()).join() !== now.join()) before.push(now);
        } else if (each.do === "undo" && before.length > 0) {
          await world.undo();
          const now = before.pop()!;
          expect(await world.stored()).toEqual(now);
          const left = new Set((await world.bodies()).keys());
          const aliases = new Set(now.flatMap((body) => parseEntryText(body).aliases));
          ids.splice(0, ids.length, ...ids.filter((id) => left.has(id) || aliases.has(id)));
        }
        await checkNothingLost(world, ids, said);
      }
    }),
    { numRuns: RUNS },
  );
}, 120_000);

/** Each id leads to a note that has its resolution, and what is judged of all notes is what is judged of all ids. */
async function checkNothingLost(
  world: CareWorld,
  ids: readonly string[],
  said: ReadonlyMap<string, string>,
): Promise<void> {
  const view = await world.base.view();
  const judgements = world.one.judgements.read();
  const sum = { helped: 0, misled: 0 };
  const own = new Set<string>();
  for (const id of ids) {
    const document = view.findNote(id)!;
    own.add(view.noteId(document));
    expect(
      view
        .body(document)!
        .split(/^(?:resolution|or): /m)
        .map((each) => each.split("\n")[0]),
    ).toContain(said.get(id));
  }
  for (const [id, body] of await world.bodies()) {
    if (!own.has(id)) continue;
    const { helped, misled } = judgedOf(judgements, [id, ...parseEntryText(body).aliases]);
    sum.helped += helped;
    sum.misled += misled;
  }
  const naive = judgedOf(judgements, ids);
  expect(sum).toEqual({ helped: naive.helped, misled: naive.misled });
}

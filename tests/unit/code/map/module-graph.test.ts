// Dependencies between modules and their cycles.

import fc from "fast-check";
import { expect, test } from "vitest";
import { moduleCycles, moduleEdges } from "../../../../src/code/map/module-graph.ts";

const module = (name: string, ...paths: string[]) => ({
  name,
  files: paths.map((path) => ({ path, language: "typescript" as const, lines: 1 })),
  lines: paths.length,
});

test("links between files are summed up; those inside of a module, and of files in none, are left out", () => {
  const modules = [module("a", "a/1", "a/2"), module("b", "b/1"), module("c", "c/1")];
  const uses = new Map([
    ["a/1", new Set(["a/2", "b/1", "x"])],
    ["a/2", new Set(["b/1", "c/1"])],
    ["c/1", new Set(["a/1"])],
    ["x", new Set(["a/1"])],
  ]);
  expect(moduleEdges(modules, uses)).toEqual([
    { from: 0, to: 1, links: 2 },
    { from: 0, to: 2, links: 1 },
    { from: 2, to: 0, links: 1 },
  ]);
});

test("a cycle has a shortest way and all modules that reach each other", () => {
  const edges = [
    [0, 1],
    [1, 2],
    [2, 0],
    [1, 0],
    [3, 4],
    [4, 4],
  ].map(([from, to]) => ({ from: from!, to: to!, links: 1 }));
  expect(moduleCycles(5, edges.slice(0, 5))).toEqual([{ members: [0, 1, 2], way: [0, 1] }]);
  expect(moduleCycles(2, [])).toEqual([]);
});

test("in any graph: members reach each other, ways are ways, and who is in no cycle does not come back", () => {
  const size = 8;
  const place = fc.nat(size - 1);
  const pairs = fc.array(fc.tuple(place, place), { maxLength: 20 });
  fc.assert(
    fc.property(pairs, (given) => {
      const edges = given.filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to, links: 1 }));
      const reaches = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
      for (const { from, to } of edges) reaches[from]![to] = true;
      for (let via = 0; via < size; via++)
        for (let from = 0; from < size; from++)
          for (let to = 0; to < size; to++) reaches[from]![to] ||= reaches[from]![via]! && reaches[via]![to]!;
      const cycles = moduleCycles(size, edges);
      const inCycles = cycles.flatMap(({ members }) => members);
      expect(inCycles.toSorted()).toEqual(Array.from({ length: size }, (_, at) => at).filter((at) => reaches[at]![at]));
      for (const { members, way } of cycles) {
        for (const a of members) for (const b of members) expect(reaches[a]![b]).toBe(true);
        for (const [at, from] of way.entries()) {
          const to = way[(at + 1) % way.length]!;
          expect(edges.some((edge) => edge.from === from && edge.to === to)).toBe(true);
        }
      }
    }),
  );
});

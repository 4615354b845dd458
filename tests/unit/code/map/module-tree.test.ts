// Modules: each file is in one, there are not too many, and they are what a reader would name.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Language } from "../../../../src/code/languages.ts";
import { modulesOf, type SizedFile } from "../../../../src/code/map/module-tree.ts";
import { runs } from "../../../support/runs.ts";

/** Files by path, with their numbers of lines. */
function files(sizes: Readonly<Record<string, number>>, language: Language = "typescript"): SizedFile[] {
  return Object.entries(sizes).map(([path, lines]) => ({ path, language, lines }));
}

const named = (given: readonly SizedFile[], most: number) =>
  modulesOf(given, most).map(({ name, lines }) => `${name} ${lines}`);

describe("what is a module", () => {
  test("folders, the largest first; what lies beside them; a folder on the way has no module", () => {
    const sizes = { "lib/src/a/x.ts": 50, "lib/src/a/y.ts": 30, "lib/src/b/x.ts": 100, "lib/src/main.ts": 20 };
    expect(named(files(sizes, "go"), 10)).toEqual(["lib/src/b/x.ts 100", "lib/src/a 80", "lib/src/* 20"]);
  });

  test("large folders are divided, small ones stand together", () => {
    const folders = Object.fromEntries(
      [900, 800, 700, 60, 50, 40, 30, 5].map((lines, at) => [`src/m${at}/a/x.go`, lines]),
    );
    const parts = named(files({ ...folders, "src/m0/b/y.go": 850 }, "go"), 9);
    expect(parts).toEqual([
      "src/m0/a/x.go 900",
      "src/m0/b/y.go 850",
      "src/m1/a/x.go 800",
      "src/m2/a/x.go 700",
      "src/m3/a/x.go 60",
      "src/m4/a/x.go 50",
      "src/m5/a/x.go 40",
      "src/* 35",
    ]);
  });

  test("a folder of many alike is not divided into some of them", () => {
    const alike = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`src/parts/p${at}/x.go`, 100]));
    expect(named(files({ ...alike, "src/core/x.go": 500 }, "go"), 10)).toEqual(["src/parts 4000", "src/core/x.go 500"]);
  });

  test("a flat folder is divided into its files where imports name files; a header stands with its source", () => {
    const flat = { "src/net.c": 300, "src/net.h": 50, "src/db.c": 200, "src/log.c": 100, "src/tiny.c": 1 };
    expect(named(files(flat, "c"), 10)).toEqual(["src/net.c 350", "src/db.c 200", "src/log.c 100", "src/* 1"]);
    expect(named(files(flat, "go"), 10)).toEqual(["src 651"]);
  });

  test("no file, one file", () => {
    expect(modulesOf([], 10)).toEqual([]);
    expect(named(files({ "a.ts": 0 }), 10)).toEqual([". 0"]);
  });
});

const name = fc.constantFrom("a", "b", "c.ts", "d.h", "d.c", "*", "..", "x y", "__proto__", "é");
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
const language = fc.constantFrom<Language>("c", "go", "typescript");

test("whatever the paths: each file is in one module, names differ, and there are not too many", () => {
  const tree = fc.uniqueArray(fc.record({ path, language, lines: fc.nat(2000) }), {
    selector: ({ path }) => path,
    maxLength: 60,
  });
  fc.assert(
    fc.property(tree, fc.integer({ min: 1, max: 20 }), fc.infiniteStream(fc.nat()), (given, most, random) => {
      const modules = modulesOf(given, most);
      expect(modules.length).toBeLessThanOrEqual(most);
      expect(modules.flatMap((module) => module.files.map((file) => file.path)).sort()).toEqual(
        given.map((file) => file.path).sort(),
      );
      expect(new Set(modules.map((module) => module.name)).size).toBe(modules.length);
      const keys = new Map(given.map((file) => [file, random.next().value ?? 0]));
      const shuffled = given.toSorted((a, b) => keys.get(a)! - keys.get(b)!);
      const summary = (found: typeof modules) =>
        found.map((module) => [module.name, module.lines, module.files.length]);
      expect(summary(modulesOf(shuffled, most))).toEqual(summary(modules));
    }),
    { numRuns: runs(300) },
  );
});

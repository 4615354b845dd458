// Whether two workspaces may change the same path.

import { expect, test } from "vitest";
import { isCaseBlind, sharedPaths } from "../../../../src/plan/workspace/shared-paths.ts";
import { newWorkspace } from "../../../support/workspaces.ts";

interface Bounded {
  readonly root?: string;
  readonly delta?: readonly string[];
  readonly writes?: readonly string[];
  readonly allowed?: readonly string[];
}

function bounded({ root = "/shop", delta = [], writes = [] }: Bounded) {
  return { root, task: { ...newWorkspace().task, delta, writes } };
}

const rows: readonly [string, Bounded, Bounded, string | null][] = [
  ["other files", { delta: ["a.ts"] }, { delta: ["b.ts", "a.tsx"] }, null],
  ["the same file", { delta: ["x", "a.ts"] }, { delta: ["a.ts"] }, "a.ts"],
  ["a file in a folder", { delta: ["src/"] }, { delta: ["src/deep/a.ts"] }, "src/ and src/deep/a.ts"],
  ["a glob and a file", { delta: ["src/**/*.ts"] }, { delta: ["src/a.ts"] }, "src/**/*.ts and src/a.ts"],
  ["globs that meet", { delta: ["src/a*"] }, { delta: ["src/*z"] }, "src/a* and src/*z"],
  ["globs that do not", { delta: ["src/a*"] }, { delta: ["src/b*"] }, null],
  ["another level", { delta: ["*.md"] }, { delta: ["docs/a.md"] }, null],
  ["what a person allowed", { delta: ["a.ts"] }, { allowed: ["a.*"] }, "a.ts and a.*"],
  ["what the verify command of one writes", { delta: ["out/"] }, { writes: ["out/a"] }, "out/ and out/a"],
  ["what the verify commands of both write", { writes: ["out/"] }, { writes: ["out/"] }, null],
  ["a work tree elsewhere", { delta: ["a.ts"] }, { root: "/other", delta: ["a.ts"] }, null],
  ["a tree in the tree", { delta: ["vendor/"] }, { root: "/shop/vendor/x", delta: ["a.ts"] }, "vendor/ and a.ts"],
  ["a tree around it", { root: "/shop/[x]", delta: ["a.ts"] }, { delta: ["**"] }, "a.ts and **"],
  ["a tree in the tree, another file", { delta: ["a.ts"] }, { root: "/shop/vendor", delta: ["a.ts"] }, null],
  ["names that differ in case only", { delta: ["Src/"] }, { delta: ["src/a.ts"] }, null],
];

test.each(rows)("%s", (_, own, { allowed = [], ...other }, expected) => {
  expect(sharedPaths(bounded(own), { workspace: bounded(other), overrides: [{ delta: allowed }] }, false)).toBe(
    expected,
  );
});

test("where names that differ in case only are one", () => {
  const other = { workspace: bounded({ delta: ["src/cafe\u0301.ts"] }), overrides: [] };
  expect(sharedPaths(bounded({ delta: ["SRC/Caf\u00e9.ts"] }), other, true)).toBe(
    "SRC/Caf\u00e9.ts and src/cafe\u0301.ts",
  );
  const entry = (inode: number) =>
    ({ kind: "directory", mode: 0, size: 0, modifiedMs: 0, changedMs: 0, inode }) as const;
  const look = (found: Record<string, number>) => ({
    look: (path: string) => (path in found ? entry(found[path]!) : null),
  });
  expect(isCaseBlind("/Shop", look({ "/Shop": 7, "/sHOP": 7 }))).toBe(true);
  expect(isCaseBlind("/Shop", look({ "/Shop": 7, "/sHOP": 8 }))).toBe(false);
  expect(isCaseBlind("/Shop", look({ "/Shop": 7 }))).toBe(false);
  expect(isCaseBlind("/7", look({ "/7": 7 }))).toBe(false);
});

// Which files changed most lately: by their commits, each of which counts for less the older it is.

import { expect, test } from "vitest";
import { COMMIT_SCHEMA } from "../../../../src/code/index/code-schemas.ts";
import { commitDocument } from "../../../../src/code/index/commit-document.ts";
import { SegmentBuilder } from "../../../../src/code/index/segment-builder.ts";
import { changedFiles } from "../../../../src/code/map/changed-files.ts";

const DAY = 1440;
const NOW = 20_000 * DAY;

/** Commits by their age in days, and the paths that each changed. */
function commits(...given: readonly (readonly [age: number, ...paths: string[]])[]) {
  const builder = new SegmentBuilder(COMMIT_SCHEMA);
  for (const [at, [age, ...paths]] of given.entries()) {
    const changes = paths.map((path) => ({ kind: "modified" as const, path, from: null }));
    const name = `${at}`.padStart(16, "0");
    builder.add(
      commitDocument({ name, time: (NOW - age * DAY) * 60, subject: "", body: "", changes, changed: paths.length }),
    );
  }
  return [{ segment: builder.segment, isGone: null }];
}

const all = () => true;
const same = (path: string) => path;

test("one lately counts more than several long ago", () => {
  const parts = commits([0, "new"], [900, "old"], [901, "old"], [902, "old"], [45, "new", "between"]);
  const found = changedFiles(parts, NOW, same, all);
  expect(found.map(({ path, commits: count, last }) => [path, count, (NOW - last) / DAY])).toEqual([
    ["new", 2, 0],
    ["between", 1, 45],
    ["old", 3, 900],
  ]);
  expect(found[0]!.weight).toBeCloseTo(1 + 2 ** -0.5);
});

test("ages count from the newest commit, none of which is of the future", () => {
  const weights = (parts: ReturnType<typeof commits>, now: number) =>
    changedFiles(parts, now, same, all).map(({ path, weight }) => [path, weight]);
  const resting = commits([0, "a"], [90, "b"]);
  expect(weights(resting, NOW + 5000 * DAY)).toEqual(weights(resting, NOW));
  expect(weights(commits([-3000, "a"], [0, "b"]), NOW)).toEqual([
    ["a", 1],
    ["b", 1],
  ]);
});

test("a file counts by its name of today; what is gone, not wanted or not reached does not", () => {
  const [part] = commits([0, "was", "is"], [0, "was"], [0, "gone", "other"], [0, "is"]);
  const nameNow = (path: string) => (path === "was" ? "is" : path === "gone" ? null : path);
  const parts = [{ segment: part!.segment, isGone: (commit: number) => commit === 3 }];
  const found = changedFiles(parts, NOW, nameNow, (path) => path !== "other");
  expect(found.map(({ path, commits: count }) => [path, count])).toEqual([["is", 2]]);
});

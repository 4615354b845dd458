// What earlier commits say: newer ones more than older ones, whenever they are asked.

import { expect, test } from "vitest";
import { COMMIT_SCHEMA } from "../../../../src/code/index/code-schemas.ts";
import { commitDocument } from "../../../../src/code/index/commit-document.ts";
import { SegmentBuilder } from "../../../../src/code/index/segment-builder.ts";
import { commitEvidence } from "../../../../src/code/search/commit-scores.ts";

const YEAR_MINUTES = 365.25 * 1440;
const NOW = 50 * YEAR_MINUTES;

/** What commits of such ages, in years, that all say the same say of the files that each of them changed. */
function shares(ages: readonly number[], nowMinutes: number): number[] {
  const commits = new SegmentBuilder(COMMIT_SCHEMA);
  for (const [at, age] of ages.entries()) {
    commits.add(
      commitDocument({
        name: `${at}`.padStart(16, "0"),
        time: (NOW - age * YEAR_MINUTES) * 60,
        subject: "limit the retries",
        body: "",
        changes: [{ kind: "modified", path: `src/${at}.ts`, from: null }],
        changed: 1,
      }),
    );
  }
  const terms = new Map([
    ["limit", 1],
    ["retri", 1],
    ["retry", 1],
    ["retries", 1],
  ]);
  const { byPath } = commitEvidence([{ segment: commits.segment, isGone: null }], terms, nowMinutes, (path) => path);
  return ages.map((_, at) => byPath.get(`src/${at}.ts`) ?? 0);
}

test("the newest commit counts most, in a repository that rests for years as in one of today", () => {
  const [newest, older, oldest] = shares([0, 3, 9], NOW);
  expect(newest).toBe(1);
  expect(older).toBeLessThan(0.5);
  expect(oldest).toBeLessThan(older!);
  expect(shares([0, 3, 9], NOW + 20 * YEAR_MINUTES)).toEqual([newest, older, oldest]);
});

test("a commit that claims to be of the future makes no other old", () => {
  const [future, newest] = shares([-40, 0, 3], NOW);
  expect(future).toBe(1);
  expect(newest).toBe(1);
});

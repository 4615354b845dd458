// The points of a delivered task: what is seen of it gives them, and what is not known gives none.

import { describe, expect, test } from "vitest";
import { PATTERN_POINTS_MIN, type ScoreFacts, taskScore } from "../../../src/plan/task-score.ts";

const NOTHING: ScoreFacts = {
  wasBlocked: false,
  workspaces: 2,
  failedRuns: null,
  followedIdioms: false,
  calls: null,
  budget: 7,
  changed: 1,
  isNovel: false,
};

describe("points", () => {
  test.each<[string, number, Partial<ScoreFacts>]>([
    ["block overcome", 3, { wasBlocked: true }],
    ["first try", 2, { workspaces: 1, failedRuns: 0 }],
    ["idioms followed", 2, { followedIdioms: true }],
    ["under budget", 1, { calls: 6 }],
    ["several files", 1, { changed: 2 }],
    ["novel", 1, { isNovel: true }],
  ])("are given for %s: %d", (what, points, seen) => {
    expect(taskScore({ ...NOTHING, ...seen })).toEqual({ points, parts: [{ what, points }] });
  });

  test.each<[string, Partial<ScoreFacts>]>([
    ["nothing", {}],
    ["a verify command that nobody saw", { workspaces: 1 }],
    ["one that failed once", { workspaces: 1, failedRuns: 1 }],
    ["a second workspace", { failedRuns: 0 }],
    ["a budget that was used up", { calls: 7 }],
  ])("are not given for %s", (_, seen) => {
    expect(taskScore({ ...NOTHING, ...seen })).toEqual({ points: 0, parts: [] });
  });

  test("add up, and those of a block that was overcome are enough for a pattern", () => {
    const all = { wasBlocked: true, workspaces: 1, failedRuns: 0, followedIdioms: true, calls: 1, changed: 3 };
    expect(taskScore({ ...NOTHING, ...all, isNovel: true }).points).toBe(10);
    expect(taskScore({ ...NOTHING, wasBlocked: true }).points).toBeGreaterThanOrEqual(PATTERN_POINTS_MIN);
  });
});

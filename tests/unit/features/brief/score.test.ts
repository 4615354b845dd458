// The formulas of a briefing: freshness, relevance, what is believed, and that the columns of the index give the same.

import { describe, expect, it } from "vitest";
import { believed, freshness, recencyBoost, relevance, relevanceScorer } from "../../../../src/features/brief/score.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const DAY = 1440;

describe("freshness", () => {
  it.each([
    [0, 1],
    [7, 0.5],
    [14, 0.25],
    [70, 2 ** -10],
    [-1, 1],
    [-1.01, 0],
    [-60_000, 0],
  ])("of an entry of %d days is %d", (days, expected) => {
    expect(freshness(NOW_MINUTES - days * DAY, NOW_MINUTES)).toBeCloseTo(expected, 12);
  });
});

describe("recencyBoost", () => {
  it("halves at 30 days and is 1 / (1 + days / 30)", () => {
    expect(recencyBoost(1000, 1000)).toBe(1);
    expect(recencyBoost(0, 30 * DAY)).toBeCloseTo(0.5, 12);
    expect(recencyBoost(0, 90 * DAY)).toBeCloseTo(0.25, 12);
  });

  it("takes an entry of the future as new", () => {
    expect(recencyBoost(5000, 1000)).toBe(1);
  });
});

describe("relevance", () => {
  const parts = { words: 3, freshness: 0.5, confidence: 0.8, links: 0, isOwn: false };

  it("is the sum of BM25, freshness and confidence", () => {
    expect(relevance(parts)).toBeCloseTo(4.3, 12);
  });

  it("grows by 2.0 for each entry that links to it", () => {
    expect(relevance({ ...parts, links: 1 })).toBeCloseTo(6.3, 12);
    expect(relevance({ ...parts, links: 3 })).toBeCloseTo(10.3, 12);
  });

  it("counts half as much again for the own project", () => {
    expect(relevance({ ...parts, isOwn: true })).toBeCloseTo(6.45, 12);
  });
});

it.each([
  [1, true, 0.7],
  [0.5, true, 0.5],
  [1, false, 1],
])("believes an entry of confidence %d whose source has changed (%s) %d", (confidence, isStale, expected) => {
  expect(believed(confidence, isStale)).toBe(expected);
});

it("scores by the columns of base and delta alike", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const note = (body: string, days: number) => ({
    kind: "add" as const,
    topic: "engine",
    body,
    minutes: NOW_MINUTES - days * DAY,
  });
  await base.change(() => [note("[confidence: 0.6]\nin the base", 7)]);
  await base.mergeNow();
  await base.change(() => [note("in the delta\n[project: owner/repo]", 14)]);
  const { index } = await base.view();
  expect(index.base?.documentCount).toBe(1);
  const options = { nowMinutes: NOW_MINUTES, ownProject: (keys: readonly string[]) => keys.includes("owner/repo") };
  const score = relevanceScorer(index, { ...options, isStale: null, links: new Map([[0, 2]]) });
  expect(score(0, 5)).toBeCloseTo(5 + 0.5 + 0.6 + 4, 3);
  expect(score(1, 0)).toBeCloseTo((0.25 + 1) * 1.5, 3);
  // BM25 as a search gives it holds the confidence: what is no longer believed comes off that too.
  const doubting = relevanceScorer(index, { ...options, isStale: (id) => id === 1, links: new Map() });
  expect(doubting(1, 10)).toBeCloseTo((7 + 0.25 + 0.7) * 1.5, 3);
});

it("counts judged notes by what they did, and no other note by a bit", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const bodies = ["[confidence: 0.6]\none", "two", "three\n[project: owner/repo]"];
  await base.change(() =>
    bodies.map((body) => ({ kind: "add" as const, topic: "engine", body, minutes: NOW_MINUTES })),
  );
  const { index } = await base.view();
  const options = { nowMinutes: NOW_MINUTES, ownProject: null, isStale: null, links: new Map([[1, 3]]) };
  const before = relevanceScorer(index, options);
  const after = relevanceScorer(index, { ...options, judged: (id) => [undefined, 0.75, 0.25][id] });
  expect(after(0, 3.7)).toBe(before(0, 3.7));
  expect(after(1, 3.7)).toBeCloseTo(before(1, 3.7) * 1.075, 12);
  expect(after(2, 3.7)).toBeCloseTo(before(2, 3.7) * 0.925, 12);
});

// Which names are near a wrong one.

import { describe, expect, it } from "vitest";
import { nearestNames } from "../../../../src/engine/text/near-names.ts";

describe("nearestNames", () => {
  const topics = ["build-gotchas", "build", "engine", "iris-engine", "network", "networking", "a/b/c", "日本語"];

  it.each([
    ["build-gotcha", ["build-gotchas", "build"]],
    ["gotchas-build", ["build", "build-gotchas"]],
    ["engin", ["engine", "iris-engine"]],
    ["netwrok", ["network"]],
    ["a-b-c", ["a/b/c"]],
    ["日本", ["日本語"]],
    ["zzz", []],
    ["", []],
  ])("%j", (name, expected) => {
    expect(nearestNames(name, topics, 3)).toEqual(expected);
    expect(nearestNames(name, topics.toReversed(), 3)).toEqual(expected);
  });

  it("gives at most the count, each name once", () => {
    expect(nearestNames("topic", ["topic-1", "topic-2", "topic-1", "topic-3"], 2)).toEqual(["topic-1", "topic-2"]);
  });

  it("copes with many and with long names", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `topic-${index}-${"x".repeat(200)}`);
    expect(nearestNames(`topic-77-${"x".repeat(5000)}`, many, 1)).toHaveLength(1);
  });
});

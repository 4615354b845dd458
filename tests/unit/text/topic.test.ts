// Names of topics and the nearest of them.

import { describe, expect, it } from "vitest";
import { nearestNames, sanitiseTopic } from "../../../src/text/topic.ts";

describe("sanitiseTopic", () => {
  it.each([
    ["build-gotchas", "build-gotchas"],
    ["Build Gotchas!", "build-gotchas"],
    ["a/b/c", "a-b-c"],
    ["Ünï Topic/X", "ünï-topic-x"],
    ["U\u0308n", "ün"],
    ["日本語 の検索", "日本語-の検索"],
    ["snake_case", "snake-case"],
    ["हिन्दी", "हिन्दी"],
    ["⚠️ build", "build"],
    ["../../etc", "etc"],
    ["--a--", "a"],
    ["...///", ""],
    ["-", ""],
    ["", ""],
    ["a\u0000b\ud800c", "a-b-c"],
  ])("%j → %j", (name, expected) => {
    expect(sanitiseTopic(name)).toBe(expected);
    expect(sanitiseTopic(expected)).toBe(expected);
  });
});

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

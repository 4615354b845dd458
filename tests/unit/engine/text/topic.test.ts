// Names of topics.

import { describe, expect, it } from "vitest";
import { sanitiseTopic } from "../../../../src/engine/text/topic.ts";

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

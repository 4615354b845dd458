// Names of topics in answers: helix's own as they are, those of other programs in quotes.

import { describe, expect, it } from "vitest";
import { topicArgument, topicName } from "../../../../src/notes/text/topic-names.ts";

describe("topicName", () => {
  it.each([
    ["build-gotchas", "build-gotchas"],
    ["größe-日本語", "größe-日本語"],
    ["[tags: zqx]", '"[tags: zqx]"'],
    ["a\nHuman: b", '"a Human: b"'],
    ["a\u202eb\u2067c", '"a\u202eb\u2067c"'],
    ['a" (1) "b', `"a' (1) 'b"`],
    ["\u001b[31mred: green", '"red: green"'],
    ["Ünï Topic/X.2", "Ünï Topic/X.2"],
    ["to\npic", "to pic"],
    ["--- a ---", '"--- a ---"'],
    ["", '""'],
  ])("%j", (name, shown) => {
    expect(topicName(name)).toBe(shown);
  });

  it("closes the quotes of what it cuts", () => {
    expect(topicName("abcdefgh", 5)).toBe("abcd…");
    expect(topicName("ABC:EFGH", 5)).toBe('"ABC:…"');
  });
});

describe("topicArgument", () => {
  it.each([
    ["engine", 'topic="engine"'],
    ['a"\nb', `topic="a' b"`],
  ])("%j", (name, shown) => {
    expect(topicArgument(name)).toBe(shown);
  });
});

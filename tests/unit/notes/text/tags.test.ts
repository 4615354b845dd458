// Normal forms of tags, and tags implied by a prefix.

import { describe, expect, it } from "vitest";
import { HelixError } from "../../../../src/base/errors.ts";
import { singular } from "../../../../src/engine/text/singular.ts";
import { autoTags, normaliseTags } from "../../../../src/notes/text/tags.ts";

describe("normaliseTags", () => {
  it.each([
    ["Gotchas, performance", ["gotcha", "performance"]],
    ["b,a,B , ,a", ["a", "b"]],
    ["#arm64, ##Hot Path", ["arm64", "hot-path"]],
    ["  data   flow ", ["data-flow"]],
    ["a]b\n[c], d\u0007e", ["ab-c", "de"]],
    ["Übersicht, 日本語", ["übersicht", "日本語"]],
    ["", []],
    ["#, ], \n", []],
  ])("%j", (value, tags) => {
    expect(normaliseTags(value)).toEqual(tags);
    expect(normaliseTags(tags)).toEqual(tags);
  });

  it("takes lists, whose items may hold commas", () => {
    expect(normaliseTags(["b", "c,a"])).toEqual(["a", "b", "c"]);
  });

  it("refuses what is too long or too much", () => {
    const numbered = Array.from({ length: 33 }, (_, index) => `tag${index}`);
    expect(normaliseTags(numbered.slice(1))).toHaveLength(32);
    expect(() => normaliseTags(numbered)).toThrow(new HelixError("LIMIT", "an entry has at most 32 tags; got 33"));
    expect(normaliseTags("\u{20000}".repeat(64))).toHaveLength(1);
    expect(() => normaliseTags("x".repeat(65))).toThrow(/at most 64 characters/);
    expect(() => normaliseTags("x".repeat(1_000_000))).toThrow(HelixError);
  });
});

describe("singular", () => {
  it.each([
    ["gotchas", "gotcha"],
    ["entries", "entry"],
    ["dependencies", "dependency"],
    ["classes", "class"],
    ["patches", "patch"],
    ["caches", "cache"],
    ["indexes", "index"],
    ["databases", "database"],
    ["invariants", "invariant"],
    ["how-tos", "how-to"],
    ["apis", "api"],
    ["statuses", "status"],
    ["keys", "key"],
    ["types", "type"],
    ["hot-paths", "hot-path"],
  ])("%s → %s", (plural, expected) => {
    expect(singular(plural)).toBe(expected);
    expect(singular(expected)).toBe(expected);
  });

  it.each(
    "performance status class bus analysis https news js ios kubernetes nodejs redis aws css tls dns process access series analytics macos devops os alias 日本s ß".split(
      " ",
    ),
  )("%s stays", (word) => {
    expect(singular(word)).toBe(word);
  });
});

describe("autoTags", () => {
  it.each([
    ["gotcha: x", ["gotcha"]],
    ["Bug: x", ["gotcha"]],
    ["security: x", ["invariant"]],
    ["invariant: x", ["invariant"]],
    ["design: x", ["decision"]],
    ["data flow: x", ["data-flow"]],
    ["data-flow: x", ["data-flow"]],
    ["flow: x", ["data-flow"]],
    ["perf: x", ["performance"]],
    ["performance: x", ["performance"]],
    ["benchmark: x", ["performance"]],
    ["missing: x", ["gap"]],
    ["TODO: x", ["gap"]],
    ["fix: x", ["how-to"]],
    ["impl: x", ["how-to"]],
    ["module: x", ["module-map"]],
    ["overview: x", ["architecture"]],
    ["error-handling: x", ["error-handling"]],
    ["hypothesis: x", ["hypothesis"]],
    ["Gotchas: x", ["gotcha"]],
    ["**Gotcha:** x", ["gotcha"]],
    ["- decision: x", ["decision"]],
    ["note: x", []],
    ["the gotcha: x", []],
    ["gotcha x", []],
    ["x\ngotcha: y", []],
    ["constructor: x", []],
    ["", []],
  ])("%j", (text, tags) => {
    expect(autoTags(text)).toEqual(tags);
  });
});

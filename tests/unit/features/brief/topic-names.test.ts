// Globs over topic names: what fits, and that odd patterns end soon.

import { describe, expect, it } from "vitest";
import { globMatcher } from "../../../../src/features/brief/topic-names.ts";

describe("globs", () => {
  it.each([
    ["iris-*", "iris-engine", true],
    ["iris-*", "iris-", true],
    ["iris-*", "iris", false],
    ["*-engine", "iris-engine", true],
    ["*-engine", "iris-engines", false],
    ["i*s-*e", "iris-engine", true],
    ["*a*b*", "xaxxbx", true],
    ["*a*b*", "xbxxax", false],
    ["?", "å", true],
    ["?", "🧭", true],
    ["??", "a", false],
    ["a?c", "a/c", true],
    ["*", "", true],
    ["**", "anything", true],
    ["a.c", "abc", false],
    ["ÜBER-*", "über-topic", true],
  ])("%j and %j: %s", (glob, name, expected) => {
    expect(globMatcher(glob)(name)).toBe(expected);
  });

  it("ends soon whatever the pattern", () => {
    const name = "a".repeat(255);
    expect(globMatcher(`${"a*".repeat(5000)}b`)(name)).toBe(false);
    expect(globMatcher(`${"*a".repeat(200)}*`)(name)).toBe(true);
  });
});

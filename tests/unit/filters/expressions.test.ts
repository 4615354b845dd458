// Expressions: RE2's syntax, with what Rust's has beyond it.

import { expect, test } from "vitest";
import { beginningsOf } from "../../../src/filters/beginnings.ts";
import { AnyExpression, EXPRESSION_LENGTH_MAX, expression, replaced } from "../../../src/filters/expressions.ts";
import { expressionsOf } from "../../../src/filters/filter-definition.ts";
import { bundledFiles } from "../../../src/filters/filter-set.ts";

test.each([
  ["\\u2713 ok", "✓ ok"],
  ["\\u{1F680}", "🚀"],
  ["\\U0001F680", "🚀"],
  ["\\x{2713}", "✓"],
  ["(?u)caf.", "café"],
  ["(?iu)CAF.", "café"],
  ["(?u:caf.)s", "cafés"],
  ["\\<word\\>", "a word here"],
  ["\\b{start}word\\b{end}", "a word here"],
  ["(?P<name>a)(?<other>b)", "ab"],
  ["[[:alpha:]]+[\\u2713]", "ab✓"],
  ["[]a]", "]"],
  ["[^]a]", "b"],
  ["(?i)^error", "ERROR here"],
  ["\\p{Greek}", "λ"],
  ["a--b", "a--b"],
])("%s matches %s", (pattern, text) => {
  expect(expression(pattern).test(text)).toBe(true);
  expect(new AnyExpression(["^nothing$", pattern]).matches(text)).toBe(true);
});

test("an expression matches alone what it matches among others", () => {
  const filters = bundledFiles().flatMap((file) => file.filters);
  const patterns = [...new Set(filters.flatMap(expressionsOf).map(({ pattern }) => pattern))];
  const lines =
    "commit 0123456789abcdef|    text|make[1]: Entering|npm ci|Compiling a v1|total 8|-rw-r--r-- 1 a|a.ts:3:7: error: x|".split(
      "|",
    );
  let matched = 0;
  for (const pattern of patterns) {
    const beginnings = beginningsOf(pattern) ?? [];
    for (const line of [...lines, ...beginnings.flatMap((each) => [each, `${each} x`, `${each}/1`])]) {
      const isMatch = expression(pattern).test(line);
      matched += isMatch ? 1 : 0;
      expect({ pattern, line, isMatch: new AnyExpression([pattern]).matches(line) }).toEqual({
        pattern,
        line,
        isMatch,
      });
    }
  }
  expect(matched).toBeGreaterThan(100);
});

test.each([
  ["(a", /missing closing \)/],
  ["(?=a)", /not accepted/],
  ["(a)\\1", /not accepted/],
  ["[a&&b]", /operators in a class/],
  ["a{2000}", /repeat count/],
  ["x".repeat(EXPRESSION_LENGTH_MAX + 1), /has 2001 characters: at most 2000 are accepted/],
])("%s is refused in one line", (pattern, message) => {
  expect(() => expression(pattern)).toThrow(message);
  expect(() => expression(pattern)).toThrow(/^[^\n]{1,300}$/);
  expect(() => new AnyExpression([pattern]).matches("")).toThrow(message);
});

test.each([
  ["a", "xax", "$$", "x$x"],
  ["(a)(b)", "ab", "$2$1", "ba"],
  ["(?P<n>a)", "aa", "[$n]", "[a][a]"],
  ["(a)", "a", "$1x", ""],
  ["(a)", "a", `$${"{1}x"}`, "ax"],
  ["a", "a", "\\", "\\"],
  ["", "ab", "-", "-a-b-"],
])("%s in %s by %s", (pattern, text, replacement, expected) => {
  expect(replaced(pattern, text, replacement, 1000)).toBe(expected);
});

test.each([
  ["a text for each character", "", "0123456789"],
  ["a group many times", "^.*$", "$0".repeat(11)],
])("a text that gets too long is refused: %s", (_, pattern, replacement) => {
  const text = "0123456789".repeat(10);
  expect(replaced(pattern, text, replacement, 1200)).toHaveLength(1100 + (pattern === "" ? 10 : 0));
  expect(() => replaced(pattern, text, replacement, 1000)).toThrow(/makes the output too long/);
});

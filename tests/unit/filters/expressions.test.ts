// Expressions: RE2's syntax, with what Rust's has beyond it.

import { expect, test } from "vitest";
import { AnyExpression, EXPRESSION_LENGTH_MAX, expression, replaced } from "../../../src/filters/expressions.ts";

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
  expect(replaced(pattern, text, replacement)).toBe(expected);
});

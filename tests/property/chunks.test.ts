// Random texts of code-like and hostile lines: whatever language they are taken for, their chunks are all their lines in
// order, none twice.

import fc from "fast-check";
import { expect, test } from "vitest";
import { coverageFlaws, KINDS_OF_FILES } from "../support/coverage.ts";
import { runs } from "../support/runs.ts";

const indent = fc.constantFrom("", "", "  ", "    ", "\t", "        ");
const begun = fc.constantFrom(
  ...[
    "class A {",
    "class B:",
    "class C",
    "interface I {",
    "struct S {",
    "enum E { a, b",
    "trait T {",
    "impl T for S {",
  ],
  ...["namespace n {", "module M", "mod m {", "extension S {", "object O {", "template <typename T>", 'extern "C" {'],
  ...["function f(a, b) {", "def f(self):", "def f", "fn f() {", "func f() {", "func (s *S) f() {", "fun f() {"],
  ...[
    "int f(int a)",
    "static void f(void) {",
    "f() {",
    "public void f() {",
    "const f = () => {",
    "const (",
    "x = lambda:",
  ],
);
const within = fc.constantFrom(
  ...["}", "};", "})", "end", ")", "]", "{", "(", "[", "", "", "return 1;", "a = b", "f(x);", "const LIMIT = 10;"],
  ...[
    "type T = {",
    "#define F(x) \\",
    "#ifdef X",
    "#endif",
    "@decorator",
    "#[derive(Debug)]",
    "// why",
    "# why",
    "-- why",
  ],
);
const hostile = fc.constantFrom(
  ...[
    "/*",
    "*/",
    '"',
    "'",
    "`",
    '"""',
    "'''",
    "${",
    "<<EOF",
    "EOF",
    "cat <<-'E'",
    "=begin",
    "=end",
    "# A",
    "## B",
    "```",
  ],
  ...["~~~", "\r", "\f", "\0", "\u2028", "\ufeff", "\ud800", "<!--", "<?php", "?>", "\\", "#{", 'r#"', '@"', '$"{{'],
  "x".repeat(500),
);
const line = fc
  .tuple(indent, fc.oneof({ arbitrary: begun, weight: 4 }, { arbitrary: within, weight: 5 }, hostile), fc.nat(9))
  .map(([front, text, end]) => `${front}${text}${end === 0 ? "\r" : ""}`);
const lines = fc.oneof(
  fc.array(line, { maxLength: 60 }),
  // Stretches of one line are longer than pieces and comments may be.
  fc
    .array(fc.tuple(line, fc.constantFrom(1, 1, 2, 40, 41, 81, 130)), { maxLength: 12 })
    .map((parts) => parts.flatMap(([each, count]) => new Array<string>(count).fill(each))),
);
const text = fc.tuple(lines, fc.constantFrom("", "\n", "\n\n")).map(([all, end]) => `${all.join("\n")}${end}`);

test("the chunks of a random text are all its lines, none twice", () => {
  fc.assert(
    fc.property(text, fc.subarray(KINDS_OF_FILES, { minLength: 4, maxLength: 8 }), (each, names) => {
      expect(coverageFlaws(each, names)).toEqual([]);
    }),
    { numRuns: runs(1000) },
  );
});

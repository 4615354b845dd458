// What is read from the output of each tool: the first real errors, where they are, and nothing of what stands around
// them. The outputs are in tests/fixtures/build-output.

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundedText } from "../../../../src/hooks/post-build/output.ts";
import { extractErrors } from "../../../../src/hooks/runs/extract-errors.ts";
import { runs } from "../../../support/runs.ts";

const folder = new URL("../../../fixtures/build-output/", import.meta.url);

/** Errors as a test compares them: `[code] {test} message @ path:line:column`. */
function errorsIn(output: string): string[] {
  return extractErrors(boundedText(output)).map(
    ({ message, code, test: name, place }) =>
      `${code === "" ? "" : `[${code}] `}${name === "" ? "" : `{${name}} `}${message}${place === null ? "" : ` @ ${place.path}:${place.line}:${place.column}`}`,
  );
}

const expected: Readonly<Record<string, readonly string[]>> = {
  "bun-test": ["{rounds half up} expected 2, received 1 @ /srv/dev/shop/total.test.ts:2:42"],
  "cargo-run-panic": ["index out of bounds: the len is 0 but the index is 3 @ src/main.rs:2:88"],
  "node-test-tap": ["{adds} 1 == 2 @ /srv/dev/shop/test/total.test.mjs:2:1"],
  "unittest-error": [
    "{test_b} KeyError: 'x' @ /srv/dev/shop/t.py:6:0",
    "{test_a} AssertionError: 1 != 2 @ /srv/dev/shop/t.py:4:0",
  ],
  bazel: [
    "no such target '//money:money': target 'money' not declared in package 'money' @ /srv/dev/shop/cart/BUILD:3:10",
  ],
  biome: ["[useConst] This let declares a variable that is only assigned once. @ src/cart.ts:4:7"],
  "cargo-build-borrow-colours": [
    "[E0502] cannot borrow `items` as mutable because it is also borrowed as immutable @ src/cart.rs:18:5",
  ],
  "cargo-build-types": [
    "[E0308] mismatched types: expected `u32`, found `&str` @ src/cache.rs:42:9",
    "[E0599] no method named `evict_all` found for struct `Cache` in the current scope: method not found in `Cache` @ src/main.rs:7:11",
  ],
  "cargo-manifest": ["failed to parse manifest at `/srv/dev/shop/Cargo.toml`"],
  "cargo-test-passed": [],
  "cargo-test": [
    "{cart::tests::rounds_total} assertion `left == right` failed: totals differ, left: 1999, right: 2000 @ src/cart.rs:88:9",
  ],
  "clang-macos-link": ["undefined symbol _cart_open"],
  cmake: [
    'By not providing "FindSQLite4.cmake" in CMAKE_MODULE_PATH this project has asked CMake to find a package configuration file provided by "SQLite4", but CMake did not find one. @ CMakeLists.txt:11:0',
  ],
  deno: ["[TS2322] Type 'string' is not assignable to type 'number'. @ /srv/dev/shop/main.ts:3:7"],
  docker: ['process "/bin/sh -c npm ci" did not complete successfully: exit code: 254'],
  "dotnet-build": ["[CS1002] ; expected @ /srv/dev/shop/Cart.cs:14:22"],
  "dotnet-test": [
    "{Shop.CartTests.Rounds} Assert.Equal() Failure: Values differ Expected: 2000 Actual: 1999 @ /srv/dev/shop/CartTests.cs:14:0",
  ],
  esbuild: ['Could not resolve "./roundd" @ src/total.ts:1:22'],
  "eslint-warnings": [],
  eslint: [
    "[no-undef] 'totalOf' is not defined @ /srv/dev/shop/src/cart.ts:14:18",
    "[shop/money] Definition for rule 'shop/money' not found @ /srv/dev/shop/src/index.ts:1:1",
  ],
  "gcc-link": ["undefined reference to cart_open @ main.c:0:0"],
  gcc: ["'cart_items' undeclared (first use in this function); did you mean 'cart_item'? @ src/cart.c:17:10"],
  ghc: ["[GHC-88464] Variable not in scope: totalOf :: [Item] -> Int @ src/Cart.hs:9:5"],
  "go-build": [
    "undefined: totalOf @ cart/cart.go:17:12",
    'cannot use "7" (untyped string constant) as int value in return statement @ cart/cart.go:21:9',
  ],
  "go-panic": ["runtime error: index out of range [3] with length 3 @ /srv/dev/shop/cart/pick.go:9:0"],
  "go-test-testify": ["{TestAdd} Not equal: expected 3, actual 4 @ cart_test.go:12:0"],
  "go-test": ["Total() = 1999, want 2000 @ cart_test.go:31:0"],
  "gradle-resolve": ["Could not resolve com.example:money:9.9."],
  "gradle-test": [
    "{CartTest > rounds half up} AssertionFailedError: expected: <2000> but was: <1999> @ CartTest.java:14:0",
  ],
  gradle: ["cannot find symbol: method totalOf(List<Item>) @ /srv/dev/shop/src/main/java/shop/Cart.java:14:0"],
  "jest-module": ["Cannot find module './roundd' from 'src/total.ts' @ src/total.ts:1:1"],
  jest: ["{total › rounds half up} expected 2000, received 1999 @ src/total.test.ts:14:25"],
  kotlin: ["Unresolved reference 'totalOf'. @ /srv/dev/shop/src/main/kotlin/Cart.kt:9:16"],
  "make-no-rule": ["No rule to make target 'src/cartt.c', needed by 'shop'"],
  "maven-compile": [
    "cannot find symbol: method totalOf(java.util.List) @ /srv/dev/shop/src/main/java/shop/Cart.java:14:16",
  ],
  "maven-test": ["AssertionFailedError: expected: <2000> but was: <1999> @ CartTest.java:14:0"],
  "mix-test": ["{test rounds half up (Shop.CartTest)} Assertion with == failed @ test/cart_test.exs:9:0"],
  mocha: [
    "[ERR_ASSERTION] {total} AssertionError: Expected values to be strictly equal: 1999 !== 2000 @ test/total.js:14:12",
  ],
  mypy: ['[return-value] Incompatible return value type (got "str", expected "int") @ shop/cart.py:14:0'],
  "node-stack": ["RangeError: chunk size must be positive @ /srv/dev/shop/scripts/build.mjs:12:9"],
  "node-test": [
    "[ERR_ASSERTION] {rounds half up} AssertionError: Expected values to be strictly equal: 1999 !== 2000 @ /srv/dev/shop/test/total.test.js:14:10",
  ],
  "npm-missing-script": ['Missing script: "build"'],
  "npm-run-build-tsc": ["[TS2322] Type 'string' is not assignable to type 'number'. @ src/cart/total.ts:10:5"],
  phpunit: [
    "{CartTest::testRounds} Failed asserting that 1999 matches expected 2000. @ /srv/dev/shop/tests/CartTest.php:14:0",
  ],
  playwright: [
    "{[chromium] › tests/checkout.spec.ts:8:5 › pays by card} expect(locator).toHaveText(expected) failed @ /srv/dev/shop/tests/checkout.spec.ts:10:42",
  ],
  "pytest-collect": ["ModuleNotFoundError: No module named 'shop.rounding' @ tests/test_total.py:1:0"],
  pytest: ["{test_rounds_half_up} assert 1999 == 2000 @ tests/test_total.py:9:0"],
  "python-traceback": ["JSONDecodeError: Expecting value: line 1 column 1 (char 0) @ /srv/dev/shop/shop/cart.py:14:0"],
  rspec: ["{Cart rounds half up} expected 2000, received 1999 @ spec/cart_spec.rb:14:0"],
  ruff: ["[F401] `os` imported but unused @ shop/cart.py:1:8"],
  "swift-test": [
    '{CartTests.testRounds} XCTAssertEqual failed: ("1999") is not equal to ("2000") @ /srv/dev/shop/Tests/ShopTests/CartTests.swift:9:0',
  ],
  "tsc-plain": [
    "[TS2322] Type 'string' is not assignable to type 'number'. @ src/cart/total.ts:10:5",
    "[TS2307] Cannot find module './cartt' or its corresponding type declarations. @ src/index.ts:3:23",
  ],
  "tsc-pretty": ["[TS2322] Type 'string' is not assignable to type 'number'. @ src/cart/total.ts:10:5"],
  unittest: ["{test_rounds} AssertionError: 1999 != 2000 @ /srv/dev/shop/tests/test_total.py:9:0"],
  vite: ['[vite]: Rollup failed to resolve import "moneyy" from "/srv/dev/shop/src/total.ts".'],
  "vitest-passed": [],
  vitest: [
    "{total > rounds half up} AssertionError: expected 1999 to be 2000 // Object.is equality @ src/total.test.ts:14:24",
  ],
  webpack: ["Module not found: Can't resolve './roundd' in '/srv/dev/shop/src' @ src/total.ts:1:0"],
  xcodebuild: ["cannot find 'totalOf' in scope @ /Volumes/dev/My Shop/Sources/Cart.swift:21:16"],
  zig: ["use of undeclared identifier 'totalOf' @ src/main.zig:9:5"],
};

test("every output is expected to hold something", () => {
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(expected)
      .map((name) => `${name}.txt`)
      .sort(),
  );
});

test.each(Object.entries(expected))("%s", (name, errors) => {
  expect(errorsIn(readFileSync(new URL(`${name}.txt`, folder), "utf8"))).toEqual(errors);
});

describe("lines that are no errors", () => {
  test.each([
    ["src/a.c:3:9: warning: unused variable 'error' [-Wunused-variable]"],
    ["test errors::fails_when_empty ... ok"],
    ["   Compiling thiserror v1.0.63"],
    ["   Compiling failure v0.1.8"],
    ["  adding: src/base/errors.ts (deflated 60%)"],
    ["[INFO] 0 errors, 0 warnings"],
    ["✓ src/error.test.ts (4 tests)"],
    ["12:30:01 INFO starting on http://localhost:3000"],
    ["Downloading https://example.org/error-prone-1.0.jar: 100%"],
    ["tests/test_errors.py::test_failure PASSED"],
    ["note: Error handling is described in the manual"],
  ])("%s", (line) => {
    expect(errorsIn(line)).toEqual([]);
  });
});

test("whatever lines come together, errors are short lines with places that could be", () => {
  const outputs = Object.keys(expected).map((name) => readFileSync(new URL(`${name}.txt`, folder), "utf8"));
  const piece = fc.oneof(
    fc.constantFrom(...outputs.flatMap((output) => output.split("\n"))),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.nat(200)), { maxLength: 40 }), (pieces) => {
      const output = pieces.map(([line, cut]) => (cut < 20 ? line.slice(cut) : line)).join("\n");
      for (const { message, code, test: name, place } of extractErrors(boundedText(output))) {
        expect(message.length).toBeGreaterThan(0);
        expect(message.length).toBeLessThanOrEqual(300);
        expect(`${message}${code}${name}${place?.path}`).not.toMatch(/[\n\r\u2028\u001b]/);
        expect(place === null || (place.path !== "" && place.line >= 0 && place.column >= 0)).toBe(true);
      }
    }),
    { numRuns: runs(500) },
  );
});

describe("much output", () => {
  const first = "src/a.ts(1,2): error TS2322: the first";
  const last = "src/z.ts(3,4): error TS2551: the last";

  test("is read at its beginning and at its end", () => {
    const output = [first, "progress ".repeat(100_000), last].join("\n");
    expect(errorsIn(output)).toEqual(["[TS2322] the first @ src/a.ts:1:2", "[TS2551] the last @ src/z.ts:3:4"]);
  });

  test("gives three errors", () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `src/a.ts(${at + 1},2): error TS2322: number ${at}`);
    expect(errorsIn(lines.join("\n"))).toHaveLength(3);
  });

  test.each([
    ["a line of colons", ":1".repeat(100_000)],
    ["a line of slashes", `/${"a/".repeat(60_000)}`],
    ["words with no end", `Error${"a".repeat(100_000)}`],
    ["dots and names", "a.b".repeat(40_000)],
    ["brackets", "[(".repeat(60_000)],
    ["many lines of colons", `${":1 error".repeat(100)}\n`.repeat(150)],
    ["many lines of slashes", `${"/a".repeat(450)}:1 error\n`.repeat(140)],
    ["many lines of exceptions", `${"aError.".repeat(140)}\n`.repeat(130)],
    ["many lines of blanks", `${" ".repeat(990)}error\n`.repeat(130)],
    ["many test headings", "  ● a\n".repeat(20_000)],
    ["many tracebacks", 'Traceback (most recent call last):\n  File "/a.py", line 1\n'.repeat(2000)],
    ["escape sequences", "\u001b[".repeat(60_000)],
  ])(
    "%s ends",
    (_, output) => {
      expect(errorsIn(output).length).toBeLessThanOrEqual(3);
    },
    2000,
  );
});

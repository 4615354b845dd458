// What a path says of a file.

import { expect, test } from "vitest";
import { isTestPath } from "../../../../src/code/files/path-class.ts";

test.each([
  ["tests/unit/a.ts", true],
  ["src/a.test.ts", true],
  ["src/a_test.go", true],
  ["test_a.py", true],
  ["spec/a_spec.rb", true],
  ["src/test/java/CacheTest.java", true],
  ["Tests/CacheTests.swift", true],
  ["src/contest.ts", false],
  ["src/latest/a.ts", false],
  ["src/attest.py", false],
])("%s holds tests: %s", (path, expected) => {
  expect(isTestPath(path)).toBe(expected);
});

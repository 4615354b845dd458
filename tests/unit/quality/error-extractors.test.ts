// The check that shortening keeps errors finds what each tool says.

import { describe, expect, test } from "vitest";
import { extractErrors, lostErrors } from "../../../quality/outputs/error-extractors.ts";

/** What an extractor finds in a text: the file, the line and the message. */
function foundBy(format: string, text: string): [string, number, string][] {
  return extractErrors(text)
    .filter((error) => error.format === format)
    .map(({ file, line, message }) => [file, line, message]);
}

const SAMPLES: [format: string, text: string, found: [string, number, string][]][] = [
  ["tsc", "src/a.ts(3,5): error TS2322: no", [["src/a.ts", 3, "TS2322: no"]]],
  ["tsc", "src/a.ts:3:5 - error TS2322: no", [["src/a.ts", 3, "TS2322: no"]]],
  [
    "tsc",
    "\x1b[96msrc/a.ts\x1b[0m:\x1b[93m3\x1b[0m:\x1b[93m5\x1b[0m - \x1b[91merror\x1b[0m\x1b[90m TS1: \x1b[0mx",
    [["src/a.ts", 3, "TS1: x"]],
  ],
  [
    "eslint stylish",
    "/tmp/a.js\n  1:7  error  'x' is not used  no-unused-vars\n  2:1  warning  Odd\n\n/tmp/b.js\n  9:1  error  No  no\n",
    [
      ["/tmp/a.js", 1, "'x' is not used"],
      ["/tmp/a.js", 2, "Odd"],
      ["/tmp/b.js", 9, "No"],
    ],
  ],
  ["eslint json", '[{"filePath":"/tmp/a.js","messages":[{"line":3,"message":"no"}]}]', [["/tmp/a.js", 3, "no"]]],
  ["eslint json", '[{"filePath":"/tmp/a.js",', []],
  [
    "path:line:col",
    "/tmp/a.js:1:5: 'x' is unused. [Error/no-unused]",
    [["/tmp/a.js", 1, "'x' is unused. [Error/no-unused]"]],
  ],
  ["path:line:col", "./cart.go:12:3: undefined: total", [["./cart.go", 12, "undefined: total"]]],
  ["path:line:col", "at 10:12:13: nothing", []],
  ["rustc", "error[E0308]: mismatched types\n  --> src/main.rs:3:18\n   |", [["src/main.rs", 3, "mismatched types"]]],
  [
    "rustc",
    "warning: 2 warnings emitted\nerror: no\n --> a.rs:1:1",
    [
      ["", 0, "2 warnings emitted"],
      ["a.rs", 1, "no"],
    ],
  ],
  ["rust panic", "thread 'a' panicked at src/lib.rs:10:5:\nboom", [["src/lib.rs", 10, "boom"]]],
  ["cargo test", "test a::b ... FAILED\ntest a::c ... ok", [["", 0, "a::b"]]],
  ["gcc", "a.c:3:5: warning: unused [-Wunused]", [["a.c", 3, "unused [-Wunused]"]]],
  [
    "linker",
    "/usr/bin/ld: a.o:a.c:(.text+0x5): undefined reference to `t'",
    [["a.o", 0, "undefined reference to `t'"]],
  ],
  [
    "cmake",
    "CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find X",
    [["CMakeLists.txt", 3, "Could not find X"]],
  ],
  [
    "go test",
    "--- FAIL: TestA (0.00s)\n    a_test.go:5: got 1\n    a_test.go:6: want 2\nFAIL",
    [
      ["", 0, "TestA"],
      ["a_test.go", 5, "got 1"],
      ["a_test.go", 6, "want 2"],
    ],
  ],
  ["go panic", "panic: boom", [["", 0, "boom"]]],
  ["pytest", "FAILED tests/test_a.py::test_x - assert 1 == 2", [["tests/test_a.py", 0, "test_x - assert 1 == 2"]]],
  ["pytest place", "tests/test_a.py:5: AssertionError", [["tests/test_a.py", 5, "AssertionError"]]],
  ["pytest explanation", "E   assert 1 == 2", [["", 0, "assert 1 == 2"]]],
  [
    "python",
    'Traceback (most recent call last):\n  File "a.py", line 3, in x\n    y()\n  File "/v/site-packages/z.py", line 9, in y\n    q\nValueError: bad',
    [["a.py", 3, "ValueError: bad"]],
  ],
  ["mypy", "a.py:3: error: Bad  [arg-type]\na.py:3: note: here", [["a.py", 3, "Bad  [arg-type]"]]],
  ["ruff", "F401 [*] `os` imported but unused\n --> a.py:1:8", [["a.py", 1, "F401 [*] `os` imported but unused"]]],
  ["jest", "  ● cart › adds", [["", 0, "cart › adds"]]],
  ["jest file", "FAIL src/a.test.js (5.1 s)", [["src/a.test.js", 0, ""]]],
  ["vitest", " FAIL  tests/a.test.ts > cart > adds", [["tests/a.test.ts", 0, "cart > adds"]]],
  ["vitest place", " ❯ tests/a.test.ts:3:5", [["tests/a.test.ts", 3, ""]]],
  ["assertion", "AssertionError: expected 1 to be 2", [["", 0, "AssertionError: expected 1 to be 2"]]],
  [
    "mocha",
    "  1 failing\n\n  1) cart\n       adds:\n\n      AssertionError: 1 == 2\n",
    [
      ["", 0, "cart"],
      ["", 0, "AssertionError: 1 == 2"],
    ],
  ],
  ["tap", "not ok 3 - adds", [["", 0, "adds"]]],
  ["javac", "A.java:3: error: cannot find symbol", [["A.java", 3, "cannot find symbol"]]],
  ["maven", "[ERROR] /tmp/A.java:[3,5] cannot find symbol", [["/tmp/A.java", 3, "cannot find symbol"]]],
  ["maven message", "[WARNING] old plugin", [["", 0, "old plugin"]]],
  ["gradle", "> Task :compileJava FAILED", [["", 0, ":compileJava"]]],
  ["gradle reason", "* What went wrong:\nExecution failed.", [["", 0, "Execution failed."]]],
  ["kotlin", "e: file:///tmp/A.kt:3:5 Unresolved reference", [["/tmp/A.kt", 3, "Unresolved reference"]]],
  ["npm", "npm error code ENOENT\nnpm error A complete log of this run can be found in: /x", [["", 0, "code ENOENT"]]],
  ["biome", "src/a.ts:3:5 lint/style/useConst ━━━━━━\n\n  × This is bad.", [["src/a.ts", 3, "This is bad."]]],
  ["webpack", "ERROR in ./src/a.ts 3:5\nModule not found", [["./src/a.ts", 3, "Module not found"]]],
  ["oxlint", "  x eslint(eqeqeq): No ==\n    ,-[src/a.ts:12:4]", [["src/a.ts", 12, "eslint(eqeqeq): No =="]]],
  [
    "shellcheck",
    "In a.sh line 3:\n  cd $x\n     ^^ SC2086 (info): Quote.\n  ^---^ SC2164 (warning): Use cd || exit.",
    [["a.sh", 3, "SC2164 (warning): Use cd || exit."]],
  ],
  ["make", "make: *** [Makefile:3: all] Error 1", [["Makefile", 3, "all] Error 1"]]],
  ["ninja", "FAILED: a.o", [["", 0, "a.o"]]],
  ["git", "fatal: not a git repository", [["", 0, "not a git repository"]]],
  ["psql", "psql:a.sql:3: ERROR:  no such table", [["a.sql", 3, "no such table"]]],
];

describe("an extractor", () => {
  test.each(SAMPLES)("of %s reads %j", (format, text, found) => {
    expect(foundBy(format, text)).toEqual(found);
  });
});

test.each(["", "all is well\n0 errors\n", "  ✓ throws an error\n", "src/error.ts\nnpm notice created\n"])(
  "nothing is found in %j",
  (text) => {
    expect(extractErrors(text)).toEqual([]);
  },
);

test("what a shortened text does not say any more is lost, and a heading belongs to its rows", () => {
  const original = "/tmp/a.js\n  1:7  error  no\n\n/tmp/b.js\n  2:7  error  no\n";
  expect(lostErrors(original, original)).toEqual([]);
  expect(lostErrors(original, original.replace("/tmp/b.js\n", ""))).toEqual([
    { format: "eslint stylish", file: "/tmp/b.js", line: 2, message: "no" },
  ]);
});

test("long lines take no long time", () => {
  const text = ["a.b".repeat(100_000), "error: ".repeat(50_000), ":1:".repeat(100_000), " ".repeat(300_000)].join("\n");
  expect(extractErrors(text).length).toBeLessThan(10);
});

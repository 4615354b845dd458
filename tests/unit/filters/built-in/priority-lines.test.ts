// Each line that a tool prints for an error, a warning or a failed test has priority; lines that only hold such a word
// have none.

import { describe, expect, test } from "vitest";
import { isPriorityLine } from "../../../../src/filters/built-in/priority-lines.ts";

const WRONG = `
error[E0308]: mismatched types
  --> src/main.rs:3:18
warning: unused variable: \`x\`
error: could not compile \`shop\` (bin "shop") due to 1 previous error
test cart::adds ... FAILED
thread 'cart::adds' panicked at src/lib.rs:10:5:
test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out
src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.
src/a.ts:3:5 - error TS2322: Type 'string' is not assignable to type 'number'.
  12:5  error  'x' is assigned a value but never used  no-unused-vars
   3:1  warning  Unexpected console statement  no-console
 3:5  ✖  Unexpected unknown property "colr"  property-no-unknown
✖ 2 problems (1 error, 1 warning)
/tmp/shop/a.js:1:5: 'x' is defined but never used. [Error/no-unused-vars]
 FAIL  tests/cart.test.ts > cart > adds
FAIL src/cart.test.ts
  ● cart › adds
   × adds two items 12ms
AssertionError: expected 3 to be 4 // Object.is equality
      Tests  1 failed | 12 passed (13)
  1 failing
not ok 3 - adds
FAILED tests/test_cart.py::test_adds - assert 1 == 2
E       assert 1 == 2
E   AssertionError: boom
tests/test_cart.py:12: AssertionError
shop/cart.py:3: error: Incompatible return value type (got "str", expected "int")  [return-value]
Found 2 errors in 1 file (checked 3 source files)
shop/cart.py:1:8: F401 [*] \`os\` imported but unused
F401 [*] \`os\` imported but unused
--- FAIL: TestAdds (0.00s)
FAIL	example.com/shop/cart	0.003s
./cart.go:12:3: undefined: total
panic: runtime error: index out of range [3] with length 3
cart.c:3:5: warning: unused variable 'x' [-Wunused-variable]
/usr/bin/ld: cart.c:(.text+0x5): undefined reference to \`total'
collect2: error: ld returned 1 exit status
cart.c:9:10: fatal error: missing.h: No such file or directory
Cart.java:3: error: cannot find symbol
[ERROR] /tmp/shop/src/main/java/Cart.java:[3,5] cannot find symbol
[WARNING] The requested profile "x" could not be activated because it does not exist.
[INFO] BUILD FAILURE
> Task :compileJava FAILED
* What went wrong:
e: file:///tmp/shop/Cart.kt:3:5 Unresolved reference: total
npm ERR! code ELIFECYCLE
npm error code ENOENT
npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory.
ERROR: Could not find a version that satisfies the requirement nope
WARNING: Running pip as the 'root' user can result in broken permissions
make: *** [Makefile:3: all] Error 1
make[1]: *** No rule to make target 'x', needed by 'all'.  Stop.
Traceback (most recent call last):
ValueError: invalid literal for int() with base 10: 'x'
src/a.ts:3:5 lint/suspicious/noDoubleEquals ━━━━━━━━━━━━━━━━━
  × Using == may be unsafe
  ! This variable is unused.
ERROR in ./src/index.ts 3:5
Module not found: Error: Can't resolve './x' in '/tmp/shop/src'
Failed to compile.
 ⨯ ./src/app/page.tsx:3:5
CMake Error at CMakeLists.txt:3 (find_package):
CMake Warning (dev) in CMakeLists.txt:
  x eslint(func-style): Expected a function expression.
    ,-[src/price.ts:7:8]
    ╭─[src/price.ts:18:9]
MailTest#test_1 [test/mail_test.rb:5]:
1735812345 ERROR shop: no route
a1b2c3d4e5f6 ERROR shop: no route
read ECONNRESET: connection reset by peer
Timeout of 2000ms exceeded.
FAILED: cart.o
ERROR:  relation "carts" does not exist
psql: error: connection to server on socket failed: FATAL:  role "x" does not exist
curl: (6) Could not resolve host: nowhere.example
wget: unable to resolve host address 'nowhere.example'
2026-01-02 10:00:00 ERROR 404: Not Found.
rsync error: some files could not be transferred (code 23) at main.c(1338) [sender=3.2.7]
rsync: [sender] link_stat "/tmp/nope" failed: No such file or directory (2)
fatal: not a git repository (or any of the parent directories): .git
CONFLICT (content): Merge conflict in src/a.ts
 ! [rejected]        main -> main (non-fast-forward)
E: Unable to locate package nope
W: Some index files failed to download.
ls: cannot access 'nope': No such file or directory
find: '/var/lib/x': Permission denied
bash: nope: command not found
Segmentation fault (core dumped)
Killed
java.lang.NullPointerException: Cannot invoke "String.length()"
Exception in thread "main" java.lang.IllegalStateException: boom
time="2026-01-02T10:00:00Z" level=error msg="no route"
{"level":"warn","msg":"slow"}
E0102 10:00:00.000000       1 server.go:12] lost the lease
Checking...failed
HTTP/1.1 404 Not Found
Request ended with status code 503
exit status 1
Process exited with code 2
✓ Compiled with warnings
3 vulnerabilities (1 moderate, 2 high)
DeprecationWarning: The \`punycode\` module is deprecated.
\x1b[31merror\x1b[0m: it is red
\x1b[1m\x1b[33mwarning\x1b[39m\x1b[0m it is yellow
`;

const HARMLESS = `
0 errors
no warnings
errors: 0
Found 0 errors. Watching for file changes.
found 0 vulnerabilities
Tests run: 12, Failures: 0, Errors: 0, Skipped: 0
    0 Warning(s)
ok=3    changed=0    unreachable=0    failed=0
# fail 0
ℹ fail 0
test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out
100% tests passed, 0 tests failed out of 12
"error": null,
--- PASS: TestErrorIsWrapped (0.00s)
=== RUN   TestError
  ✓ throws an error
 ✓ tests/errors.test.ts (3 tests) 12ms
✔ rejects invalid input (0.3ms)
ok 3 - handles failure
ok  	example.com/shop/errors	0.003s
PASS src/error.test.ts
tests/test_a.py::test_error PASSED                              [ 12%]
test error ... ok
test tests::error_case ... ok
test_failure (tests.test_a.A.test_failure) ... ok
CartTest > handlesError() PASSED
 3/12 Test  #3: error_test .......................   Passed    0.01 sec
error.ts
src/base/errors.ts
src/errors/error-shape.ts
./tests/fixtures/error
-rw-r--r-- 1 ada ada  1234 Jan  2 10:00 error
 src/error.ts | 12 ++++--
 create mode 100644 src/errors/failure.ts
   Compiling thiserror v1.0.50
   Compiling failure v0.1.8
├── error@1.0.0
gcc -Wall -Werror -c cart.c -o cart.o
a1b2c3d parser: error recovery
[INFO] Compiling 12 source files
[  5%] Building C object CMakeFiles/cart.dir/cart.c.o
added 120 packages, and audited 121 packages in 3s
Downloading 12.3 MB
`;

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

describe("a line that says that something is wrong", () => {
  test.each(lines(WRONG))("%s", (line) => {
    expect(isPriorityLine(line)).toBe(true);
  });
});

describe("a line that only holds such a word, or none", () => {
  test.each(lines(HARMLESS))("%s", (line) => {
    expect(isPriorityLine(line)).toBe(false);
  });
});

test("of a very long line only the beginning and the end are looked at", () => {
  const filler = "a.".repeat(500_000);
  expect(isPriorityLine(`error: ${filler}`)).toBe(true);
  expect(isPriorityLine(`${filler} error: between ${filler}`)).toBe(false);
  const record = (message: string) => `{"level":30,"context":"${"word ".repeat(1000)}","msg":"${message}"}`;
  expect(isPriorityLine(record("error: the disk is full at src/a.ts:3:7"))).toBe(true);
  expect(isPriorityLine(record("all is well"))).toBe(false);
});

test.each([
  " ".repeat(1_000_000),
  "no ".repeat(300_000),
  "0 ".repeat(500_000),
  "_".repeat(1_000_000),
  " PASSED".repeat(100_000),
  "a.b:1:".repeat(100_000),
  "error error ".repeat(80_000),
  "\x1b[".repeat(500_000),
])("a crafted line of a megabyte is judged, case %#", (line) => {
  expect(typeof isPriorityLine(line)).toBe("boolean");
});

test.each([
  ['127.0.0.1 - - [02/Jan/2026:10:00:00 +0000] "GET /cart HTTP/1.1" 500 12', true],
  ["GET /cart/7 404 12 ms", true],
  ["POST /cart -> 503", true],
  ["GET /cart/404 200 430 ms", false],
])("the answer's status decides: %s", (line, isPriority) => {
  expect(isPriorityLine(line)).toBe(isPriority);
});

// What belongs to an error stays with it: its file, its code, the difference, the own frames, the sum of the run.

import { expect, test } from "vitest";
import { priorityLines } from "../../../../src/filters/built-in/priority-context.ts";

/** The lines that stay of a text. Lines that begin with `|` in the text lose that sign. */
function kept(text: string): string[] {
  const lines = text.replace(/^\n/, "").split("\n");
  const numbers = priorityLines(lines);
  return lines.filter((_, at) => numbers.has(at)).map((line) => line.trim());
}

test("the file above eslint's rows stays, that of a file without rows does not", () => {
  const rows = `
/tmp/shop/src/clean.js
/tmp/shop/src/cart.js
   1:7   error    'x' is assigned a value but never used  no-unused-vars
  12:5   warning  Unexpected console statement            no-console

/tmp/shop/src/till.js
   3:1   error    'y' is not defined                      no-undef

✖ 3 problems (2 errors, 1 warning)`;
  expect(kept(rows)).toEqual([
    "/tmp/shop/src/cart.js",
    "1:7   error    'x' is assigned a value but never used  no-unused-vars",
    "12:5   warning  Unexpected console statement            no-console",
    "/tmp/shop/src/till.js",
    "3:1   error    'y' is not defined                      no-undef",
    "✖ 3 problems (2 errors, 1 warning)",
  ]);
});

test("rustc's place, code and notes stay", () => {
  const text = `
   Compiling shop v0.1.0
error[E0308]: mismatched types
 --> src/main.rs:3:18
  |
3 |     let x: i32 = "a";
  |            ---   ^^^ expected \`i32\`, found \`&str\`
  |            |
  |            expected due to this
  = note: expected type \`i32\`

   Compiling till v0.1.0`;
  expect(kept(text)).toHaveLength(8);
});

test("the code that gcc shows stays, and the function that it names", () => {
  const text = `
cc -c cart.c
cart.c: In function 'total':
cart.c:3:7: warning: unused variable 'x' [-Wunused-variable]
    3 |   int x;
      |       ^
cc -c till.c`;
  expect(kept(text)).toHaveLength(4);
});

test("of a stack the innermost own frames stay", () => {
  const text = `
starting
TypeError: cart is not iterable
    at Array.from (<anonymous>)
    at lib (/tmp/shop/node_modules/lib/index.js:3:5)
    at total (/tmp/shop/src/cart.js:12:7)
    at checkout (/tmp/shop/src/till.js:4:3)
    at next (/tmp/shop/node_modules/express/router.js:100:5)
    at handle (/tmp/shop/src/server.js:9:1)
    at main (/tmp/shop/src/main.js:1:1)
    at node:internal/modules/run_main:128:12
ready`;
  expect(kept(text)).toEqual([
    "TypeError: cart is not iterable",
    "at total (/tmp/shop/src/cart.js:12:7)",
    "at checkout (/tmp/shop/src/till.js:4:3)",
    "at handle (/tmp/shop/src/server.js:9:1)",
  ]);
});

test("of a traceback the last own frames stay, with their code", () => {
  const text = `
Traceback (most recent call last):
  File "/tmp/shop/main.py", line 9, in <module>
    main()
  File "/usr/lib/python3/dist-packages/click/core.py", line 100, in main
    return self.invoke(ctx)
  File "/tmp/shop/cart.py", line 3, in total
    return sum(prices)
           ^^^^^^^^^^^
TypeError: unsupported operand
done`;
  expect(kept(text)).toEqual([
    "Traceback (most recent call last):",
    'File "/tmp/shop/main.py", line 9, in <module>',
    "main()",
    'File "/tmp/shop/cart.py", line 3, in total',
    "return sum(prices)",
    "^^^^^^^^^^^",
    "TypeError: unsupported operand",
  ]);
});

test("the groups above a failed test stay", () => {
  const text = `
 ❯ tests/cart.test.ts (3 tests | 1 failed) 12ms
   ❯ cart (3)
     ✓ is empty 1ms
     ❯ adding (2)
       ✓ one item 1ms
       × two items 3ms
     ✓ is emptied 1ms`;
  expect(kept(text)).toEqual([
    "❯ tests/cart.test.ts (3 tests | 1 failed) 12ms",
    "❯ cart (3)",
    "❯ adding (2)",
    "× two items 3ms",
  ]);
});

test("mocha's numbered failures stay", () => {
  const text = `
  cart
    ✔ is empty
    1) adds

  1 passing (5ms)
  1 failing`;
  expect(kept(text)).toEqual(["cart", "1) adds", "1 passing (5ms)", "1 failing"]);
});

test("the difference below a failed assertion stays", () => {
  const text = `
  ● cart › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

    > 12 |   expect(total).toBe(4);
         |                 ^

quiet`;
  expect(kept(text)).toContain("Expected: 4");
  expect(kept(text)).toContain("Received: 3");
  expect(kept(text)).not.toContain("quiet");
});

test("of many sums the last stay, and harmless lines do not", () => {
  const sums = Array.from({ length: 40 }, (_, at) => `[INFO] Tests run: ${at}, Failures: 0, Errors: 0`);
  const lines = kept(["hello", ...sums, "[INFO] BUILD SUCCESS", "bye"].join("\n"));
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe("[INFO] BUILD SUCCESS");
});

test("the rest of a message that mypy breaks stays", () => {
  const text = `
a.py:3: error: Incompatible return value type (got
"Union[str, PathLike[str], IO[Any]]", expected "IO[Any]")  [return-value]
checked`;
  expect(kept(text)).toHaveLength(2);
});

test("mocha's difference and frame stay, though the difference begins at the margin", () => {
  const text = `
  1 failing

  1) cart
       adds:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

8 !== 9

      + expected - actual

      -8
      +9

      at Context.<anonymous> (tests/cart.spec.js:12:12)
      at process.processImmediate (node:internal/timers:483:21)`;
  expect(kept(text)).toEqual(
    expect.arrayContaining(["8 !== 9", "-8", "+9", "at Context.<anonymous> (tests/cart.spec.js:12:12)"]),
  );
});

test("the file and the code above a finding of shellcheck stay", () => {
  const text = `
In a.sh line 3:
  cd $x
  ^---^ SC2164 (warning): Use cd || exit.

In b.sh line 9:
  echo $y
       ^-- SC2086 (info): Quote this.`;
  expect(kept(text)).toEqual(["In a.sh line 3:", "cd $x", "^---^ SC2164 (warning): Use cd || exit."]);
});

test("the code that clang shows at the margin stays", () => {
  const text = `
a.c:5:12: warning: unused function 'a' [-Wunused-function]
static int a(void) { return 1; }
           ^
linking`;
  expect(kept(text)).toHaveLength(3);
});

test("a very long line stays that says at its end, or behind its first thousand characters, what is wrong", () => {
  const long = (length: number, message: string, behind: string) => `${"word ".repeat(length)}${message}${behind}`;
  const lines = [
    long(1000, "error: the disk is full", ""),
    long(250, "error: the disk is full", " word".repeat(1000)),
    long(1000, "all is well", ""),
  ];
  expect([...priorityLines(lines)]).toEqual([0, 1]);
});

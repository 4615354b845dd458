// What an answer to a question about code is said to hold.

import { describe, expect, test } from "vitest";
import { contextTable } from "../../../quality/code/code-tables.ts";
import { heldBy } from "../../../quality/code/context.ts";
import type { CodeQuestion } from "../../../quality/code/questions.ts";

const FUNCTIONS = [
  { name: "evict", from: 10, to: 20, signature: "evict()" },
  { name: "put", from: 30, to: 40, signature: "put()" },
];
const question = (...files: string[]): CodeQuestion => ({ commit: {} as CodeQuestion["commit"], text: "", files });
const held = (lines: readonly string[], files = ["src/cache.ts"], wanted = ["src/cache.ts#evict"]) =>
  heldBy(lines.join("\n"), question(...files), () => FUNCTIONS, new Set(wanted));

describe("an answer holds", () => {
  test("a file that a line names, wherever; one that code names it does not", () => {
    expect(held(["tests:", "  src/cache.ts  (uses it)"])).toMatchObject({ file: true, files: 1 });
    expect(held(["```", "src/cache.ts", "```"])).toMatchObject({ file: false, files: 0 });
    expect(held(["src/cache.ts.old"])).toMatchObject({ file: false });
    expect(held(["src/cache.ts"], ["src/cache.ts", "src/b.ts"])).toMatchObject({ file: true, files: 0.5 });
  });

  test("a function whose lines are named below its file, and one whose lines stand there", () => {
    const row = ["src/cache.ts", "  8-20  evict()"];
    expect(held(row).functions).toEqual({ named: true, body: false, whole: false });
    const body = (count: number) => [...row, "```ts", ...Array.from({ length: count }, () => "x"), "```"];
    expect(held(body(2)).functions).toMatchObject({ body: false });
    expect(held(body(3)).functions).toEqual({ named: true, body: true, whole: false });
    expect(held(body(13)).functions).toEqual({ named: true, body: true, whole: true });
    expect(held(["src/other.ts", ...body(13).slice(1)]).functions).toMatchObject({ named: false, body: false });
  });

  test("a body that begins later, behind a line about it", () => {
    const lines = ["src/cache.ts", "  1-20  evict()", "  used by x src/a.ts:3", "  from line 15:", "````", "x", "````"];
    expect(held(lines).functions).toEqual({ named: true, body: true, whole: false });
  });

  test("nothing of functions where the question is about none", () => {
    expect(held(["src/cache.ts"], ["src/cache.ts"], []).functions).toBeNull();
  });
});

test("the table has a row for each budget, and the means of several repositories", () => {
  const row = { what: "context", budget: 2500, file: 1, files: 0.9, function: 0.5, body: 0.25, whole: 0, tokens: 2400 };
  const result = { name: "a/b", revision: "", questions: 4, functionQuestions: 2, rows: [row] };
  expect(contextTable([result])).toMatch(
    /a\/b \(4, 2\) .* 2,500 .* 100\.0 .* 90\.0 .* 50\.0 .* 25\.0 .* 0\.0 .* 2,400/,
  );
  const other = { ...result, name: "c/d", rows: [{ ...row, body: 0.75 }] };
  expect(contextTable([result, other])).toMatch(/mean of 2 .* 50\.0 .* 50\.0 /);
});

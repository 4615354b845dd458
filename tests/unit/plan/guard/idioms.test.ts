// What of a forbidden idiom is found in new text.

import { expect, it } from "vitest";
import { countOf, forbiddenIn, idiomFault, isCheckable } from "../../../../src/plan/guard/idioms.ts";

it.each([
  ["any", "let a: any = company.any", 2],
  ["eval(", "eval(x); medieval(y)", 1],
  ["console.log", "console.log(1) console.logger(2) xconsole.log", 1],
  ["$x", "$x $xy a$x", 1],
  [": any", "a: any, b: anything", 1],
  ["/^\\s*var /m", "var a;\n  var b;\nlet var c", 2],
  ["/TODO/i", "todo ToDo", 2],
  ["/a.b/s", "a\nb", 1],
  ["/a.b/", "a\nb", 0],
  ["/x*/", "abc", 4],
  ["Store passwords in plain text", "Store passwords in plain text", 0],
  ["", "anything", 0],
])("%j in %j: %i", (entry, text, count) => {
  expect(countOf(entry, text)).toBe(count);
});

it("what describes something cannot be looked for, and code can", () => {
  expect(
    ["Use of any type", "never log secrets.", "eval", "as any", "import x from 'y'", "/a b c/"].map(isCheckable),
  ).toEqual([false, false, true, true, true, true]);
});

it("only what there is more of than before is found", () => {
  const entries = ["eval(", "/var /", "any"];
  expect(forbiddenIn(entries, "eval(a) var ", "eval(b) var var any")).toEqual(["/var /", "any"]);
  expect(forbiddenIn(entries, "", "")).toEqual([]);
});

it("an expression that is none is told; one that would take for ever does not", () => {
  expect(idiomFault("/(/")).toMatch(/./);
  expect([idiomFault("/a+/"), idiomFault("(")]).toEqual([null, null]);
  expect(countOf("/(a+)+$/", `${"a".repeat(50_000)}b`)).toBe(0);
});

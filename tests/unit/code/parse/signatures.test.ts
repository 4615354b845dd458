// What signatures declare of their parameters.

import { describe, expect, test } from "vitest";
import { alternativesOf, declaredParameters, functionParameters } from "../../../../src/code/parse/signatures.ts";

const rows = (source: string) => declaredParameters(source).map(({ path, type }) => `${path} ${type}`);

describe("parameters", () => {
  test.each<[string, string[]]>([
    ["(path: string, c: Context<E, 'a, b'>)", ["#1 Context<E, 'a, b'>"]],
    ["(run: (c: Context, next?: Next | undefined) => void)", ["#0#0 Context", "#0#1 Next"]],
    ["(run?: ((c: Context) => void) | null)", ["#0#0 Context"]],
    ["(public readonly store: Store = new Store())", ["#0 Store"]],
    ["({ a, b: { c } }: Props, [d]: Pair)", ["#0 Props", "#1 Pair"]],
    ["(first: A, ...rest: B[])", ["#0 A", "#1+ B"]],
    ["(...rest: Array<(c: Context) => void>)", ["#0+#0 Context"]],
    ["(...both: [first: A, B<C>])", ["#0 A", "#1 B<C>"]],
    ["(a: A | B, c: string | C, d)", ["#1 C"]],
    ["(make: <T>(item: T, c: Context) => (d: D) => E)", ["#0#0 T", "#0#1 Context"]],
    ["(a: A /* (b: B) */, // c: C\n  d: D)", ["#0 A", "#1 D"]],
  ])("%s", (source, expected) => {
    expect(rows(source)).toEqual(expected);
  });

  test.each([
    "",
    "(",
    "(a: A",
    "a: A",
    `(a: ${"A".repeat(5000)})`,
    "(a: {",
    "(a: (b: (c: (d: (e: E) => 1) => 1) => 1) => 1)",
  ])("%s says nothing", (source) => {
    expect(rows(source)).toEqual([]);
  });
});

test("types of a union", () => {
  expect(alternativesOf(": A | ((c: B | C) => void) | null")).toEqual(["A", "(c: B | C) => void"]);
});

test("a type that is a function", () => {
  expect(functionParameters("<T>(a: T) => void")).toBe("(a: T)");
  expect(functionParameters("(A | B)[]")).toBeNull();
});

// A path is in a delta exactly when a naive matcher says so: one that turns the glob into a regular expression, letter
// by letter.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isInDelta } from "../../src/plan/guard/delta.ts";
import { runs } from "../support/runs.ts";

const literal = (text: string) => text.replace(/[^A-Za-z0-9]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);

/** Builds a regular expression over the path with a slash behind each name. */
function naive(path: string, globs: readonly string[]): boolean {
  const names = path.replace(/\/$/u, "").split("/");
  if (names.some((name) => ["", ".", ".."].includes(name))) return false;
  return globs.some((glob) => {
    const parts = glob
      .replace(/^(?:\.\/)+/u, "")
      .replace(/\/$/u, "")
      .split("/");
    if (parts.some((part) => ["", ".", ".."].includes(part))) return false;
    const pieces = parts.map((part, index) => {
      if (part === "**") return index === parts.length - 1 ? "([^/]+/)+" : "([^/]+/)*";
      return `${part.split("*").map(literal).join("[^/]*")}/`;
    });
    return new RegExp(`^${pieces.join("")}${glob.endsWith("/") ? ".*" : ""}$`, "u").test(`${names.join("/")}/`);
  });
}

const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("a", "b", "aa", "ab", "aba", "a.ts", "b.ts", "[a]", "Ä", "A\u0308", "ä", "{a,b}"),
  },
  { weight: 1, arbitrary: fc.constantFrom("", ".", "..") },
);
const part = fc.oneof(name, fc.constantFrom("*", "**", "a*", "*a", "*.ts", "a*b", "*b*", "a**", "***", "*a*a*"));
const slash = fc.constantFrom("", "", "/");
const pathOf = (segment: fc.Arbitrary<string>) =>
  fc.tuple(fc.array(segment, { minLength: 1, maxLength: 5 }), slash).map(([parts, end]) => parts.join("/") + end);

describe("a path in a delta", () => {
  test("is what a naive matcher finds", () => {
    let hits = 0;
    fc.assert(
      fc.property(pathOf(name), fc.array(pathOf(part), { maxLength: 3 }), (path, globs) => {
        const expected = naive(path, globs);
        if (expected) hits++;
        expect(isInDelta(path, globs)).toBe(expected);
      }),
      { numRuns: runs(20_000), seed: 28 },
    );
    expect(hits).toBeGreaterThan(runs(500));
  });

  test("is found by its exact characters, whatever the glob's letters mean elsewhere", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1 }),
        fc.string({ unit: "binary", minLength: 1 }),
        (path, glob) => {
          const isPath = !path
            .replace(/\/$/u, "")
            .split("/")
            .some((each) => ["", ".", ".."].includes(each));
          if (!path.includes("*")) expect(isInDelta(path, [path])).toBe(isPath);
          expect(typeof isInDelta(path, [glob])).toBe("boolean");
        },
      ),
      { numRuns: runs(2000), seed: 28 },
    );
  });

  test.each([
    ["src/a.ts", "src/a.ts", true],
    ["src/a.ts", "./src/a.ts", true],
    ["src/a.ts", "src/", true],
    ["src", "src/", true],
    ["src", "src/**", false],
    ["src/a/b/c.ts", "src/**/*.ts", true],
    ["src/c.ts", "src/**/*.ts", true],
    ["README.md", "*.md", true],
    ["docs/README.md", "*.md", false],
    ["app/[id]/page.tsx", "app/[id]/page.tsx", true],
    ["app/i/page.tsx", "app/[id]/page.tsx", false],
    ["src/../etc/passwd", "src/", false],
    ["/src/a.ts", "src/", false],
    ["srcs/a.ts", "src/", false],
    ["src/A.ts", "src/a.ts", false],
    ["", "**", false],
  ])("%j in %j: %s", (path, glob, expected) => {
    expect(isInDelta(path, [glob])).toBe(expected);
  });

  test("takes no time that grows without bounds", () => {
    const long = "a".repeat(2000);
    expect(
      isInDelta(Array(300).fill(long).join("/"), [`${Array(100).fill("**").join("/")}/${"*a".repeat(500)}b`]),
    ).toBe(false);
  });
});

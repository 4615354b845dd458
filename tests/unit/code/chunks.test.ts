// The chunks of a text are all its lines in order, none twice: of this project's own files, of code in every language,
// and of texts that were made to break it.

import { describe, expect, test } from "vitest";
import { coverageFlaw } from "../../../quality/code/line-coverage.ts";
import { chunkText } from "../../../src/code/index/code-document.ts";
import { codeFixtures } from "../../support/code-fixtures.ts";
import { coverageFlaws, KINDS_OF_FILES } from "../../support/coverage.ts";
import { repositoryRoot } from "../../support/helix-binary.ts";
import { PLACES_STEP } from "../../support/runs.ts";
import { readFixtures, readSourceTree } from "../../support/tidy/source-tree.ts";

const CODE = "class A {\n  run(x) {\n    return x;\n  }\n}\n\nfunction b() {\n  return 1;\n}\n";
const NESTED = 20_000;

const crafted: Record<string, string> = {
  empty: "",
  "one line feed": "\n",
  "only blank lines": "\n".repeat(200),
  "spaces and tabs": " \t\n".repeat(95),
  "one word": "x",
  "no last newline": CODE.trimEnd(),
  CRLF: CODE.replaceAll("\n", "\r\n"),
  "CRLF, no last newline": CODE.trimEnd().replaceAll("\n", "\r\n"),
  "lone CR": CODE.replaceAll("\n", "\r"),
  "CR at the end": `${CODE}\r`,
  "U+2028 and U+2029": CODE.replaceAll("\n", "\u2028").replaceAll("{", "{\u2029"),
  "U+0085": CODE.replaceAll("\n", "\u0085\n"),
  "form feeds": CODE.replaceAll("\n", "\f\n").replaceAll("  ", "\v"),
  NUL: CODE.replaceAll(" ", "\0"),
  "byte order mark": `\ufeff${CODE}`,
  "lone surrogates": CODE.replaceAll("A", "\ud800").replaceAll("b", "\udc00"),
  "a line of 1.4 MB": "x".repeat(1_400_000),
  "a line of 1.4 MB in code": `${CODE}${"f(x);".repeat(280_000)}\n${CODE}`,
  "a here-document": `${CODE}cat <<EOF\nfunction c() {\n}}}\nEOF\n${CODE}`,
  "a here-document without an end": `cat <<'EOF'\n${CODE.repeat(30)}`,
  "an unclosed string": `const a = "no end\n${CODE}`,
  "an unclosed template": `const a = \`no end\n${CODE.repeat(30)}`,
  "an unclosed comment": `/* no end\n${CODE.repeat(30)}`,
  "an unclosed docstring": `def a():\n    """no end\n${CODE.repeat(30)}`,
  "an unclosed fence": `# Title\n\`\`\`\n# no title\n${CODE.repeat(30)}`,
  "headings, one behind the other": "# A\n## B\n### C\n\n".repeat(50),
  "too many closing brackets": `}}}))]]\n${CODE}}}}}`,
  "a function of 1,000 lines": `function a() {\n${"  step();\n".repeat(1000)}}\n`,
  "a class with a function of 1,000 lines": `class A {\n  a() {\n${"    step();\n".repeat(1000)}  }\n}\n`,
  "a hundred lines of comments above": `${"// why\n".repeat(100)}${CODE}`,
  "two on one line": "class A { b() {} } class C { d() {} }\n".repeat(100),
  brackets: "([{\n".repeat(2000),
  "brackets that nothing opened": `${"(".repeat(400)}\n`.repeat(200) + "}\n".repeat(2000),
};

describe("the chunks are all lines, none twice", () => {
  test.each(Object.entries(crafted))("of a text with: %s", (_, text) => {
    expect(coverageFlaws(text)).toEqual([]);
  });

  test("of this project's own files", () => {
    const files = [...readSourceTree(repositoryRoot), ...readFixtures(repositoryRoot)];
    expect(files.length).toBeGreaterThan(500);
    const some = files.filter((_, at) => at % PLACES_STEP === 0);
    const flaws = some.flatMap(({ path, text }) => coverageFlaws(text, [path]));
    expect(flaws).toEqual([]);
  });

  test("of code in every language, whole, and taken for any other language", () => {
    const flaws = codeFixtures().flatMap(({ name, text }) => coverageFlaws(text, [name, ...KINDS_OF_FILES]));
    expect(flaws).toEqual([]);
  });

  test("of code in every language that ends anywhere", () => {
    const flaws = codeFixtures().flatMap(({ name, text }) => {
      const ends = text.split("\n").map((_, at, lines) => lines.slice(0, at).join("\n"));
      return ends.flatMap((cut) => coverageFlaws(cut, [name]));
    });
    expect(flaws).toEqual([]);
  });
});

test.each([
  ["a.ts", "class A {"],
  ["a.rs", "fn a() {"],
  ["a.cs", "namespace A {"],
  ["a.py", "class A:"],
])("however deep code nests, no line is lost: %s, %s", (name, line) => {
  const isIndented = name === "a.py";
  const text = isIndented
    ? Array.from({ length: 1200 }, (_, at) => `${" ".repeat(at)}${line}\n`).join("")
    : ` ${line}\n`.repeat(NESTED);
  expect(coverageFlaws(text, [name])).toEqual([]);
});

test("however deep code nests, its symbols are chunks and its lines have their text", () => {
  const { chunks } = chunkText("a.ts", `${" class A {\n".repeat(NESTED)}export function last() {\n}\n`);
  expect(chunks.at(-1)).toMatchObject({ from: NESTED + 1, to: NESTED + 2, symbol: "last", kind: "function" });
  const longest = chunks.reduce((most, { symbol }) => Math.max(most, symbol?.length ?? 0), 0);
  expect(longest).toBeLessThan(1000);
});

describe("what is wrong with chunks is noticed", () => {
  const text = "a\nb\nc\n";
  const chunk = { symbol: null, kind: null, names: [] };
  const flawOf = (...ranges: readonly (readonly [from: number, to: number, line?: number])[]) => {
    const chunks = ranges.map(([from, to, line = from]) => ({ ...chunk, from, to, line }));
    return coverageFlaw(text, { language: null, lines: ["a", "b", "c"], chunks });
  };

  test("nothing is wrong", () => {
    expect(flawOf([1, 1], [2, 3])).toBeNull();
  });

  test.each([
    [
      "a line that is left out",
      [
        [1, 1],
        [3, 3],
      ],
      "lines 2-2 are in no chunk",
    ],
    [
      "a line that comes twice",
      [
        [1, 2],
        [2, 3],
      ],
      "a chunk begins at line 2 behind line 2",
    ],
    ["an end that is missing", [[1, 2]], "the last chunk ends at line 2 of 3"],
    ["an end behind the text", [[1, 4]], "the last chunk ends at line 4 of 3"],
    ["no chunk at all", [], "the last chunk ends at line 0 of 3"],
    [
      "an empty chunk",
      [
        [1, 0],
        [1, 3],
      ],
      "the chunk at line 1 is empty",
    ],
    ["a declaration elsewhere", [[1, 3, 4]], "the chunk 1-3 is declared at line 4"],
  ] as const)("%s", (_, ranges, flaw) => {
    expect(flawOf(...ranges)).toBe(flaw);
  });

  test("lines that are not those of the text", () => {
    const chunks = [{ ...chunk, from: 1, to: 3, line: 1 }];
    expect(coverageFlaw(text, { language: null, lines: ["a", "b"], chunks })).toBe("2 lines instead of 3");
    expect(coverageFlaw(text, { language: null, lines: ["a", "b", "d"], chunks })).toBe("the lines are not the text");
  });
});

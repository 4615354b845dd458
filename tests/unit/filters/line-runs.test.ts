// Runs of lines of one kind, by rules as filters give them.

import { describe, expect, test } from "vitest";
import { Deadline } from "../../../src/filters/deadline.ts";
import type { RunRule } from "../../../src/filters/filter-definition.ts";
import { shortenedRuns } from "../../../src/filters/line-runs.ts";
import type { OutputLine } from "../../../src/filters/output-lines.ts";
import { readFilters } from "../../../src/filters/read-filters.ts";

const RULE: RunRule = { pattern: "^file ", keep: 2, last: 0, above: 0, group: null };

function linesOf(texts: readonly string[]): OutputLine[] {
  return texts.map((text, at) => {
    const isPriority = text.includes("error");
    return { text, at, isPriority, isError: isPriority, isOdd: text.includes("odd") };
  });
}

function shortened(texts: readonly string[], ...rules: Partial<RunRule>[]): string[] {
  const all = rules.map((rule) => ({ ...RULE, ...rule }));
  return shortenedRuns(linesOf(texts), all, new Deadline(() => 0)).map(({ text }) => text);
}

const files = (count: number, folder = "a") => Array.from({ length: count }, (_, at) => `file ${folder}/${at}`);

describe("a run", () => {
  test("keeps its first lines, and says how many are left out", () => {
    expect(shortened(["start", ...files(9), "end"], {})).toEqual([
      "start",
      "file a/0",
      "file a/1",
      "... (7 lines omitted)",
      "end",
    ]);
  });

  test("keeps its odd rows, which count like the others", () => {
    expect(shortened([...files(5), "file odd", ...files(5)], {})).toEqual([
      "file a/0",
      "file a/1",
      "... (3 lines omitted)",
      "file odd",
      "... (5 lines omitted)",
    ]);
  });

  test("keeps its last lines, too", () => {
    expect(shortened(files(9), { last: 1 })).toEqual(["file a/0", "file a/1", "... (6 lines omitted)", "file a/8"]);
  });

  test("ends at a line of another kind", () => {
    const texts = [...files(2), "end", ...files(2)];
    expect(shortened(texts, {})).toEqual(texts);
  });

  test("stays where the line that says so would be longer", () => {
    expect(shortened(files(3), {})).toEqual(files(3));
  });

  test("stays in an output of few lines", () => {
    expect(shortened(files(9), { above: 9 })).toEqual(files(9));
    expect(shortened(files(10), { above: 9 })).toHaveLength(3);
  });

  test("never loses an error, and goes on behind it", () => {
    const texts = [...files(9), "error: no space", ...files(9)];
    expect(shortened(texts, {})).toEqual([
      "file a/0",
      "file a/1",
      "... (7 lines omitted)",
      "error: no space",
      "... (9 lines omitted)",
    ]);
  });
});

describe("groups", () => {
  const group = "^file (\\w+/)";

  test("are counted, the largest first", () => {
    const texts = [...files(5, "a"), ...files(9, "b"), "file c"];
    expect(shortened(texts, { group })[2]).toBe("... (13 lines omitted: b/ 9, a/ 3, others 1)");
  });

  test("are named alone where there is one", () => {
    expect(shortened(files(9), { group })[2]).toBe("... (7 lines omitted: a/)");
  });

  test("are counted together beyond the twelfth", () => {
    const texts = Array.from({ length: 20 }, (_, at) => files(30 - at, `f${at}`)).flat();
    expect(shortened(texts, { group })[2]).toMatch(/f11\/ 19, 8 groups more\)$/);
  });
});

test("rules work one after another", () => {
  const texts = [...files(9), ...Array.from({ length: 9 }, (_, at) => `page number ${at}`)];
  expect(shortened(texts, {}, { pattern: "^page ", keep: 1 })).toEqual([
    "file a/0",
    "file a/1",
    "... (7 lines omitted)",
    "page number 0",
    "... (8 lines omitted)",
  ]);
});

test("a rule takes in what a rule before it left out", () => {
  const texts = [
    "- top",
    ...Array.from({ length: 5 }, (_, at) => `  - ${at} inner`).flatMap((text) => [
      text,
      ...Array.from({ length: 6 }, () => "    - leaf"),
    ]),
  ];
  expect(shortened(texts, { pattern: "^    - ", keep: 0 })).toHaveLength(11);
  expect(shortened(texts, { pattern: "^    - ", keep: 0 }, { pattern: "^  ", keep: 1 })).toEqual([
    "- top",
    "  - 0 inner",
    "... (34 lines omitted)",
  ]);
});

describe("a file of filters", () => {
  const read = (value: string) =>
    readFilters(`[filters.x]\nmatch_command = "^x"\nshorten_runs = ${value}`, "user", "x.toml");

  test("gives rules with what they leave out", () => {
    expect(read('[{ pattern = "^a", keep = 3 }]').filters[0]?.shortenRuns).toEqual([
      { pattern: "^a", keep: 3, last: 0, above: 0, group: null },
    ]);
  });

  test.each([
    '[{ pattern = "^a" }]',
    '[{ pattern = "", keep = 1 }]',
    '[{ pattern = "^a", keep = -1 }]',
    '[{ pattern = "^a", keep = 1, first = 2 }]',
    '[{ pattern = "^a", keep = 1, group = 3 }]',
    '"^a"',
  ])("is refused for %s, with an example", (value) => {
    const { filters, problems } = read(value);
    expect(filters).toEqual([]);
    expect(problems).toEqual([expect.stringMatching(/shorten_runs is a list .*e\.g\. shorten_runs = \[\{/)]);
  });
});

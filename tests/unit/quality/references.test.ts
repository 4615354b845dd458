// Callers against the truth: answers as they are read, figures, lines that hold no uses, relatives.

import { describe, expect, test } from "vitest";
import { unusedLines } from "../../../quality/references/no-uses.ts";
import { readCallers, referenceFigures } from "../../../quality/references/reference-figures.ts";
import { placesTable, referenceTable } from "../../../quality/references/reference-tables.ts";
import { Relatives } from "../../../quality/references/relatives.ts";

const ANSWER = `function load  src/a.ts:1-3
3 places in 2 files
certain: 2 (2 by import or package)
  src/b.ts:4  load()  (in main)
  src/b.ts:9  load()
by name only: 2, which may mean another one
  src/b.ts:9  x.load()
  src/c.ts:1  y.load()`;

test("an answer is read as places; a line that is certain is so once", () => {
  const { certain, byName } = readCallers(ANSWER);
  expect([...certain]).toEqual(["src/b.ts:4", "src/b.ts:9"]);
  expect([...byName]).toEqual(["src/c.ts:1"]);
});

describe("figures", () => {
  const judged = { path: "src/a.ts", name: "load", uses: ["src/b.ts:4", "src/c.ts:1", "src/d.ts:1"], undecided: [] };

  test("are shares of all places", () => {
    const figures = referenceFigures([{ judged, callers: readCallers(ANSWER), time: 5 }]);
    expect(figures).toMatchObject({ certainPrecision: 1 / 2, certainRecall: 1 / 3, ratio: 1, p50: 5 });
    expect(figures.recall).toBeCloseTo(2 / 3);
    expect(figures.wrong).toEqual(["src/a.ts#load ← src/b.ts:9"]);
    expect(figures.missed).toEqual(["src/a.ts#load ← src/d.ts:1"]);
  });

  test("leave out what the truth cannot decide", () => {
    const open = { ...judged, undecided: ["src/b.ts:9"] };
    expect(referenceFigures([{ judged: open, callers: readCallers(ANSWER), time: 5 }]).certainPrecision).toBe(1);
  });

  test("stand in a table; a repository without truth says why", () => {
    const figures = referenceFigures([{ judged, callers: readCallers(ANSWER), time: 5 }]);
    const measured = { name: "a", language: "go", truth: "gopls", problem: "", figures };
    const skipped = { name: "b", language: "", truth: "", problem: "there is no gopls on the PATH", figures: null };
    const text = referenceTable([measured, skipped]);
    expect(text).toContain("| a (go, gopls)");
    expect(text).toContain(".500");
    expect(text).toContain("- SKIPPED b: there is no gopls on the PATH");
    expect(placesTable(measured)).toContain("missed: 1");
    expect(placesTable(skipped)).toBe("");
  });
});

describe("lines without uses", () => {
  test("are imports over several lines and comments, not exports of own names", () => {
    const text = "import {\n  a,\n} from './a'\n// a\nexport {\n  a,\n}\nexport * from './b'\na()\n";
    expect([...unusedLines(text, "typescript")].sort()).toEqual([1, 2, 3, 4, 8]);
  });

  test("are in Python lists of exported names, too", () => {
    const text = 'from a import (\n    b,\n)\n__all__ = [\n    "b",\n]\nb("c")\n';
    expect([...unusedLines(text, "python")].sort()).toEqual([1, 2, 3, 5]);
  });
});

test("uses of what implements the same interface are told apart", async () => {
  const spot = (line: number) => ({ path: "a.ts", line, column: 0 });
  // Line 10 calls the interface's method (1), 11 another implementation (3), 12 the one that is asked for (2).
  const defined: Record<number, number> = { 10: 1, 11: 3, 12: 2 };
  const relatives = new Relatives(
    async ({ line }) => [spot(defined[line]!)],
    async ({ line }) => (line === 1 ? [spot(2), spot(3)] : []),
  );
  const { own, ofRelatives } = await relatives.split([spot(10), spot(11), spot(12)], [spot(2)]);
  expect(own.map(({ line }) => line)).toEqual([10, 12]);
  expect(ofRelatives.map(({ line }) => line)).toEqual([11]);
});

test("a call through a trait of the tree means what implements it, a call of one that implements means that alone", async () => {
  const spot = (line: number) => ({ path: "a.rs", line, column: 0 });
  // Line 10 calls the trait's method (1), 11 that of a type (2), 12 that of a trait from outside (9).
  const defined: Record<number, number> = { 10: 1, 11: 2, 12: 9 };
  const relatives = new Relatives(
    async ({ line }) => [spot(defined[line]!)],
    async ({ line }) => (line === 9 ? [spot(4)] : [spot(2), spot(3)]),
  );
  const meant = async (line: number) =>
    (await relatives.definitions(spot(line), (definition) => definition.line !== 9)).map((each) => each.line);
  expect(await meant(10)).toEqual([1, 2, 3]);
  expect(await meant(11)).toEqual([2]);
  expect(await meant(12)).toEqual([9]);
});

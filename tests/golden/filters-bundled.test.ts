// Each bundled filter against recorded outputs of the real tool. `HELIX_RECORD=1` writes the expected outputs anew;
// their difference is then read by people before it is committed.

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { lostErrors } from "../../quality/outputs/error-extractors.ts";
import { isPriorityLine } from "../../src/filters/built-in/priority-lines.ts";
import type { Shortening } from "../../src/filters/command-output.ts";
import type { FilterDefinition } from "../../src/filters/filter-definition.ts";
import { bundledFiles, FilterSet } from "../../src/filters/filter-set.ts";
import { isOrdinaryLine } from "../../src/filters/pipeline.ts";
import { shorten } from "../../src/filters/shorten.ts";
import {
  BUILT_IN,
  type CaseKind,
  FILTER_CASES_ROOT,
  type FilterCase,
  filterCases,
  renderCasesPage,
} from "../support/filter-cases.ts";

const RECORDS = process.env.HELIX_RECORD === "1";
/** Bounds of the fixtures, in bytes. */
const FILE_BYTES_MAX = 24 * 1024;
const ALL_BYTES_MAX = 1.5 * 1024 * 1024;

const cases = filterCases();
const filters = new FilterSet(bundledFiles());
/** A clock that stands still: the time that shortening takes is no matter here. */
const clock = { now: () => 0 };

const shortened = ({ output }: FilterCase): Shortening => shorten(output, filters, clock);
const bytes = (text: string) => Buffer.byteLength(text);
const labelOf = ({ tool, name }: FilterCase) => `${tool} ${name}`;

const named = (list: readonly FilterCase[]) => list.map((each) => [labelOf(each), each] as const);

/** Lines as a reader sees them. */
function plainLines(text: string): string[] {
  return Bun.stripANSI(text)
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
}

test("the bundled files are read without a problem", () => {
  expect(filters.problems).toEqual([]);
});

describe.each(named(cases))("%s", (_, each) => {
  test("is for its filter", () => {
    expect(filters.find(each.output.command)?.name).toBe(each.filter);
  });
});

describe.each(named(cases.filter(({ whole }) => whole !== null)))("%s", (_, each) => {
  test("stays whole", () => {
    expect(shortened(each)).toEqual({ kind: "whole", why: each.whole });
  });
});

describe.each(named(cases.filter(({ whole }) => whole === null)))("%s", (_, each) => {
  const { text } = each.output;
  const result = shortened(each);
  const left = result.kind === "shortened" ? result.text : `it stays whole: ${result.why}`;

  test("is shortened as recorded", async () => {
    if (RECORDS) writeFileSync(each.outputPath, left);
    expect(left).toBe(await Bun.file(each.outputPath).text());
    expect(result).toMatchObject({ kind: "shortened", filter: each.filter });
    expect(bytes(left)).toBeLessThan(bytes(text));
  });

  test("keeps each line that says what is wrong, in its order", () => {
    const lines = plainLines(left);
    let at = 0;
    const filter = filters.find(each.output.command)!;
    const isKept = (line: string) => isPriorityLine(line) && !isOrdinaryLine(filter, line);
    for (const line of plainLines(text).filter(isKept)) {
      const found = lines.indexOf(line, at);
      expect(found, line).toBeGreaterThanOrEqual(0);
      at = found + 1;
    }
  });

  test("keeps each error that another reader finds in it", () => {
    expect(lostErrors(text, left)).toEqual([]);
  });
});

const casesOf = (filter: FilterDefinition) => cases.filter((each) => each.filter === filter.name);
const list = filters.list().map(({ filter }) => [filter.name, filter] as const);

test.each(list)("the filter %s has a case", (_, filter) => {
  expect(casesOf(filter).length).toBeGreaterThan(0);
});

test.each(list.filter(([, { isWhole }]) => !isWhole))(
  "the filter %s has something to shorten, something wrong, and an output of nothing",
  (_, filter) => {
    const own = casesOf(filter);
    const has = (...kinds: CaseKind[]) => own.some(({ kind }) => kinds.includes(kind));
    expect(own.some(({ whole }) => whole === null)).toBe(true);
    expect(has("success", "coloured", "huge")).toBe(true);
    expect(has("warnings", "hidden", "failure")).toBe(true);
    expect(has("empty")).toBe(true);
  },
);

test("docs/FILTER-CASES.md lists the cases", async () => {
  const page = fileURLToPath(new URL("../../docs/FILTER-CASES.md", import.meta.url));
  const rendered = renderCasesPage(cases, (each) => {
    const result = shortened(each);
    const before = bytes(each.output.text);
    return { before, after: result.kind === "shortened" ? bytes(result.text) : before };
  });
  if (RECORDS) writeFileSync(page, rendered);
  expect(rendered).toBe(await Bun.file(page).text());
});

describe("the fixtures", () => {
  test("are all used", () => {
    const used = new Set(
      cases.flatMap(({ inputPath, outputPath, whole }) => (whole === null ? [inputPath, outputPath] : [inputPath])),
    );
    const unused = readdirSync(FILTER_CASES_ROOT)
      .filter((tool) => tool !== BUILT_IN)
      .flatMap((tool) => readdirSync(join(FILTER_CASES_ROOT, tool)).map((name) => join(FILTER_CASES_ROOT, tool, name)))
      .filter((path) => !path.endsWith("cases.toml") && !used.has(path));
    expect(unused).toEqual([]);
  });

  test("are small, and say of which version they are", () => {
    const sizes = cases.map((each) => [labelOf(each), bytes(each.output.text)] as const);
    expect(sizes.filter(([, size]) => size > FILE_BYTES_MAX)).toEqual([]);
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(ALL_BYTES_MAX);
    expect(cases.filter(({ version }) => !/\d/.test(version)).map(labelOf)).toEqual([]);
    expect(cases.filter(({ isRecorded, date }) => isRecorded && !/^\d{4}-\d\d-\d\d$/.test(date)).map(labelOf)).toEqual(
      [],
    );
  });
});

// Each bundled filter against recorded outputs of the real tool. `HELIX_RECORD=1` writes the expected outputs anew;
// their difference is then read by people before it is committed.

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isPriorityLine } from "../../src/filters/built-in/priority-lines.ts";
import type { Shortening } from "../../src/filters/command-output.ts";
import { bundledFiles, FilterSet } from "../../src/filters/filter-set.ts";
import { hasPriority } from "../../src/filters/pipeline.ts";
import { shorten } from "../../src/filters/shorten.ts";
import { FILTER_CASES_ROOT, type FilterCase, filterCases } from "../support/filter-cases.ts";

const RECORDS = process.env.HELIX_RECORD === "1";
/** Bounds of the fixtures, in bytes. */
const FILE_BYTES_MAX = 24 * 1024;
const ALL_BYTES_MAX = 3 * 1024 * 1024;

const cases = filterCases();
const filters = new FilterSet(bundledFiles());
/** A clock that stands still: the time that shortening takes is no matter here. */
const clock = { now: () => 0 };

const shortened = ({ output }: FilterCase): Shortening => shorten(output, filters, clock);
const bytes = (text: string) => Buffer.byteLength(text);
const labelOf = ({ tool, name }: FilterCase) => `${tool} ${name}`;

/** Lines as a reader sees them. */
function plainLines(text: string): string[] {
  return Bun.stripANSI(text)
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
}

test("the bundled files are read without a problem", () => {
  expect(filters.problems).toEqual([]);
});

describe.each(cases.map((each) => [labelOf(each), each] as const))("%s", (_, each) => {
  const result = shortened(each);

  test("is for its filter", () => {
    expect(filters.find(each.output.command)?.name).toBe(each.filter);
  });

  test.runIf(each.whole !== null)("stays whole", () => {
    expect(result).toEqual({ kind: "whole", why: each.whole });
    expect(existsSync(each.outputPath)).toBe(false);
  });

  test.runIf(each.whole === null)("is shortened as recorded", async () => {
    if (result.kind !== "shortened") throw new Error(`it stays whole: ${result.why}`);
    if (RECORDS) writeFileSync(each.outputPath, result.text);
    expect(result.text).toBe(await Bun.file(each.outputPath).text());
    expect(result.filter).toBe(each.filter);
    expect(bytes(result.text)).toBeLessThan(bytes(each.output.text));
  });

  test.runIf(each.whole === null)("keeps each line that says what is wrong, in its order", () => {
    if (result.kind !== "shortened") throw new Error(`it stays whole: ${result.why}`);
    const left = plainLines(result.text);
    let at = 0;
    const filter = filters.find(each.output.command)!;
    const isKept = (line: string) => hasPriority(filter, line, isPriorityLine);
    for (const line of plainLines(each.output.text).filter(isKept)) {
      const found = left.indexOf(line, at);
      expect(found, line).toBeGreaterThanOrEqual(0);
      at = found + 1;
    }
  });
});

/** Filters that leave outputs whole have nothing to show here. */
const shortening = filters.list().filter(({ filter }) => !filter.isWhole);

describe.each(shortening.map(({ filter }) => filter.name))("the filter %s", (name) => {
  const own = cases.filter(({ filter }) => filter === name);
  const kinds = new Set(own.map(({ kind }) => kind));

  test("has cases: something to shorten, something wrong, and an empty output", () => {
    expect(own.some(({ whole }) => whole === null)).toBe(true);
    expect([...kinds]).toEqual(expect.arrayContaining(["empty"]));
    expect(["success", "coloured", "huge"].some((kind) => kinds.has(kind as "success"))).toBe(true);
    expect(["warnings", "hidden", "failure"].some((kind) => kinds.has(kind as "warnings"))).toBe(true);
  });
});

describe("the fixtures", () => {
  test("are all used", () => {
    const used = new Set(
      cases.flatMap(({ inputPath, outputPath, whole }) => (whole === null ? [inputPath, outputPath] : [inputPath])),
    );
    const unused = readdirSync(FILTER_CASES_ROOT)
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

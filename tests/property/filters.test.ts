// Any filter over any output: never longer, errors stay, and each line is one of the output or one that says what is
// gone.

import fc from "fast-check";
import { expect, test } from "vitest";
import { isPriorityLine } from "../../src/filters/built-in/priority-lines.ts";
import { Deadline } from "../../src/filters/deadline.ts";
import { emptyFilter, type FilterDefinition } from "../../src/filters/filter-definition.ts";
import { FilterSet } from "../../src/filters/filter-set.ts";
import { shownLines } from "../../src/filters/output-lines.ts";
import { applyFilter } from "../../src/filters/pipeline.ts";
import { shorten } from "../../src/filters/shorten.ts";

const still = { now: () => 0 };
const line = fc.oneof(
  fc.constantFrom(
    "src/a.ts:3:7: error: no such name",
    "warning: unused variable: `x`",
    "  3:7  error  Missing semicolon  semi",
    "/src/app.ts",
    "FAILED tests/a.py::test_b - AssertionError",
    "",
    "   ",
    "Compiling shop v0.1.0",
    "Downloading 10%\rDownloading 100%",
    "\u001b[32m✓\u001b[0m works",
    "0 errors",
  ),
  fc.string({ maxLength: 60 }),
  fc.integer({ min: 0, max: 99 }).map((at) => `step ${at} of 100`),
);
const output = fc.array(line, { maxLength: 120 }).map((lines) => lines.join("\n"));
const pattern = fc.constantFrom("^step", "\\d+", "^\\s*$", "error", "(\\w+) (\\w+)", ".", "^D", "a|b|c");
const patterns = fc.array(pattern, { maxLength: 3 });
const count = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null });
const keys = fc.record<Partial<FilterDefinition>>({
  stripAnsi: fc.boolean(),
  replace: fc.array(fc.record({ pattern, replacement: fc.constantFrom("", "x", "$2 $1", "$$") }), { maxLength: 2 }),
  matchOutput: fc.array(fc.record({ pattern, message: fc.constant("ok"), unless: fc.option(pattern, { nil: null }) }), {
    maxLength: 2,
  }),
  json: fc.boolean(),
  dedupeLines: fc.boolean(),
  dedupeBlocks: fc.boolean(),
  truncateLinesAt: count,
  headLines: count,
  tailLines: count,
  maxLines: count,
  onEmpty: fc.option(fc.constant("nothing"), { nil: null }),
});
const filter = fc.tuple(keys, patterns, fc.constantFrom("stripLines", "keepLines", "priorityLines")).map(
  ([given, lines, key]): FilterDefinition => ({
    ...emptyFilter("any", "user", "any.toml"),
    matchCommand: "^any",
    ...given,
    [key]: lines,
  }),
);

test("errors stay in their order through all stages", () => {
  fc.assert(
    fc.property(filter, output, (given, text) => {
      const result = applyFilter(given, text, { isGuarded: true, deadline: new Deadline(still.now) });
      if (!given.stripAnsi) return;
      const left = result!.lines.filter(({ isError }) => isError).map((each) => each.text.replace(/ \(×\d+\)$/, ""));
      const wanted = shownLines(text).filter(isPriorityLine);
      const unique = (lines: string[]) => lines.filter((each, at) => each !== lines[at - 1]);
      const isCounted = given.dedupeLines || given.dedupeBlocks;
      if (isCounted) expect(new Set(left)).toEqual(new Set(wanted));
      else expect(left).toEqual(wanted);
      expect(unique(left).length).toBeLessThanOrEqual(unique(wanted).length);
    }),
  );
});

test("each line is of the output, or says what is gone", () => {
  fc.assert(
    fc.property(filter, output, fc.boolean(), (given, text, isGuarded) => {
      const result = applyFilter(given, text, { isGuarded, deadline: new Deadline(still.now) })!;
      const places = result.lines.filter(({ at }) => at >= 0).map(({ at }) => at);
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
      const inserted = result.lines.filter(({ at }) => at < 0).map((each) => each.text);
      const known =
        /^(?:ok|nothing|\.\.\. \(\d+ (?:lines (?:omitted|truncated)|more (?:items|keys))\)|object of|list of)/;
      const isJson = given.json && inserted.some((each) => /^(?:object|list) of/.test(each));
      if (!isJson) for (const each of inserted) expect(each).toMatch(known);
      if (given.replace.length > 0 || given.truncateLinesAt !== null || !given.stripAnsi) return;
      const shown = shownLines(text);
      for (const { at, text: own } of result.lines.filter((each) => each.at >= 0))
        expect(own.replace(/ \(×\d+\)$/, "")).toBe(shown[at]!.replace(/ \(×\d+\)$/, ""));
    }),
  );
});

test("no result is longer than its output, and each is the same again", () => {
  fc.assert(
    fc.property(filter, output, fc.constantFrom("any", "other", "any && any"), (given, some, command) => {
      const text = `${some}\n${"step 7 of 100\n".repeat(200)}`;
      const set = new FilterSet([{ filters: [given], tests: [], problems: [] }]);
      const result = shorten({ command, text, isFailure: false }, set, still);
      expect(shorten({ command, text, isFailure: false }, set, still)).toEqual(result);
      if (result.kind === "whole") return;
      expect(Buffer.byteLength(result.text)).toBeLessThan(Buffer.byteLength(text) - 200);
      expect(result.linesLeftOut).toBeGreaterThanOrEqual(0);
    }),
  );
});

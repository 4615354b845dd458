// Outputs of real programs, and what the built-in shortening makes of them, to the letter. Errors, warnings and failed
// tests are also looked for by extractors that are not the filters'. UPDATE_SHORTENED=1 writes the results anew; the
// difference is to be read.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { lostErrors } from "../../quality/outputs/error-extractors.ts";
import { shortenText } from "../../src/filters/built-in/shorten-text.ts";
import { BUILT_IN, FILTER_CASES_ROOT, inputPathOf } from "../support/filter-cases.ts";

const directory = join(FILTER_CASES_ROOT, BUILT_IN);
const { case: cases } = parse(readFileSync(join(directory, "cases.toml"), "utf8")) as unknown as {
  case: { name: string; command: string; input?: string }[];
};

describe("the built-in shortening of", () => {
  test.each(cases)("$name: $command", (row) => {
    const { name } = row;
    const input = readFileSync(inputPathOf(FILTER_CASES_ROOT, BUILT_IN, row)!, "utf8");
    const { text, linesLeftOut } = shortenText(input);
    if (process.env.UPDATE_SHORTENED === "1") writeFileSync(join(directory, `${name}.out.txt`), text);
    expect(text).toBe(readFileSync(join(directory, `${name}.out.txt`), "utf8"));
    expect(text.length).toBeLessThan(input.length);
    expect(lostErrors(input, text)).toEqual([]);
    expect(linesLeftOut).toBeLessThanOrEqual(input.split("\n").length);
    expect(shortenText(input)).toEqual({ text, linesLeftOut });
  });
});

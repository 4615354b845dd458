// The output of a failure keeps what is wrong, and its end.

import { describe, expect, test } from "vitest";
import { FilterSet } from "../../../src/filters/filter-set.ts";
import { readFilters } from "../../../src/filters/read-filters.ts";
import { shortenFailure } from "../../../src/filters/shorten-failure.ts";

const NONE = new FilterSet([]);
const CLOCK = { now: () => 0 };
const steps = (count: number) => Array.from({ length: count }, (_, at) => `step ${at} of the build, nothing to see\n`);
const failed = (text: string, filters = NONE) =>
  shortenFailure({ command: "build-it all", text, isFailure: true }, filters, CLOCK);
const filtered = (more: string) =>
  new FilterSet([readFilters(`[filters.own]\nmatch_command = "^build-it"\n${more}`, "user", "own.toml")]);

describe("a failure", () => {
  test("of up to 10,000 characters stays whole", () => {
    expect(failed(steps(250).join("").slice(0, 10_000)).kind).toBe("whole");
    expect(failed(steps(290).join("")).kind).toBe("shortened");
  });

  test("keeps each error line and the last 80 lines as they were", () => {
    const lines = [...steps(2000), "src/a.ts(3,1): error TS2304: Cannot find name 'x'.\n", ...steps(3000)];
    const end = Array.from({ length: 80 }, (_, at) => `\tend ${at}  \n`);
    const short = failed([...lines, ...end].join(""));
    expect(short).toMatchObject({ kind: "shortened", filter: "built-in", program: "build-it" });
    const { text } = short as { text: string };
    expect(text).toContain("src/a.ts(3,1): error TS2304: Cannot find name 'x'.\n");
    expect(text.endsWith(end.join(""))).toBe(true);
    expect(text.length).toBeLessThan(10_000);
  });

  test("has an end of at most 6,000 characters, of whole lines", () => {
    const long = `${"word ".repeat(500)}\n`;
    const { text } = failed([...steps(1000), long, long, long].join("")) as { text: string };
    expect(text.endsWith(`\n${long}${long}`)).toBe(true);
  });

  test("without a line break at its end gets none", () => {
    const { text } = failed(`${steps(1000).join("")}the end`) as { text: string };
    expect(text.endsWith("\nthe end")).toBe(true);
  });

  test("is filtered by a filter that is made for failures, and by no other", () => {
    const text = steps(1000).join("");
    const head = 'head_lines = 1\non_failure = "filter"';
    expect(failed(text, filtered(head))).toMatchObject({ kind: "shortened", filter: "own" });
    expect(failed(text, filtered("head_lines = 1"))).toMatchObject({ filter: "built-in" });
    expect(failed(text, filtered("whole = true")).kind).toBe("whole");
  });

  test("of what is never shortened stays whole", () => {
    const text = steps(1000).join("");
    const run = (command: string) => shortenFailure({ command, text, isFailure: true }, NONE, CLOCK).kind;
    expect(["git diff", "make --help", "npm ls --json", "helix output X"].map(run)).toEqual(Array(4).fill("whole"));
    expect(failed(`\0${text}`).kind).toBe("whole");
  });
});

// The days in a query: which words are days, and what they mean together.

import { describe, expect, it } from "vitest";
import { dayRange } from "../../../../src/engine/text/dates.ts";
import { checkSpan, takeDates } from "../../../../src/notes/search/query-dates.ts";

const NOW = Date.parse("2026-02-21T12:00:00Z");
const start = (day: string) => dayRange(day, NOW).start;
const end = (day: string) => dayRange(day, NOW).end;

describe("days", () => {
  it("are taken out of the words, both of them inclusive", () => {
    expect(takeDates("linker after:2026-01-01 tag:x BEFORE:2026-01-31", NOW)).toEqual({
      rest: "linker   tag:x  ",
      from: start("2026-01-01"),
      to: end("2026-01-31"),
    });
  });

  it("all hold, where there are several", () => {
    const { from, to } = takeDates("after:2026-01-01 after:today before:yesterday before:2026-01-05", NOW);
    expect([from, to]).toEqual([start("today"), end("2026-01-05")]);
    expect(() => checkSpan({ from, to })).toThrow("no day lies between after and before");
  });

  it.each([
    "it breaks before: today",
    "called before:init",
    "x-before:2026-01-01",
    "after:2026-1-1",
    "before:2026-01-011",
  ])("are only words of their forms: %s", (query) =>
    expect(takeDates(query, NOW)).toEqual({ rest: query, from: null, to: null }),
  );

  it("that are not in the calendar are refused by their field", () => {
    expect(() => takeDates("x after:2026-02-30", NOW)).toThrow("after:2026-02-30 is not in the calendar");
  });
});

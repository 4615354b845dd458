// The date of an entry: when it was stored or last revised.

import { describe, expect, it } from "vitest";
import { formatDateTime } from "../../../../src/engine/text/dates.ts";
import { entryDate, impossibleFrom } from "../../../../src/notes/text/entry-date.ts";

const STORED = Date.UTC(2026, 0, 5, 12) / 60_000;

describe("the date of an entry", () => {
  it.each([1, 60, 40_000])("is that of its revision %d minutes later, in local time", (later) => {
    expect(entryDate(STORED, formatDateTime(STORED + later))).toBe(STORED + later);
  });

  it("is its own time where that is later", () => {
    expect(entryDate(STORED, formatDateTime(STORED - 1))).toBe(STORED);
  });

  it.each([null, "", "2026-02-01", "yesterday", "2026-99-99 99:99", "2027-01-01 10:00 and more", "2027-01-01T10:00"])(
    "is its own time where modified is no time: %j",
    (modified) => {
      expect(entryDate(STORED, modified)).toBe(STORED);
    },
  );
});

it("a time is impossible from the minute on that is more than a day ahead", () => {
  expect(impossibleFrom(1000.7)).toBe(1000 + 1441);
});

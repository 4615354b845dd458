// Days in local time, across time zones and changes of the clock. A process keeps the zone that it began with, so each
// zone is asked in a process of its own.

import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { HelixError } from "../../../../src/base/errors.ts";
import { dayRange } from "../../../../src/engine/text/dates.ts";

const NOW = "2026-02-21T12:00:00Z";
const SCRIPT = fileURLToPath(new URL("../../../support/dates-in-zone.ts", import.meta.url));

interface Question {
  call: "dayRange" | "formatDate" | "formatDateTime";
  argument: string;
  now?: string;
}

/** Answers of a process in `zone`; times in and out are ISO. */
function askIn(zone: string, questions: Question[]): string[] {
  const input = JSON.stringify(questions.map((question) => ({ now: NOW, ...question })));
  const child = Bun.spawnSync([process.execPath, SCRIPT, input], { env: { TZ: zone } });
  expect(child.stderr.toString()).toBe("");
  return JSON.parse(child.stdout.toString()) as string[];
}

describe("dayRange", () => {
  it("names days in UTC", () => {
    const words = ["today", " Yesterday ", "this-week", "2024-02-29", "0042-01-01"];
    expect(
      askIn(
        "UTC",
        words.map((argument) => ({ call: "dayRange", argument })),
      ),
    ).toEqual([
      "2026-02-21T00:00Z 2026-02-22T00:00Z",
      "2026-02-20T00:00Z 2026-02-21T00:00Z",
      "2026-02-15T00:00Z 2026-02-22T00:00Z",
      "2024-02-29T00:00Z 2024-03-01T00:00Z",
      "0042-01-01T00:00Z 0042-01-02T00:00Z",
    ]);
  });

  it("begins and ends days at local midnight", () => {
    const answers = askIn("Asia/Kolkata", [
      { call: "dayRange", argument: "2026-02-21" },
      { call: "dayRange", argument: "today", now: "2026-02-20T18:29:59Z" },
      { call: "dayRange", argument: "today", now: "2026-02-20T18:30:00Z" },
    ]);
    expect(answers).toEqual([
      "2026-02-20T18:30Z 2026-02-21T18:30Z",
      "2026-02-19T18:30Z 2026-02-20T18:30Z",
      "2026-02-20T18:30Z 2026-02-21T18:30Z",
    ]);
  });

  it("keeps days of 23 and 25 hours whole", () => {
    const answers = askIn("America/New_York", [
      { call: "dayRange", argument: "2026-03-08" },
      { call: "dayRange", argument: "2026-11-01" },
      { call: "dayRange", argument: "yesterday", now: "2026-03-09T04:30:00Z" },
      { call: "dayRange", argument: "this-week", now: "2026-03-09T12:00:00Z" },
    ]);
    expect(answers).toEqual([
      "2026-03-08T05:00Z 2026-03-09T04:00Z",
      "2026-11-01T04:00Z 2026-11-02T05:00Z",
      "2026-03-08T05:00Z 2026-03-09T04:00Z",
      "2026-03-03T05:00Z 2026-03-10T04:00Z",
    ]);
  });

  it("accepts a day that the zone skipped, as an empty one", () => {
    expect(askIn("Pacific/Apia", [{ call: "dayRange", argument: "2011-12-30" }])).toEqual([
      "2011-12-30T10:00Z 2011-12-30T10:00Z",
    ]);
  });

  it.each(["2026-02-30", "2025-02-29", "2026-13-01", "2026-00-10", "2026-01-00"])("%s is in no calendar", (word) => {
    expect(() => dayRange(word, Date.parse(NOW))).toThrow(/calendar/);
  });

  it.each(["tomorrow", "", "2026-2-1", "2026-02-21T00:00", "last-week", "20260221"])("%j is no date", (word) => {
    const expected = new HelixError("INVALID_ARGUMENT", "");
    expect(() => dayRange(word, Date.parse(NOW))).toThrow(expect.objectContaining({ code: expected.code }));
    expect(() => dayRange(word, Date.parse(NOW))).toThrow(/YYYY-MM-DD, today, yesterday or this-week/);
  });
});

describe("formatDate, formatDateTime", () => {
  it("show local time", () => {
    const questions: Question[] = [
      { call: "formatDate", argument: "2026-02-21T23:05:00Z" },
      { call: "formatDateTime", argument: "2026-02-21T23:05:00Z" },
      { call: "formatDateTime", argument: "0042-06-01T00:00:00Z" },
    ];
    expect(askIn("UTC", questions)).toEqual(["2026-02-21", "2026-02-21 23:05", "0042-06-01 00:00"]);
    expect(askIn("Asia/Tokyo", questions).slice(0, 2)).toEqual(["2026-02-22", "2026-02-22 08:05"]);
  });
});

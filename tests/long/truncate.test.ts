// A log that ends anywhere in its last records, as a crash leaves it: all records before the cut are there, an edit
// counts whole or not at all, the torn bytes are reported, and the next write keeps them in a file before it goes on
// behind the last record.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runInZone, ZONES } from "../support/in-zone.ts";
import { logOfOriginal, randomLog } from "../support/random-log.ts";
import { startOfLast, truncationProblems } from "../support/truncations.ts";

const BASES = ["utc-2024", "local-1970"] as const;

describe.each(BASES)("a log in base %s", (base) => {
  test.each([1, 2, 3, 4])("cut at every byte of its last records, seed %i", async (seed) => {
    const log = await randomLog({ seed, changes: 25, base });
    expect(await truncationProblems(log, startOfLast(12, log))).toEqual([]);
  });
});

describe("a log of the original program", () => {
  const fixture = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../fixtures/original/${name}/data.log`, import.meta.url)));

  test("with edits, cut at every byte of its last records", async () => {
    const log = fixture("edited");
    expect(await truncationProblems(log, startOfLast(12, log))).toEqual([]);
  });

  test("of a thousand entries, cut at every byte of its last tombstone", async () => {
    const log = fixture("thousand");
    expect(await truncationProblems(log, startOfLast(1, log))).toEqual([]);
  });

  test("with a long body, cut at every byte of the record behind it and of its end", async () => {
    const log = fixture("large-body");
    expect(await truncationProblems(log, startOfLast(1, log) - 5)).toEqual([]);
  });
});

describe("a log with nothing but its header", () => {
  test("cut at every byte", async () => {
    expect(await truncationProblems(logOfOriginal("a", "b", 29_920_466), 0)).toEqual([]);
  });
});

describe("in another time zone", () => {
  test.each(ZONES)("%s", (zone) => {
    expect(runInZone(zone, "./truncations.ts", "21")).toEqual([]);
  });
});

// Lists of strings in two sections: what was written is read, and damaged offsets or bytes give strings all the same.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InternedNames, NameTable, NameTableWriter } from "../../../src/index/name-table.ts";

const names = fc.array(
  fc.string({ unit: "binary", maxLength: 20 }).map((name) => name.toWellFormed()),
  { maxLength: 40 },
);
const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function tableOf(list: readonly string[]): NameTable {
  const writer = new NameTableWriter();
  list.forEach((name, ordinal) => {
    expect(writer.add(name)).toBe(ordinal);
  });
  expect(writer.count).toBe(list.length);
  return new NameTable(writer.offsets(), writer.pool());
}

describe("a name table", () => {
  test("gives back every string, and the empty one where there is none", () => {
    fc.assert(
      fc.property(names, (list) => {
        const table = tableOf(list);
        expect(table.count).toBe(list.length);
        expect(list.map((_, ordinal) => table.name(ordinal))).toEqual(list);
        for (const ordinal of [-1, list.length, list.length + 1, 0xffff_ffff]) expect(table.name(ordinal)).toBe("");
      }),
    );
  });

  test("in ascending order finds each string and no other", () => {
    fc.assert(
      fc.property(names, fc.string({ unit: "binary", maxLength: 3 }), (list, other) => {
        const sorted = [...new Set(list)].sort(byCodeUnits);
        const table = tableOf(sorted);
        sorted.forEach((name, ordinal) => {
          expect(table.find(name)).toBe(ordinal);
        });
        expect(table.find(other)).toBe(sorted.indexOf(other));
        const notBelow = sorted.findIndex((name) => byCodeUnits(name, other) >= 0);
        expect(table.lowerBound(other)).toBe(notBelow < 0 ? sorted.length : notBelow);
      }),
    );
  });

  test("finds the strings that hold another, none across their borders", () => {
    const parts = fc.array(fc.constantFrom("a", "b", "ab", "ä", "/"), { maxLength: 5 }).map((list) => list.join(""));
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 15 }), parts, (list, needle) => {
        const expected = needle === "" ? [] : list.flatMap((name, ordinal) => (name.includes(needle) ? [ordinal] : []));
        expect(tableOf(list).containing(needle)).toEqual(expected);
      }),
    );
  });

  test("of damaged offsets or bytes gives strings", () => {
    fc.assert(
      fc.property(
        fc.uint32Array({ maxLength: 12 }),
        fc.uint8Array({ maxLength: 60 }),
        fc.boolean(),
        (offsets, pool, near) => {
          const table = new NameTable(near ? offsets.map((offset) => offset % 80) : offsets, pool);
          for (let ordinal = -1; ordinal <= table.count; ordinal++) expect(typeof table.name(ordinal)).toBe("string");
          expect(table.find("a")).toBeLessThan(Math.max(table.count, 1));
          for (const ordinal of table.containing("a")) expect(ordinal).toBeLessThan(table.count + 1);
        },
      ),
    );
  });
});

describe("interned names", () => {
  test("give equal strings one ordinal, in the order in which they came", () => {
    const interned = new InternedNames();
    expect(["b", "a", "b", "", "a", ""].map((name) => interned.ordinal(name))).toEqual([0, 1, 0, 2, 1, 2]);
    expect(interned.table.count).toBe(3);
  });
});

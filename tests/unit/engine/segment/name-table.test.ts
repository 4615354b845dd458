// Lists of strings in two sections: what was written is read, and damaged offsets or bytes give strings all the same.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InternedNames } from "../../../../src/engine/segment/interned-names.ts";
import { mergeNames } from "../../../../src/engine/segment/name-merge.ts";
import { NameTable } from "../../../../src/engine/segment/name-table.ts";
import { NameTableWriter } from "../../../../src/engine/segment/name-table-writer.ts";

const names = fc.array(
  fc.string({ unit: "binary", maxLength: 20 }).map((name) => name.toWellFormed()),
  { maxLength: 40 },
);
const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function tableOf(list: readonly string[]): NameTable {
  const writer = new NameTableWriter(list.length);
  for (const name of list) writer.add(name);
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
    expect(["b", "a", "b", "", "a", ""].map((name) => interned.add(name))).toEqual([0, 1, 0, 2, 1, 2]);
    expect(interned.count).toBe(3);
    expect([0, 1, 2].map((rank) => interned.name(interned.ordinalAt(rank)))).toEqual(["", "a", "b"]);
    interned.add("Z");
    expect(interned.name(interned.ordinalAt(1))).toBe("Z");
    expect([interned.find("a"), interned.find("none")]).toEqual([1, -1]);
  });
});

describe("merged names", () => {
  test("are all that are in use, once, ascending; each list knows its own among them", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.integer()), { maxLength: 4 }), (drawn) => {
        const lists = drawn.map(([list], at) => {
          if (at % 2 === 0) return tableOf([...new Set(list)].sort(byCodeUnits));
          const interned = new InternedNames();
          for (const name of list) interned.add(name);
          return interned;
        });
        const inUse = drawn.map(([, bits], at) =>
          bits % 3 === 0
            ? null
            : Uint8Array.from({ length: lists[at]!.count }, (_, ordinal) => (bits >> (ordinal % 31)) & 1),
        );
        const used = (at: number, ordinal: number) => inUse[at]?.[ordinal] !== 0;
        const merged = mergeNames(lists, inUse);
        const expected = lists.flatMap((list, at) =>
          Array.from({ length: list.count }, (_, ordinal) => ordinal)
            .filter((ordinal) => used(at, ordinal))
            .map((ordinal) => list.name(ordinal)),
        );
        expect(merged.names()).toEqual([...new Set(expected)].sort(byCodeUnits));
        const table = new NameTable(merged.table.offsets(), merged.table.pool());
        lists.forEach((list, at) => {
          for (let ordinal = 0; ordinal < list.count; ordinal++) {
            if (used(at, ordinal)) expect(table.name(merged.ordinals[at]![ordinal]!)).toBe(list.name(ordinal));
          }
        });
      }),
    );
  });
});

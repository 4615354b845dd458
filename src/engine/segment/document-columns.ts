// Writes the documents of a new index, column by column, from those of the segments that it is made of. Numbers are
// copied, and ordinals of names become those of the merged names. No document is ever put together, and no name is
// looked up by its text.
// Invariants:
// - Documents are numbered as the order says.
// - Ordinals are those of the ascending names. Names that no document of the result has are gone.

import type { NumberColumn } from "./columns.ts";
import type { DocumentOrder } from "./document-order.ts";
import { type OrderColumns, writeGroupLists } from "./group-lists.ts";
import { MovedOrigins } from "./moved-origins.ts";
import { type MergedNames, mergeNames } from "./name-merge.ts";
import type { NameList } from "./name-table.ts";
import type { Schema } from "./schema.ts";
import type { SectionOutput } from "./section-output.ts";
import type { MergeableSegment, MergeInput } from "./segment.ts";
import { writeSets } from "./set-merge.ts";

/** The inputs of a merge, and the order of its result. */
export interface MergePlan {
  /** The segments in the order of the log. */
  readonly inputs: readonly MergeInput[];
  readonly order: DocumentOrder;
  /** Where the documents of the result stand in a new log; null when the log stays. */
  readonly origins: NewOrigins | null;
}

/**
 * Offset and length in bytes of each record in a new log. Each offset is the document's origin there, and no record is
 * half an edit.
 */
export interface NewOrigins {
  readonly offsets: Uint32Array;
  readonly sizes: Uint32Array;
}

/** The groups of a column of the result: their names in order, and the ordinal of each document's. */
export interface WrittenGroups {
  readonly names: readonly string[];
  readonly of: Uint32Array;
}

/** A column of names of the result: a number for each document, 0 for none, and the name that a number stands for. */
export interface WrittenNames {
  readonly numbers: Uint32Array;
  nameOf(number: number): string;
}

/** The columns of the result that a derivation may ask for. */
export interface WrittenColumns {
  /** By column of the kind `group`. */
  readonly groups: ReadonlyMap<string, WrittenGroups>;
  /** By column of the kind `name`. */
  readonly names: ReadonlyMap<string, WrittenNames>;
}

export interface WrittenDocuments extends WrittenColumns {
  readonly tokenTotal: number;
  readonly leadingTotal: number;
}

/** Writes the sections of documents and of all columns. */
export function writeDocuments(schema: Schema, plan: MergePlan, out: SectionOutput): WrittenDocuments {
  const offset = plan.origins?.offsets ?? copied(plan, ({ offsets }) => offsets);
  out.add("documentOffset", offset);
  out.addNarrow("documentSize", plan.origins?.sizes.map((size) => size * 2) ?? copied(plan, ({ sizes }) => sizes));
  const lengths = copied(plan, (segment) => segment.lengths);
  out.addNarrow("documentLength", lengths);
  const leadingLengths = copied(plan, (segment) => segment.leadingLengths);
  out.addNarrow("documentLeadingLength", leadingLengths);
  const moved = movedOf(plan);
  out.add("movedDocuments", moved.ids);
  out.add("movedOrigins", moved.origins);
  const { ordering } = schema;
  const order: OrderColumns = {
    offset,
    moved: new MovedOrigins(moved.ids, moved.origins),
    ordering: ordering && { compare: ordering.compare, numbers: orderingNumbers(schema, ordering.column, plan) },
  };
  const groups = new Map<string, WrittenGroups>();
  const names = new Map<string, WrittenNames>();
  for (const [column, kind] of Object.entries(schema.columns)) {
    const numbersOf = (segment: MergeableSegment) => segment.numbers(column);
    if (kind === "name") names.set(column, writeNames(plan, column, out));
    else if (kind === "group") groups.set(column, writeGroups(plan, column, order, out));
    else if (kind === "number") out.addNarrow(column, copied(plan, numbersOf));
    else if (kind !== "names") out.add(column, copied(plan, numbersOf));
    else {
      const sets = plan.inputs.map(({ segment }) => segment.sets(column));
      const counts = sets.map((each) => each.sets.count);
      const numbers = writeSets(column, sets, inUse(plan, numbersOf, counts, 0), out);
      out.addNarrow(column, copied(plan, numbersOf, numbers));
    }
  }
  return { groups, names, tokenTotal: sum(lengths), leadingTotal: sum(leadingLengths) };
}

function orderingNumbers(schema: Schema, column: string, plan: MergePlan): Uint32Array | Int32Array {
  const numbers = copied(plan, (segment) => segment.numbers(column));
  const { buffer, byteOffset, length } = numbers;
  return schema.columns[column] === "i32" ? new Int32Array(buffer, byteOffset, length) : numbers;
}

/** Numbers of the result. `map` turns the numbers of each input into those of the result. */
function copied(
  { inputs, order }: MergePlan,
  columnOf: (segment: MergeableSegment) => NumberColumn,
  map: readonly Uint32Array[] | null = null,
): Uint32Array {
  const result = new Uint32Array(order.count);
  inputs.forEach(({ segment }, at) => {
    const { all } = columnOf(segment);
    const { numbers, first } = order.renumberings[at]!;
    const ordinals = map?.[at];
    for (let id = 0; id < segment.documentCount; id++) {
      const number = numbers === null ? first + id : numbers[id]!;
      if (number >= 0) result[number] = ordinals === undefined ? all[id]! : ordinals[all[id]!]!;
    }
  });
  return result;
}

/** Merges the names of a column that are in use. Its numbers are ordinals + `shift`. */
function merged(plan: MergePlan, column: string, shift: number, out: SectionOutput): MergedNames {
  const lists: NameList[] = plan.inputs.map(({ segment }) => segment.names(column).names);
  const counts = lists.map(({ count }) => count);
  const names = mergeNames(
    lists,
    inUse(plan, (segment) => segment.numbers(column), counts, shift),
  );
  out.add(`${column}.nameOffsets`, names.table.offsets());
  out.add(`${column}.names`, names.table.pool());
  return names;
}

function writeNames(plan: MergePlan, column: string, out: SectionOutput): WrittenNames {
  const names = merged(plan, column, 1, out);
  const ordinals = names.ordinals.map((map) => {
    const shifted = new Uint32Array(map.length + 1);
    map.forEach((ordinal, at) => {
      shifted[at + 1] = ordinal + 1;
    });
    return shifted;
  });
  const numbers = copied(plan, (segment) => segment.numbers(column), ordinals);
  out.addNarrow(column, numbers);
  return { numbers, nameOf: (number) => names.table.name(number - 1) };
}

function writeGroups(plan: MergePlan, column: string, order: OrderColumns, out: SectionOutput): WrittenGroups {
  const names = merged(plan, column, 0, out);
  const of = copied(plan, (segment) => segment.numbers(column), names.ordinals);
  out.addNarrow(column, of);
  writeGroupLists(column, names.table.count, of, order, out);
  return { names: names.names(), of };
}

/**
 * For each input, which of its names or sets a document of the result has; null means all. Numbers of the column count
 * from `shift`.
 */
function inUse(
  { inputs, order }: MergePlan,
  columnOf: (segment: MergeableSegment) => NumberColumn,
  counts: readonly number[],
  shift: number,
): (Uint8Array | null)[] {
  return inputs.map(({ segment }, at) => {
    const { numbers } = order.renumberings[at]!;
    if (numbers === null) return null;
    const used = new Uint8Array(counts[at]! + shift);
    const { all } = columnOf(segment);
    for (let id = 0; id < numbers.length; id++) if (numbers[id]! >= 0) used[all[id]!] = 1;
    return used.subarray(shift);
  });
}

/** The documents of the result whose origin is not their own offset. */
function movedOf({ inputs, order, origins: newOrigins }: MergePlan): { ids: Uint32Array; origins: Uint32Array } {
  const ids: number[] = [];
  const origins: number[] = [];
  if (newOrigins === null) {
    inputs.forEach(({ segment: { moved } }, at) => {
      const { numbers, first } = order.renumberings[at]!;
      for (let index = 0; index < moved.ids.length; index++) {
        const id = moved.ids[index]!;
        const number = numbers === null ? first + id : numbers[id]!;
        if (number < 0) continue;
        ids.push(number);
        origins.push(moved.origins[index]!);
      }
    });
  }
  return { ids: Uint32Array.from(ids), origins: Uint32Array.from(origins) };
}

function sum(numbers: Uint32Array): number {
  let total = 0;
  for (let at = 0; at < numbers.length; at++) total += numbers[at]!;
  return total;
}

// Writes the list of each group's documents, in the schema's order.

import type { MovedOrigins } from "./moved-origins.ts";
import type { DocumentOrdering } from "./schema.ts";
import type { SectionOutput } from "./section-output.ts";

/** What decides the order of documents, by document number of the result. */
export interface OrderColumns {
  readonly offset: Uint32Array;
  readonly moved: MovedOrigins;
  /** The numbers that the schema orders by; null where origins alone decide. */
  readonly ordering: { readonly numbers: ArrayLike<number>; readonly compare: DocumentOrdering["compare"] } | null;
}

/** Writes the sections of the lists of a column with `count` groups; `groupOf` has the group of each document. */
export function writeGroupLists(
  column: string,
  count: number,
  groupOf: Uint32Array,
  { offset, moved, ordering }: OrderColumns,
  out: SectionOutput,
): void {
  const offsets = new Uint32Array(count + 1);
  for (let id = 0; id < groupOf.length; id++) offsets[groupOf[id]! + 1]!++;
  for (let group = 0; group < count; group++) offsets[group + 1]! += offsets[group]!;
  const next = offsets.slice();
  const documents = new Uint32Array(groupOf.length);
  for (let id = 0; id < groupOf.length; id++) documents[next[groupOf[id]!]!++] = id;
  const byOrigin = (a: number, b: number) => moved.of(a, offset[a]!) - moved.of(b, offset[b]!);
  const compare =
    ordering === null
      ? byOrigin
      : (a: number, b: number) => ordering.compare(ordering.numbers[a]!, ordering.numbers[b]!) || byOrigin(a, b);
  for (let group = 0; group < count; group++) {
    const list = documents.subarray(offsets[group], offsets[group + 1]);
    if (!isInOrder(list, compare)) list.sort(compare);
  }
  out.add(`${column}.documentOffsets`, offsets);
  out.add(`${column}.documents`, documents);
}

function isInOrder(list: Uint32Array, compare: (a: number, b: number) => number): boolean {
  for (let at = 1; at < list.length; at++) if (compare(list[at - 1]!, list[at]!) > 0) return false;
  return true;
}

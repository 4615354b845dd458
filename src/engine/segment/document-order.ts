// Which documents of several segments go into a new one, and which numbers they get there.
// Invariants:
// - New numbers count from 0 without gaps.

import type { MergeInput } from "./segment.ts";

/** The new numbers of one segment's documents. */
export interface Renumbering {
  /**
   * The new number by old number, -1 for a document that is left out. Null where all stay in order: then the new number
   * is the old one + `first`.
   */
  readonly numbers: Int32Array | null;
  readonly first: number;
}

export interface DocumentOrder {
  readonly count: number;
  /** One for each input. */
  readonly renumberings: readonly Renumbering[];
  /** Whether the documents of an input may come in another order than before. */
  readonly isMixed: boolean;
}

/** The order of all documents that are not deleted, as they come. */
export function liveOrder(inputs: readonly MergeInput[]): DocumentOrder {
  let count = 0;
  const renumberings = inputs.map((input) => {
    const renumbering = liveOf(input, count);
    const { documentCount } = input.segment;
    if (renumbering.numbers === null) count += documentCount;
    else for (const number of renumbering.numbers) if (number >= 0) count++;
    return renumbering;
  });
  return { count, renumberings, isMixed: false };
}

/** The documents `ids` in exactly this order. They are numbered through all inputs, one input after the other. */
export function givenOrder(inputs: readonly MergeInput[], ids: Uint32Array): DocumentOrder {
  let capacity = 0;
  for (const { segment } of inputs) capacity += segment.documentCount;
  const all = new Int32Array(capacity).fill(-1);
  ids.forEach((id, number) => {
    all[id] = number;
  });
  let from = 0;
  const renumberings = inputs.map(({ segment }) => {
    const numbers = all.subarray(from, from + segment.documentCount);
    from += segment.documentCount;
    return { numbers, first: 0 };
  });
  return { count: ids.length, renumberings, isMixed: true };
}

function liveOf({ segment, isDeleted }: MergeInput, first: number): Renumbering {
  const { documentCount } = segment;
  let id = 0;
  while (id < documentCount && !isDeleted(id)) id++;
  if (id === documentCount) return { numbers: null, first };
  const numbers = new Int32Array(documentCount);
  let next = first;
  for (id = 0; id < documentCount; id++) numbers[id] = isDeleted(id) ? -1 : next++;
  return { numbers, first };
}

// Makes the hash table of the term dictionary. term-slots.ts looks terms up in it.

import { bitWidth } from "../postings/bit-packing.ts";
import { homeOf } from "./term-slots.ts";

/** The greatest share of the slots that may be in use. */
const FULL_MAX = 0.75;

/** The table for terms with these hashes, by ordinal. */
export function termSlots(hashes: ArrayLike<number>): Uint32Array {
  const count = hashes.length;
  const slots = new Uint32Array(Math.ceil(count / FULL_MAX) + 1);
  const ordinalBits = bitWidth(count);
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const hash = hashes[ordinal]!;
    let slot = homeOf(hash, slots.length);
    while (slots[slot] !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1;
    slots[slot] = (hash << ordinalBits) | (ordinal + 1);
  }
  return slots;
}

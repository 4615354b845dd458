// The hash table of the term dictionary. It uses open addressing: the search goes from slot to slot, beginning where
// the hash leads. A slot holds ordinal + 1 in as many low bits as the number of terms needs, and low bits of the hash
// above them. So hardly any name is read but the right one.

import { fnv1a } from "../../base/fnv.ts";
import { bitWidth } from "../postings/bit-packing.ts";

/** How many hashes there are. */
const HASHES = 0x1_0000_0000;

/** The ordinal of `term` among `count` terms, or -1. */
export function findInSlots(
  slots: Uint32Array,
  count: number,
  term: string,
  names: { isNamed(ordinal: number, name: string): boolean },
): number {
  const ordinalBits = bitWidth(count);
  const ordinalMask = (1 << ordinalBits) - 1;
  const hash = fnv1a(term);
  const wanted = hash << ordinalBits;
  let slot = homeOf(hash, slots.length);
  for (let probe = 0; probe < slots.length; probe++) {
    const value = slots[slot]!;
    if (value === 0) return -1;
    if (((value ^ wanted) & ~ordinalMask) === 0) {
      const ordinal = (value & ordinalMask) - 1;
      if (names.isNamed(ordinal, term)) return ordinal;
    }
    slot = slot + 1 === slots.length ? 0 : slot + 1;
  }
  return -1;
}

/** Whether a term with this hash may be among `count` terms. True for all that are, and for few others. */
export function mayBeInSlots(slots: Uint32Array, count: number, hash: number): boolean {
  const ordinalBits = bitWidth(count);
  const ordinalMask = (1 << ordinalBits) - 1;
  const wanted = hash << ordinalBits;
  let slot = homeOf(hash, slots.length);
  for (let probe = 0; probe < slots.length; probe++) {
    const value = slots[slot]!;
    if (value === 0) return false;
    if (((value ^ wanted) & ~ordinalMask) === 0) return true;
    slot = slot + 1 === slots.length ? 0 : slot + 1;
  }
  return false;
}

/** The slot that a hash leads to. The high bits of the hash decide, since the low bits tell terms apart. */
export function homeOf(hash: number, capacity: number): number {
  return ((hash / HASHES) * capacity) >>> 0;
}

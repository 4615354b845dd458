// Merges a column of sets of names: the names of several segments, and the sets that their documents have.

import type { SetColumn } from "./columns.ts";
import { mergeNames } from "./name-merge.ts";
import type { SectionOutput } from "./section-output.ts";

/**
 * Writes the sections of a column's names and sets. `setsInUse` says for each input which of its sets are in use; null
 * means all. Returns for each input the new numbers of its sets.
 */
export function writeSets(
  column: string,
  inputs: readonly SetColumn[],
  setsInUse: readonly (Uint8Array | null)[],
  out: SectionOutput,
): Uint32Array[] {
  const namesInUse = inputs.map(({ names, sets }, at) => {
    const inUse = setsInUse[at];
    if (inUse === null || inUse === undefined) return null;
    const used = new Uint8Array(names.count);
    for (let set = 0; set < inUse.length; set++) {
      const ordinals = inUse[set] === 1 ? sets.ordinalsOf(set) : [];
      for (let index = 0; index < ordinals.length; index++) used[ordinals[index]!] = 1;
    }
    return used;
  });
  const merged = mergeNames(
    inputs.map(({ names }) => names),
    namesInUse,
  );
  const known = new Map<string, number>();
  const all: number[] = [];
  const offsets: number[] = [0];
  const numbers = inputs.map(({ sets }, at) => {
    const ofInput = new Uint32Array(sets.count);
    for (let set = 0; set < ofInput.length; set++) {
      if (setsInUse[at]?.[set] === 0) continue;
      const ordinals = Array.from(sets.ordinalsOf(set), (ordinal) => merged.ordinals[at]![ordinal]!);
      const key = ordinals.join();
      const number = known.get(key) ?? known.size;
      ofInput[set] = number;
      if (number < known.size) continue;
      known.set(key, number);
      all.push(...ordinals);
      offsets.push(all.length);
    }
    return ofInput;
  });
  out.add(`${column}.nameOffsets`, merged.table.offsets());
  out.add(`${column}.names`, merged.table.pool());
  out.add(`${column}.setOffsets`, Uint32Array.from(offsets));
  out.add(`${column}.sets`, Uint32Array.from(all));
  return numbers;
}

// Merges the tags of several segments, and the sets of tags that their documents have.

import type { MergeInput } from "./document.ts";
import { mergeNames } from "./name-merge.ts";
import type { SectionOutput } from "./section-output.ts";

/**
 * Writes the sections of tags and tag sets. `setsInUse` says for each input which of its sets are in use; null means
 * all. Returns for each input the new numbers of its sets.
 */
export function writeTagSets(
  inputs: readonly MergeInput[],
  setsInUse: readonly (Uint8Array | null)[],
  out: SectionOutput,
): Uint32Array[] {
  const tagsInUse = inputs.map(({ segment }, at) => {
    const sets = setsInUse[at];
    if (sets === null || sets === undefined) return null;
    const used = new Uint8Array(segment.tags.count);
    for (let set = 0; set < sets.length; set++) {
      const tags = sets[set] === 1 ? segment.tagsOfSet(set) : [];
      for (let index = 0; index < tags.length; index++) used[tags[index]!] = 1;
    }
    return used;
  });
  const tags = mergeNames(
    inputs.map(({ segment }) => segment.tags),
    tagsInUse,
  );
  const known = new Map<string, number>();
  const tagsOfSets: number[] = [];
  const offsets: number[] = [0];
  const numbers = inputs.map(({ segment }, at) => {
    const ofInput = new Uint32Array(segment.tagSetCount);
    for (let set = 0; set < ofInput.length; set++) {
      if (setsInUse[at]?.[set] === 0) continue;
      const ordinals = Array.from(segment.tagsOfSet(set), (tag) => tags.ordinals[at]![tag]!);
      const key = ordinals.join();
      const number = known.get(key) ?? known.size;
      ofInput[set] = number;
      if (number < known.size) continue;
      known.set(key, number);
      tagsOfSets.push(...ordinals);
      offsets.push(tagsOfSets.length);
    }
    return ofInput;
  });
  out.add("tagNameOffsets", tags.table.offsets());
  out.add("tagNames", tags.table.pool());
  out.add("tagSetOffsets", Uint32Array.from(offsets));
  out.add("tagSetTags", Uint32Array.from(tagsOfSets));
  return numbers;
}

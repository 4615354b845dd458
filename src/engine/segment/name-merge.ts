// Merges the names of several segments into one ascending table.

import type { NameList } from "./name-table.ts";
import { NameTableWriter, visitAscending } from "./name-table-writer.ts";

export interface MergedNames {
  readonly table: NameTableWriter;
  /** For each list: the new ordinal of each of its names. The number of a name that is not in use means nothing. */
  readonly ordinals: readonly Uint32Array[];
  /** The names in order. */
  names(): string[];
}

/**
 * Merges the names of `lists` that are in use. `inUse` has a mark for each name of a list; null means all are in use.
 */
export function mergeNames(lists: readonly NameList[], inUse: readonly (Uint8Array | null)[]): MergedNames {
  const countMax = lists.reduce((total, { count }) => total + count, 0);
  const table = new NameTableWriter(countMax);
  const ordinals = lists.map(({ count }) => new Uint32Array(count));
  visitAscending(lists, (name, found) => {
    let isUsed = false;
    for (let at = 0; at < lists.length; at++) {
      const ordinal = found[at]!;
      if (ordinal < 0 || inUse[at]?.[ordinal] === 0) continue;
      ordinals[at]![ordinal] = table.count;
      isUsed = true;
    }
    if (isUsed) table.add(name);
  });
  return { table, ordinals, names: () => namesOf(lists, ordinals, inUse, table.count) };
}

function namesOf(
  lists: readonly NameList[],
  ordinals: readonly Uint32Array[],
  inUse: readonly (Uint8Array | null)[],
  count: number,
): string[] {
  const names = new Array<string>(count);
  lists.forEach((list, at) => {
    for (let ordinal = 0; ordinal < list.count; ordinal++) {
      if (inUse[at]?.[ordinal] !== 0) names[ordinals[at]![ordinal]!] = list.name(ordinal);
    }
  });
  return names;
}

// Writes lists of strings as `NameTable` reads them, and visits several lists at once to merge them.

import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";
import { ByteWriter } from "../../base/varint.ts";
import type { NameList } from "./name-table.ts";

/** Bytes for a name that are reserved at first; the pool grows when needed. */
const NAME_BYTES_TYPICAL = 16;

/** Collects strings in the order of their ordinals. */
export class NameTableWriter {
  readonly #offsets: Uint32Array;
  readonly #pool: ByteWriter;
  #count = 0;

  /** Makes room for at most `countMax` strings. */
  constructor(countMax: number) {
    this.#offsets = new Uint32Array(countMax + 1);
    this.#pool = new ByteWriter(Math.max(64, countMax * NAME_BYTES_TYPICAL));
  }

  add(name: string): void {
    this.#pool.append(encodeUtf8(name));
    this.#offsets[++this.#count] = this.#pool.length;
  }

  get count(): number {
    return this.#count;
  }

  /** A string that was added. */
  name(ordinal: number): string {
    return decodeUtf8(this.#pool.view().subarray(this.#offsets[ordinal]!, this.#offsets[ordinal + 1]!));
  }

  offsets(): Uint32Array {
    return this.#offsets.subarray(0, this.#count + 1);
  }

  pool(): Uint8Array {
    return this.#pool.view();
  }
}

/**
 * Visits the names of several lists in ascending order, each once. `ordinals` has the name's ordinal in each list, -1
 * where the list lacks it; it is valid only during the call.
 */
export function visitAscending(lists: readonly NameList[], visit: (name: string, ordinals: Int32Array) => void): void {
  const ranks = new Uint32Array(lists.length);
  const ordinals = new Int32Array(lists.length);
  const nameAt = (at: number) => {
    const list = lists[at]!;
    return ranks[at]! < list.count ? list.name(list.ordinalAt(ranks[at]!)) : null;
  };
  const names = lists.map((_, at) => nameAt(at));
  for (;;) {
    let lowest: string | null = null;
    for (const name of names) if (name !== null && (lowest === null || name < lowest)) lowest = name;
    if (lowest === null) return;
    for (let at = 0; at < lists.length; at++) {
      if (names[at] === lowest) ordinals[at] = lists[at]!.ordinalAt(ranks[at]!);
      else ordinals[at] = -1;
    }
    visit(lowest, ordinals);
    for (let at = 0; at < lists.length; at++) {
      if (ordinals[at]! < 0) continue;
      ranks[at]!++;
      names[at] = nameAt(at);
    }
  }
}

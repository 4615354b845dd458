// Names that are numbered as they come; equal names share one number. They are the terms of a segment in memory, and the
// names of its columns.

import { fnv1a } from "../../base/fnv.ts";
import { ownText } from "../../base/utf8.ts";
import type { NameList } from "./name-table.ts";

export class InternedNames implements NameList {
  readonly #ordinals = new Map<string, number>();
  readonly #names: string[] = [];
  #sorted: Uint32Array | null = null;
  /** Hashes of the first `hashed` names. Names are hashed when a hash is asked for. */
  readonly #hashes = new Set<number>();
  #hashed = 0;

  get count(): number {
    return this.#names.length;
  }

  /** The number of `name`. A new name gets a new number. */
  add(name: string): number {
    const known = this.#ordinals.get(name);
    if (known !== undefined) return known;
    const ordinal = this.#names.length;
    // A name cut out of a text would keep the whole text in memory.
    const own = ownText(name);
    this.#ordinals.set(own, ordinal);
    this.#names.push(own);
    this.#sorted = null;
    return ordinal;
  }

  find(name: string): number {
    return this.#ordinals.get(name) ?? -1;
  }

  /** Whether there may be a name with this hash (FNV-1a). */
  mayHave(hash: number): boolean {
    while (this.#hashed < this.#names.length) this.#hashes.add(fnv1a(this.#names[this.#hashed++]!));
    return this.#hashes.has(hash);
  }

  name(ordinal: number): string {
    return this.#names[ordinal]!;
  }

  containing(needle: string): number[] {
    const found: number[] = [];
    if (needle === "") return found;
    for (let at = 0; at < this.#names.length; at++) if (this.#names[at]!.includes(needle)) found.push(at);
    return found;
  }

  ordinalAt(rank: number): number {
    const names = this.#names;
    this.#sorted ??= Uint32Array.from(names.keys()).sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
    return this.#sorted[rank]!;
  }
}

// Columns as they are read: numbers by document, and the names that the numbers stand for. The arrays are sections of
// index.bin, mapped; growing-columns.ts has those of the delta.
// Invariants:
// - Whatever the arrays hold, no method throws, loops or reads outside of them. Damage can give a wrong answer at worst.

import type { NameList } from "./name-table.ts";

/** A number by document. */
export interface NumberColumn {
  /** The number of a document; 0 where a damaged column has none. */
  of(id: number): number;
  /** All numbers; valid until the segment grows. */
  readonly all: ArrayLike<number>;
  /** The first document from `from` on with this number, or -1. */
  next(value: number, from: number): number;
}

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** A column over an array of numbers. */
export class MappedNumbers implements NumberColumn {
  readonly all: NumberArray;

  constructor(all: NumberArray) {
    this.all = all;
  }

  of(id: number): number {
    return this.all[id] ?? 0;
  }

  next(value: number, from: number): number {
    return this.all.indexOf(value, from);
  }
}

/** A name by document, or none: `numbers` has ordinal + 1, 0 for none. */
export class NameColumn {
  readonly numbers: NumberColumn;
  readonly names: NameList;

  constructor(numbers: NumberColumn, names: NameList) {
    this.numbers = numbers;
    this.names = names;
  }

  of(id: number): string | null {
    return this.nameOf(this.numbers.of(id));
  }

  /** The name that a number of the column stands for. */
  nameOf(number: number): string | null {
    return number === 0 ? null : this.names.name(number - 1);
  }

  /** A test for the documents whose name `matches` accepts. It asks once for each name, also for those to come. */
  where(matches: (name: string | null) => boolean): (id: number) => boolean {
    const { numbers } = this;
    // An array is quicker than a map where nothing is compiled yet.
    const verdicts: (boolean | undefined)[] = [];
    return (id) => {
      const number = numbers.of(id);
      let verdict = verdicts[number];
      if (verdict === undefined) {
        verdict = matches(this.nameOf(number));
        verdicts[number] = verdict;
      }
      return verdict;
    };
  }

  /** A test for the documents whose name holds `needle` and passes `matches`; null when there are none. */
  containing(needle: string, matches: (name: string) => boolean): ((id: number) => boolean) | null {
    const { numbers, names } = this;
    const found = new Set<number>();
    for (const ordinal of names.containing(needle)) if (matches(names.name(ordinal))) found.add(ordinal + 1);
    return found.size === 0 ? null : (id) => found.has(numbers.of(id));
  }
}

/** Sets of names. A set's number keeps its meaning. */
export interface NameSets {
  readonly count: number;
  has(set: number, ordinal: number): boolean;
  ordinalsOf(set: number): ArrayLike<number>;
  namesOf(set: number): readonly string[];
}

/** A set of names by document: `numbers` has the number of the set. */
export class SetColumn {
  readonly numbers: NumberColumn;
  readonly names: NameList;
  readonly sets: NameSets;

  constructor(numbers: NumberColumn, names: NameList, sets: NameSets) {
    this.numbers = numbers;
    this.names = names;
    this.sets = sets;
  }

  of(id: number): readonly string[] {
    return this.sets.namesOf(this.numbers.of(id));
  }

  /** The numbers of the sets that hold `name`. */
  setsWith(name: string): number[] {
    const { names, sets } = this;
    const found: number[] = [];
    const ordinal = names.find(name);
    if (ordinal < 0) return found;
    for (let set = 0; set < sets.count; set++) if (sets.has(set, ordinal)) found.push(set);
    return found;
  }

  /** A test for the documents whose set holds `name`; null when there are none. */
  with(name: string): ((id: number) => boolean) | null {
    const { numbers } = this;
    const found = new Set(this.setsWith(name));
    return found.size === 0 ? null : (id) => found.has(numbers.of(id));
  }
}

/** A group by document, as an ordinal, and the documents of each group in the schema's order. */
export interface GroupColumn {
  readonly numbers: NumberColumn;
  readonly names: NameList;
  /** How many documents a group has, deleted ones included. */
  size(ordinal: number): number;
  documents(ordinal: number): ArrayLike<number>;
  /**
   * The document at place `at` of a group, without going through the others. In a damaged index this may be -1, or a
   * number behind all documents.
   */
  document(ordinal: number, at: number): number;
}

/** Sets in two arrays: the ordinals of all sets, and the offsets that cut them. */
export class MappedSets implements NameSets {
  readonly count: number;
  readonly #offsets: Uint32Array;
  readonly #ordinals: Uint32Array;
  readonly #names: NameList;

  constructor(offsets: Uint32Array, ordinals: Uint32Array, names: NameList) {
    this.count = Math.max(0, offsets.length - 1);
    this.#offsets = offsets;
    this.#ordinals = ordinals;
    this.#names = names;
  }

  has(set: number, ordinal: number): boolean {
    const to = Math.min(this.#offsets[set + 1] ?? 0, this.#ordinals.length);
    for (let at = this.#offsets[set] ?? 0; at < to; at++) if (this.#ordinals[at] === ordinal) return true;
    return false;
  }

  ordinalsOf(set: number): Uint32Array {
    return cut(this.#ordinals, this.#offsets, set);
  }

  namesOf(set: number): string[] {
    const ordinals = this.ordinalsOf(set);
    const names: string[] = [];
    for (let at = 0; at < ordinals.length; at++) names.push(this.#names.name(ordinals[at]!));
    return names;
  }
}

/** Groups in two arrays: the documents of all groups, and the offsets that cut them. */
export class MappedGroups implements GroupColumn {
  readonly numbers: NumberColumn;
  readonly names: NameList;
  readonly #offsets: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #documentCount: number;

  constructor(
    [numbers, names]: readonly [NumberColumn, NameList],
    [offsets, documents]: readonly [Uint32Array, Uint32Array],
    documentCount: number,
  ) {
    this.numbers = numbers;
    this.names = names;
    this.#offsets = offsets;
    this.#documents = documents;
    this.#documentCount = documentCount;
  }

  size(ordinal: number): number {
    const from = this.#offsets[ordinal] ?? 0;
    const to = this.#offsets[ordinal + 1] ?? 0;
    return Math.min(Math.max(0, to - from), this.#documentCount);
  }

  documents(ordinal: number): ArrayLike<number> {
    const documents = cut(this.#documents, this.#offsets, ordinal);
    for (let at = 0; at < documents.length; at++) {
      if (documents[at]! >= this.#documentCount) return documents.filter((id) => id < this.#documentCount);
    }
    return documents;
  }

  document(ordinal: number, at: number): number {
    return this.#documents[(this.#offsets[ordinal] ?? 0) + at] ?? -1;
  }
}

function cut(all: Uint32Array, offsets: Uint32Array, at: number): Uint32Array {
  const from = offsets[at] ?? 0;
  return all.subarray(from, Math.max(from, offsets[at + 1] ?? 0));
}

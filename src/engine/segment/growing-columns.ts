// The columns of a segment in memory, while it grows.
// Invariants:
// - Numbers keep their meaning: names, sets and groups are numbered as they come.

import type { GroupColumn, NameSets, NumberColumn } from "./columns.ts";
import { InternedNames } from "./interned-names.ts";
import type { ColumnKind, ColumnValue } from "./schema.ts";

const FIRST_CAPACITY = 64;

/** Unsigned numbers: four bytes each, and nothing as long as all of them are zero. */
export class GrowingNumbers implements NumberColumn {
  length = 0;
  #numbers: Uint32Array | null = null;

  /** Appends a number; of a negative number its 32 bits. */
  push(value: number): void {
    const at = this.length++;
    let numbers = this.#numbers;
    if (numbers === null) {
      if (value === 0) return;
      numbers = new Uint32Array(Math.max(FIRST_CAPACITY, 2 * at));
      this.#numbers = numbers;
    } else if (at >= numbers.length) {
      const grown = new Uint32Array(2 * at);
      grown.set(numbers);
      numbers = grown;
      this.#numbers = grown;
    }
    numbers[at] = value;
  }

  of(id: number): number {
    return this.#numbers === null ? 0 : this.#numbers[id]!;
  }

  get all(): ArrayLike<number> {
    return this.words();
  }

  next(value: number, from: number): number {
    return this.words().indexOf(value, from);
  }

  protected words(): Uint32Array {
    return this.#numbers?.subarray(0, this.length) ?? new Uint32Array(this.length);
  }
}

/** Signed numbers. */
class GrowingSigned extends GrowingNumbers {
  override of(id: number): number {
    return super.of(id) | 0;
  }

  override get all(): Int32Array {
    const { buffer, byteOffset, length } = this.words();
    return new Int32Array(buffer, byteOffset, length);
  }

  override next(value: number, from: number): number {
    return this.all.indexOf(value, from);
  }
}

/** Sets of names, by the names in the order given. No name of a set holds a line break. */
class GrowingSets implements NameSets {
  readonly #names: InternedNames;
  readonly #sets = new InternedNames();
  readonly #ordinals: (readonly number[])[] = [];
  readonly #namesOf: (readonly string[])[] = [];

  constructor(names: InternedNames) {
    this.#names = names;
  }

  /** The number of a set. */
  add(names: readonly string[]): number {
    const { count } = this.#sets;
    const set = this.#sets.add(`${names.length}\n${names.join("\n")}`);
    if (set === count) {
      const ordinals = names.map((name) => this.#names.add(name));
      this.#ordinals.push(ordinals);
      this.#namesOf.push(ordinals.map((ordinal) => this.#names.name(ordinal)));
    }
    return set;
  }

  get count(): number {
    return this.#ordinals.length;
  }

  has(set: number, ordinal: number): boolean {
    return this.#ordinals[set]!.includes(ordinal);
  }

  ordinalsOf(set: number): readonly number[] {
    return this.#ordinals[set]!;
  }

  namesOf(set: number): readonly string[] {
    return this.#namesOf[set]!;
  }
}

interface Members {
  readonly documents: number[];
  /**
   * Whether `documents` is in order. It is sorted when asked for, so that older documents that come later cost no more.
   */
  isSorted: boolean;
}

/** Groups of documents in order. */
export class GrowingGroups implements GroupColumn {
  readonly numbers: NumberColumn;
  readonly names: InternedNames;
  readonly #compare: (a: number, b: number) => number;
  readonly #members: Members[] = [];

  constructor(numbers: NumberColumn, names: InternedNames, compare: (a: number, b: number) => number) {
    this.numbers = numbers;
    this.names = names;
    this.#compare = compare;
  }

  size(ordinal: number): number {
    return this.#members[ordinal]!.documents.length;
  }

  documents(ordinal: number): readonly number[] {
    const members = this.#members[ordinal]!;
    if (!members.isSorted) members.documents.sort(this.#compare);
    members.isSorted = true;
    return members.documents;
  }

  document(ordinal: number, at: number): number {
    return this.documents(ordinal)[at] ?? -1;
  }

  /** Puts the newest document into its group. */
  place(id: number): void {
    const group = this.numbers.of(id);
    if (group === this.#members.length) this.#members.push({ documents: [], isSorted: true });
    const members = this.#members[group]!;
    const last = members.documents.at(-1);
    if (last !== undefined && this.#compare(id, last) < 0) members.isSorted = false;
    members.documents.push(id);
  }

  /** The newest document got another place in the order. */
  moved(id: number): void {
    this.#members[this.numbers.of(id)]!.isSorted = false;
  }
}

/** A column of any kind. */
export class GrowingColumn {
  readonly numbers: GrowingNumbers;
  readonly names = new InternedNames();
  /** Those that the kind has. */
  readonly sets: GrowingSets | null;
  readonly groups: GrowingGroups | null;
  /** What stands for the first name. */
  readonly #firstName: number;

  /** `compare` is the order of documents within a group. */
  constructor(kind: ColumnKind, compare: (a: number, b: number) => number) {
    this.numbers = kind === "i32" ? new GrowingSigned() : new GrowingNumbers();
    this.sets = kind === "names" ? new GrowingSets(this.names) : null;
    this.groups = kind === "group" ? new GrowingGroups(this.numbers, this.names, compare) : null;
    this.#firstName = kind === "name" ? 1 : 0;
  }

  /** Appends the value of the next document. */
  push(value: ColumnValue): void {
    if (typeof value === "number") this.numbers.push(value);
    else if (value === null) this.numbers.push(0);
    else if (typeof value === "string") this.numbers.push(this.names.add(value) + this.#firstName);
    else this.numbers.push(this.sets!.add(value));
  }
}

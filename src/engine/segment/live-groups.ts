// The groups of a live index by one column: those of both segments numbered through by keys, and their live documents.
// Invariants:
// - Equal names have one key. A key keeps its meaning.

import type { GroupColumn, NumberColumn } from "./columns.ts";
import type { Segment } from "./segment.ts";

/** What groups need to know of the index. */
interface GroupedIndex {
  readonly segments: readonly { readonly segment: Pick<Segment, "groups" | "documentCount">; readonly first: number }[];
  readonly deletedCount: number;
  isDeleted(id: number): boolean;
  compare(a: number, b: number): number;
}

/** A group column of one segment, and the number of the segment's first document. */
interface Part {
  readonly first: number;
  readonly column: GroupColumn;
  /** How many documents of a group are deleted, by the group's ordinal. */
  readonly deleted: Map<number, number>;
}

export class LiveGroups {
  readonly #index: GroupedIndex;
  readonly #parts: readonly Part[];
  readonly #base: NumberColumn | null;
  readonly #baseCount: number;
  readonly #delta: Part;
  /** Keys of the delta's groups, as far as they were asked for. */
  readonly #deltaKeys: number[] = [];
  #asked: { part: Part | null; ordinal: number; name: string } = { part: null, ordinal: -1, name: "" };

  constructor(index: GroupedIndex, column: string) {
    this.#index = index;
    this.#parts = index.segments.map(({ segment, first }) => {
      return { first, column: segment.groups(column), deleted: new Map() };
    });
    const [base, delta] = this.#parts;
    this.#delta = delta ?? base!;
    this.#base = delta === undefined ? null : base!.column.numbers;
    this.#baseCount = delta === undefined ? 0 : base!.column.names.count;
  }

  /** How many keys there are. */
  get keyCount(): number {
    return this.#baseCount + this.#delta.column.names.count;
  }

  /** A function for a document's key. The keys of the base's groups are their ordinals. */
  keys(): (id: number) => number {
    const base = this.#base;
    const { first, column } = this.#delta;
    const { numbers, names } = column;
    if (base === null) return (id) => numbers.of(id);
    const deltaKeys = this.#deltaKeys;
    for (let ordinal = deltaKeys.length; ordinal < names.count; ordinal++) {
      const inBase = this.#parts[0]!.column.names.find(names.name(ordinal));
      deltaKeys.push(inBase >= 0 ? inBase : this.#baseCount + ordinal);
    }
    return (id) => (id < first ? base.of(id) : deltaKeys[numbers.of(id - first)]!);
  }

  /** The name behind a key. */
  nameOfKey(key: number): string {
    const inBase = this.#baseCount;
    return key < inBase ? this.#parts[0]!.column.names.name(key) : this.#delta.column.names.name(key - inBase);
  }

  /** The name of a document's group, read once for documents of one group in a row. */
  nameOf(id: number): string {
    const part = id < this.#delta.first ? this.#parts[0]! : this.#delta;
    const ordinal = part.column.numbers.of(id - part.first);
    if (this.#asked.part !== part || this.#asked.ordinal !== ordinal) {
      this.#asked = { part, ordinal, name: part.column.names.name(ordinal) };
    }
    return this.#asked.name;
  }

  /** How many live documents the group has. */
  count(name: string): number {
    let count = 0;
    this.#parts.forEach(({ column }, at) => {
      const ordinal = column.names.find(name);
      if (ordinal >= 0) count += this.liveIn(at, ordinal);
    });
    return count;
  }

  /** How many live documents the group with this ordinal in the segment at `at` has. */
  liveIn(at: number, ordinal: number): number {
    const { column, deleted } = this.#parts[at]!;
    return column.size(ordinal) - (deleted.get(ordinal) ?? 0);
  }

  /** The live documents of a group, in the schema's order. */
  documents(name: string): number[] {
    const index = this.#index;
    const all: number[] = [];
    const anyDeleted = index.deletedCount > 0;
    for (const { column, first } of this.#parts) {
      const ordinal = column.names.find(name);
      if (ordinal < 0) continue;
      const documents = column.documents(ordinal);
      for (let at = 0; at < documents.length; at++) {
        const id = documents[at]! + first;
        if (!anyDeleted || !index.isDeleted(id)) all.push(id);
      }
    }
    // The base is in the order of its writer. An order may depend on the process, as wall-clock times do.
    for (let at = 1; at < all.length; at++) {
      if (index.compare(all[at - 1]!, all[at]!) > 0) return all.sort((a, b) => index.compare(a, b));
    }
    return all;
  }

  /** Names of all groups with live documents, ascending. */
  names(): string[] {
    const names = new Set<string>();
    this.visit((name) => names.add(name));
    return [...names].sort((a, b) => (a < b ? -1 : 1));
  }

  /** Visits the groups of each segment that have live documents; a group of both segments comes twice. */
  visit(receive: (name: string, count: number, at: number, ordinal: number) => void): void {
    for (let at = 0; at < this.#parts.length; at++) {
      const { names } = this.#parts[at]!.column;
      for (let ordinal = 0; ordinal < names.count; ordinal++) {
        const count = this.liveIn(at, ordinal);
        if (count > 0) receive(names.name(ordinal), count, at, ordinal);
      }
    }
  }

  /** The first and the last live document of a group in the segment at `at`; -1 where there is none. */
  endsIn(at: number, ordinal: number): readonly [number, number] {
    const { column, first } = this.#parts[at]!;
    const { documentCount } = this.#index.segments[at]!.segment;
    // In a damaged index a group may hold numbers of no document.
    const liveAt = (place: number) => {
      const id = column.document(ordinal, place);
      return id >= 0 && id < documentCount && !this.#index.isDeleted(first + id) ? first + id : -1;
    };
    const size = column.size(ordinal);
    let [oldest, newest] = [-1, -1];
    for (let place = 0; place < size && oldest < 0; place++) oldest = liveAt(place);
    for (let place = size - 1; place >= 0 && newest < 0; place--) newest = liveAt(place);
    return [oldest, newest];
  }

  /** Counts a document that was deleted. */
  deleted(id: number): void {
    const { first, column, deleted } = id < this.#delta.first ? this.#parts[0]! : this.#delta;
    const ordinal = column.numbers.of(id - first);
    deleted.set(ordinal, (deleted.get(ordinal) ?? 0) + 1);
  }
}

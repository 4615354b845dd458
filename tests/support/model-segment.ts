// Random schemas and random documents of them, and a naive model of an index of such documents: a list, in which
// everything is found by going through all of it.

import fc from "fast-check";
import { expect } from "vitest";
import { BaseSegment } from "../../src/engine/segment/base-segment.ts";
import type { NewOrigins } from "../../src/engine/segment/document-columns.ts";
import { type DocumentOrder, liveOrder } from "../../src/engine/segment/document-order.ts";
import type { LiveIndex } from "../../src/engine/segment/live-index.ts";
import {
  type ColumnKind,
  type Columns,
  type ColumnValue,
  type DocumentOrdering,
  defineSchema,
  type Schema,
} from "../../src/engine/segment/schema.ts";
import type { MergeInput, NewDocument, Segment } from "../../src/engine/segment/segment.ts";
import { type Derive, writeSegment } from "../../src/engine/segment/segment-writer.ts";
import { randomNumbers } from "./random-log.ts";

/** Returns a number from 0 to below `end`. */
export type Next = (end: number) => number;

const KINDS: readonly ColumnKind[] = ["number", "u32", "i32", "name", "names", "group"];
const NAMES = ["", "a", "ab", "b, c", "ünï", "検索", "src/a.ts", "src/b.ts", "A", "\u0001x", "long".repeat(40)];
export const TERMS = ["a", "ab", "abc", "b", "ünï", "検索", "\u0002link", "\u0002line", "\u0003x", "zz", "𝒳"];
const GREATEST = [2, 300, 70_000, 0xffff_ffff];

/** A schema of up to six columns of any kinds, ordered by one of them or by origin alone. */
export function randomSchema(next: Next): Schema {
  const columns: Record<string, ColumnKind> = {};
  for (let count = 1 + next(6); count > 0; count--) columns[`c${count}`] = KINDS[next(KINDS.length)]!;
  const ordering = randomOrdering(columns, next);
  return defineSchema(columns, ordering, next(2) === 0 ? ["holders"] : []);
}

function randomOrdering(columns: Columns, next: Next): DocumentOrdering | null {
  const isNumber = (kind: ColumnKind) => kind === "number" || kind === "u32" || kind === "i32";
  const numbers = Object.keys(columns).filter((name) => isNumber(columns[name]!));
  if (numbers.length === 0 || next(4) === 0) return null;
  const sign = next(2) === 0 ? 1 : -1;
  return { column: numbers[next(numbers.length)]!, compare: (a, b) => sign * (a - b) };
}

function randomValue(kind: ColumnKind, next: Next): ColumnValue {
  const name = () => NAMES[next(NAMES.length)]!;
  if (kind === "group") return name();
  if (kind === "name") return next(3) === 0 ? null : name();
  if (kind === "names") return [...new Set(Array.from({ length: next(4) }, name))];
  const number = next(GREATEST[next(GREATEST.length)]!);
  return kind === "i32" ? number | 0 : number;
}

/** A document of the model, live or deleted. */
export interface ModelDocument extends NewDocument {
  isDeleted: boolean;
}

/** An index of documents by number, as the log has them. */
export class ModelIndex {
  readonly schema: Schema;
  documents: ModelDocument[] = [];
  /** Where the next record begins. */
  end = 8;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /** Makes the next document of the log. */
  nextDocument(next: Next): ModelDocument {
    const { columns } = this.schema;
    const words = () => Array.from({ length: next(5) }, () => TERMS[next(TERMS.length)]!);
    const [leadingTerms, rest, further] = [words(), words(), words()];
    const offset = this.end;
    const size = 1 + next(300);
    this.end += size + next(2) * next(90_000);
    const older = this.documents[next(this.documents.length + 1)];
    const origin = next(3) === 0 && older !== undefined ? older.origin : offset;
    const values = Object.fromEntries(Object.entries(columns).map(([name, kind]) => [name, randomValue(kind, next)]));
    const length = leadingTerms.length + rest.length + further.length;
    const lengths = { length, leadingLength: leadingTerms.length };
    const terms = { leadingTerms, otherTerms: [rest, further] };
    return { offset, size, isReplacement: next(4) === 0, origin, values, ...lengths, ...terms, isDeleted: false };
  }

  get live(): number[] {
    return [...this.documents.keys()].filter((id) => !this.documents[id]!.isDeleted);
  }

  compare(a: number, b: number): number {
    const { ordering } = this.schema;
    const [first, second] = [this.documents[a]!, this.documents[b]!];
    const numberOf = ({ values }: ModelDocument) => values[ordering!.column] as number;
    const order = ordering === null ? 0 : ordering.compare(numberOf(first), numberOf(second));
    return order || first.origin - second.origin;
  }

  /** The live documents with this group, in the schema's order; documents of one place by number. */
  group(column: string, name: string): number[] {
    return this.live
      .filter((id) => this.documents[id]!.values[column] === name)
      .sort((a, b) => this.compare(a, b) || a - b);
  }

  /** How often a document holds a term, and how often in its leading field. */
  occurrences(id: number, term: string): readonly [frequency: number, leading: number] {
    const { leadingTerms, otherTerms } = this.documents[id]!;
    const leading = leadingTerms.filter((each) => each === term).length;
    return [leading + otherTerms.flat().filter((each) => each === term).length, leading];
  }

  /** What a merge leaves: the live documents alone. */
  merged(): void {
    this.documents = this.documents.filter(({ isDeleted }) => !isDeleted);
  }
}

const COVERAGE = { watermark: 7, fingerprint: 8, timeBase: "utc-2024", damageCount: 0, damageBytes: 0 } as const;

/** Counts the documents of each term that begins with "a". */
const deriveHolders: Derive = () => {
  const counts: number[] = [];
  return {
    wants: (term) => term.startsWith("a"),
    visit: (_, { count }) => counts.push(count),
    sections: () => ({ holders: Uint32Array.from(counts) }),
  };
};

/** The index file that a merge writes. */
export function merge(
  schema: Schema,
  inputs: readonly MergeInput[],
  order: DocumentOrder = liveOrder(inputs),
  origins: NewOrigins | null = null,
): Uint8Array {
  let file = new Uint8Array(0);
  const sink = {
    append(bytes: Uint8Array) {
      const longer = new Uint8Array(file.length + bytes.length);
      longer.set(file);
      longer.set(bytes, file.length);
      file = longer;
    },
    overwrite: (bytes: Uint8Array, position: number) => file.set(bytes, position),
  };
  const hasDerived = schema.sections.some(([name]) => name === "holders");
  const recoveredVersions = [{ from: 1, to: 2, entry: 3 }];
  const coverage = { ...COVERAGE, recoveredVersions };
  writeSegment(schema, { inputs, order, origins }, coverage, sink, ...(hasDerived ? [deriveHolders] : []));
  return file;
}

/** What a document has in each column. */
export function valuesOf(segment: Segment, id: number) {
  return Object.fromEntries(
    Object.entries(segment.schema.columns).map(([column, kind]) => {
      if (kind === "name") return [column, segment.names(column).of(id)];
      if (kind === "names") return [column, segment.sets(column).of(id)];
      if (kind !== "group") return [column, segment.numbers(column).of(id)];
      const { numbers, names } = segment.groups(column);
      return [column, names.name(numbers.of(id))];
    }),
  );
}

/** The documents of the index that a test of each segment accepts. */
export function accepted(index: LiveIndex, testOf: (segment: Segment) => ((id: number) => boolean) | null): number[] {
  return index.segments.flatMap(({ segment, first }) => {
    const test = testOf(segment);
    const ids = Array.from({ length: segment.documentCount }, (_, id) => id);
    return test === null ? [] : ids.filter(test).map((id) => first + id);
  });
}

/** Adds some documents to both, deletes some, and gives the newest another origin now and then. */
export function grow(index: LiveIndex, model: ModelIndex, next: Next): void {
  for (let count = next(30); count > 0; count--) {
    const document = model.nextDocument(next);
    model.documents.push(document);
    const { isDeleted: _, ...added } = document;
    const id = index.add(added);
    expect(id).toBe(model.documents.length - 1);
    if (next(6) > 0) continue;
    const origin = next(2) === 0 ? document.offset : model.documents[next(id + 1)]!.origin;
    index.moveOrigin(id, origin);
    model.documents[id] = { ...document, origin };
  }
  for (const id of model.live) {
    if (next(5) > 0) continue;
    index.delete(id);
    model.documents[id]!.isDeleted = true;
  }
}

/** The segment of an index file, which is sound. */
export function opened(schema: Schema, bytes: Uint8Array): BaseSegment {
  const base = BaseSegment.open(schema, bytes)!;
  expect(base.isSound()).toBe(true);
  expect(base.recoveredVersions()).toEqual([{ from: 1, to: 2, entry: 3 }]);
  return base;
}

/** Checks with random numbers of any seed. */
export const forAnySeed = (check: (next: Next) => void, numRuns: number) =>
  fc.assert(
    fc.property(fc.nat(), (seed) => check(randomNumbers(seed))),
    { numRuns },
  );

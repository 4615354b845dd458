// Segments of any schema: random columns, documents, deletions and merges give what a naive model gives.

import { describe, expect, test } from "vitest";
import { PostingBuffer } from "../../src/engine/postings/posting-buffer.ts";
import type { BaseSegment } from "../../src/engine/segment/base-segment.ts";
import { DeltaSegment } from "../../src/engine/segment/delta-segment.ts";
import { givenOrder } from "../../src/engine/segment/document-order.ts";
import { emptySegment } from "../../src/engine/segment/empty-segment.ts";
import { LiveIndex } from "../../src/engine/segment/live-index.ts";
import type { Segment } from "../../src/engine/segment/segment.ts";
import {
  accepted,
  forAnySeed,
  grow,
  type ModelDocument,
  ModelIndex,
  merge,
  opened,
  randomSchema,
  TERMS,
  valuesOf,
} from "../support/model-segment.ts";
import { runs } from "../support/runs.ts";

/** Every document, with what every accessor says of it. */
function documentsOf(index: LiveIndex): Omit<ModelDocument, "leadingTerms" | "otherTerms">[] {
  const lengths = index.lengths();
  return index.segments.flatMap(({ segment, first }) =>
    Array.from({ length: segment.documentCount }, (_, local) => {
      const id = first + local;
      expect(index.documentAt(segment.offsetOf(local))).toBe(id);
      expect(index.originOf(id)).toBe(segment.originOf(local));
      expect(lengths(id)).toBe(segment.lengths.of(local));
      return {
        ...index.recordOf(id),
        origin: segment.originOf(local),
        values: valuesOf(segment, local),
        length: segment.lengths.of(local),
        leadingLength: segment.leadingLengths.of(local),
        isDeleted: index.isDeleted(id),
      };
    }),
  );
}

const sorted = (names: Iterable<unknown>) => [...new Set(names)].map(String).sort((a, b) => (a < b ? -1 : 1));

function expectGroups(index: LiveIndex, model: ModelIndex, column: string): void {
  const groups = index.groups(column);
  const nameOf = (id: number) => model.documents[id]!.values[column] as string;
  expect(groups.names()).toEqual(sorted(model.live.map(nameOf)));
  const keyOf = groups.keys();
  model.documents.forEach((_, id) => {
    expect(groups.nameOf(id)).toBe(nameOf(id));
    expect(groups.nameOfKey(keyOf(id))).toBe(nameOf(id));
    expect(keyOf(id)).toBeLessThan(groups.keyCount);
  });
  expect(new Set(model.documents.map((_, id) => keyOf(id))).size).toBe(
    sorted(model.documents.keys().map(nameOf)).length,
  );
  for (const name of [...sorted(model.documents.keys().map(nameOf)), "no such group"]) {
    const expected = model.group(column, name);
    expect(groups.count(name)).toBe(expected.length);
    const found = groups.documents(name);
    expect([...found].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
    // Documents of one place have no order.
    for (const [at, id] of found.slice(1).entries()) expect(model.compare(found[at]!, id)).toBeLessThanOrEqual(0);
  }
  groups.visit((name, _, at, ordinal) => {
    const { segment, first } = index.segments[at]!;
    const members = segment.groups(column);
    const inside = Array.from(members.documents(ordinal), (id) => first + id).filter((id) => !index.isDeleted(id));
    expect(groups.endsIn(at, ordinal)).toEqual([inside[0], inside.at(-1)]);
    expect(members.names.find(name)).toBe(ordinal);
    const places = Array.from({ length: members.size(ordinal) }, (_, place) => members.document(ordinal, place));
    expect(places).toEqual(Array.from(members.documents(ordinal)));
    for (const [place, id] of places.slice(1).entries()) {
      expect(model.compare(first + places[place]!, first + id)).toBeLessThanOrEqual(0);
    }
  });
}

function expectFilters(index: LiveIndex, model: ModelIndex, column: string): void {
  const kind = model.schema.columns[column]!;
  const matching = (matches: (value: unknown) => boolean) =>
    [...model.documents.keys()].filter((id) => matches(model.documents[id]!.values[column]));
  if (kind === "name") {
    const hasA = (name: unknown) => name === null || String(name).includes("a");
    expect(accepted(index, (segment) => segment.names(column).where(hasA))).toEqual(matching(hasA));
    for (const needle of ["a", "検", "src/", "none", ""]) {
      const isLong = (name: unknown) => name !== null && String(name).length > 1;
      expect(accepted(index, (segment) => segment.names(column).containing(needle, isLong))).toEqual(
        matching((name) => needle !== "" && isLong(name) && String(name).includes(needle)),
      );
    }
  } else if (kind === "names") {
    for (const name of ["", "a", "ünï", "none"]) {
      expect(accepted(index, (segment) => segment.sets(column).with(name))).toEqual(
        matching((names) => (names as string[]).includes(name)),
      );
    }
  } else if (kind !== "group") {
    for (const { segment } of index.segments) {
      const numbers = segment.numbers(column);
      for (let id = 0; id < segment.documentCount; id++) {
        expect(numbers.of(id)).toBe(numbers.all[id]!);
        const from = Math.max(0, id - 3);
        expect(numbers.next(numbers.of(id), from)).toBe(Array.from(numbers.all).indexOf(numbers.of(id), from));
      }
    }
  }
}

function expectTerms(index: LiveIndex, model: ModelIndex): void {
  const ids = [...model.documents.keys()];
  for (const term of [...TERMS, "no such term"]) {
    const holders = ids.filter((id) => model.occurrences(id, term)[0] > 0);
    expect(index.documentFrequency(term)).toBe(holders.length);
    expect(index.hasTerm(term)).toBe(holders.length > 0);
    const found = index.segments.flatMap(({ segment, first }) => {
      const ordinal = segment.findTerm(term);
      if (ordinal < 0) return [];
      const postings = postingsOf(segment, ordinal);
      expectCursor(segment, ordinal, postings);
      return postings.map(([id, ...occurrences]) => [first + id!, ...occurrences]);
    });
    expect(found).toEqual(holders.map((id) => [id, ...model.occurrences(id, term)]));
  }
  for (const prefix of ["a", "\u0002", "検", "q"]) {
    const held = index.segments.flatMap(({ segment }) =>
      segment.termsWithPrefix(prefix, 99).map((ordinal) => segment.terms.name(ordinal)),
    );
    const named = TERMS.filter((term) => term.startsWith(prefix) && index.hasTerm(term));
    expect(sorted(held)).toEqual(sorted(named));
  }
}

function postingsOf(segment: Segment, ordinal: number): number[][] {
  const buffer = new PostingBuffer();
  segment.postings(ordinal, buffer);
  return Array.from({ length: buffer.count }, (_, at) => [
    buffer.documents[at]!,
    buffer.frequencies[at]!,
    buffer.firstLine[at]!,
  ]);
}

/** A cursor walks, keeps and counts the postings that the list has. */
function expectCursor(segment: Segment, ordinal: number, postings: readonly number[][]): void {
  const { documentCount } = segment;
  const cursor = segment.cursor(ordinal)!;
  const holders = postings.map(([id]) => id!);
  const walked: number[] = [];
  const chunk = new Uint32Array(Math.max(documentCount, cursor.count));
  for (let at = 0; at < cursor.chunkCount; at++) walked.push(...chunk.subarray(0, cursor.readChunk(at, chunk)));
  expect(walked).toEqual(holders);
  const every = Uint32Array.from({ length: documentCount }, (_, id) => id);
  const [frequencies, leading] = [new Uint32Array(documentCount), new Uint32Array(documentCount)];
  cursor.addFrequencies(every, documentCount, frequencies, leading);
  for (const [id, frequency, inLeading] of postings)
    expect([frequencies[id!], leading[id!]]).toEqual([frequency, inLeading]);
  expect(frequencies.reduce((sum, each) => sum + each, 0)).toBe(postings.reduce((sum, [, each]) => sum + each!, 0));
  expect([...every.subarray(0, segment.retain(ordinal, every, documentCount))]).toEqual(holders);
}

function expectSame(index: LiveIndex, model: ModelIndex): void {
  const { documents, live } = model;
  expect(documentsOf(index)).toEqual(documents.map(({ leadingTerms: _, otherTerms: __, ...document }) => document));
  expect([index.capacity, index.liveCount, index.deletedCount]).toEqual([
    documents.length,
    live.length,
    documents.length - live.length,
  ]);
  expect(index.tokenTotal).toBe(live.reduce((sum, id) => sum + documents[id]!.length, 0));
  for (let id = 1; id < documents.length; id++) {
    expect(Math.sign(index.compare(id - 1, id))).toBe(Math.sign(model.compare(id - 1, id)));
  }
  for (const [column, kind] of Object.entries(model.schema.columns)) {
    if (kind === "group") expectGroups(index, model, column);
    expectFilters(index, model, column);
  }
  expectTerms(index, model);
}

/** A merge leaves no name and no set that none of its documents has. */
function expectNoOther(base: BaseSegment, model: ModelIndex): void {
  for (const [column, kind] of Object.entries(model.schema.columns)) {
    if (kind === "number" || kind === "u32" || kind === "i32") continue;
    const values = model.documents.map(({ values }) => values[column]);
    const { names } = base.names(column);
    const held = Array.from({ length: names.count }, (_, ordinal) => names.name(ordinal));
    expect(held).toEqual(sorted(values.flat().filter((name) => name !== null)));
    if (kind !== "names") continue;
    expect(base.sets(column).sets.count).toBe(new Set(values.map((set) => JSON.stringify(set))).size);
  }
}

describe("an index of any schema", () => {
  test("holds what was added, through deletions and merges", () => {
    forAnySeed((next) => {
      const schema = randomSchema(next);
      const model = new ModelIndex(schema);
      let index = new LiveIndex(null, new DeltaSegment(schema));
      for (let round = 0; round < 3; round++) {
        grow(index, model, next);
        expectSame(index, model);
        const base = opened(schema, merge(schema, index.mergeInputs()));
        model.merged();
        expectNoOther(base, model);
        expectSame(new LiveIndex(base, emptySegment(schema)), model);
        if (schema.sections.some(([name]) => name === "holders")) {
          const wanted = sorted(TERMS.filter((term) => term.startsWith("a") && index.hasTerm(term)));
          const holders = wanted.map((term) => model.live.filter((id) => model.occurrences(id, term)[0] > 0).length);
          expect([...base.derived("holders")]).toEqual(holders.filter((count) => count > 0));
        }
        index = new LiveIndex(base, new DeltaSegment(schema));
      }
    }, runs(60));
  });

  test("holds the same whether its documents were merged at once or in parts", () => {
    forAnySeed((next) => {
      const schema = randomSchema(next);
      const model = new ModelIndex(schema);
      const parts = Array.from({ length: 1 + next(4) }, () => {
        const first = model.documents.length;
        const part = new LiveIndex(null, new DeltaSegment(schema));
        for (let count = next(20); count > 0; count--) {
          const document = model.nextDocument(next);
          model.documents.push({ ...document, isDeleted: next(4) === 0 });
          part.add(document);
        }
        const isDeleted = (id: number) => model.documents[first + id]!.isDeleted;
        const isFile = next(2) === 0 && part.capacity > 0;
        // A part that was written to a file has its documents in the numbers that they had.
        const [input] = part.mergeInputs();
        const segment = isFile
          ? opened(schema, merge(schema, [{ ...input!, isDeleted: () => false }]))
          : input!.segment;
        return { segment, isDeleted };
      });
      const base = opened(schema, merge(schema, parts));
      model.merged();
      expectNoOther(base, model);
      expectSame(new LiveIndex(base, emptySegment(schema)), model);
    }, runs(40));
  });

  test("takes another order and other places, as a compaction gives them", () => {
    forAnySeed((next) => {
      const schema = randomSchema(next);
      const model = new ModelIndex(schema);
      const index = new LiveIndex(null, new DeltaSegment(schema));
      grow(index, model, next);
      const ids = Uint32Array.from(
        model.live.sort((a, b) => model.documents[a]!.origin - model.documents[b]!.origin || a - b),
      );
      const sizes = Uint32Array.from(ids, (id) => model.documents[id]!.size + 1);
      const offsets = Uint32Array.from(ids, (_, at) => 8 + 1000 * at);
      const inputs = index.mergeInputs();
      const base = opened(schema, merge(schema, inputs, givenOrder(inputs, ids), { offsets, sizes }));
      model.documents = Array.from(ids, (id, at) => {
        const [offset, size] = [offsets[at]!, sizes[at]!];
        return { ...model.documents[id]!, offset, size, origin: offset, isReplacement: false };
      });
      expectSame(new LiveIndex(base, emptySegment(schema)), model);
    }, runs(40));
  });
});

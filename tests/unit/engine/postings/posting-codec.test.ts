// Posting lists: round trips of short ones, long ones and single postings, how much room they take, how they
// are walked, and that damaged bytes end and name no document that there is not.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteWriter } from "../../../../src/base/varint.ts";
import { BLOCK_SIZE } from "../../../../src/engine/postings/bit-packing.ts";
import { PostingBuffer } from "../../../../src/engine/postings/posting-buffer.ts";
import { PostingList, type PostingSection } from "../../../../src/engine/postings/posting-codec.ts";
import { CHUNK_SIZE, PostingCursor } from "../../../../src/engine/postings/posting-cursor.ts";
import { PostingWriter } from "../../../../src/engine/postings/posting-writer.ts";
import { runs } from "../../../support/runs.ts";

interface Posting {
  readonly document: number;
  readonly frequency: number;
  readonly firstLine: number;
}

const DOCUMENTS_END = 2 ** 30;

const anyGap = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 500 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 500_000 }) },
);
const anyFrequency = fc.oneof(
  { weight: 6, arbitrary: fc.constant(1) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000 }) },
);
const anyPosting = fc.record({ gap: anyGap, frequency: anyFrequency, firstLine: fc.nat(1_000_000) });
const anyList = fc
  .oneof(
    fc.array(anyPosting, { minLength: 1, maxLength: 5 }),
    fc.array(anyPosting, { minLength: 1, maxLength: 700, size: "max" }),
    // Equal numbers, so that blocks need no bits for them.
    fc
      .tuple(anyPosting, fc.constantFrom(BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE + 1, 3 * BLOCK_SIZE))
      .map(([posting, count]) => Array.from({ length: count }, () => posting)),
  )
  .map((list) => {
    let document = -1;
    return list.map(({ gap, frequency, firstLine }): Posting => {
      document += gap;
      return { document, frequency, firstLine: firstLine % (frequency + 1) };
    });
  });

function bufferOf(list: readonly Posting[]): PostingBuffer {
  const buffer = new PostingBuffer();
  for (const { document, frequency, firstLine } of list) buffer.push(document, frequency, firstLine);
  return buffer;
}

function sectionOf(bytes: Uint8Array, documentCount: number): PostingSection {
  const copy = new Uint8Array(bytes);
  return { bytes: copy, words: new Uint32Array(copy.buffer, 0, copy.length >>> 2), documentCount };
}

/** The lists as a section, and the number of each. */
function written(lists: readonly (readonly Posting[])[]): { section: PostingSection; numbers: number[] } {
  const bytes = new ByteWriter();
  const writer = new PostingWriter(bytes);
  const numbers = lists.map((list) => writer.add(bufferOf(list)));
  return { section: sectionOf(bytes.view(), DOCUMENTS_END), numbers };
}

function held(buffer: PostingBuffer): Posting[] {
  return Array.from({ length: buffer.count }, (_, at) => ({
    document: buffer.documents[at]!,
    frequency: buffer.frequencies[at]!,
    firstLine: buffer.firstLine[at]!,
  }));
}

function cursorsOf(list: readonly Posting[]): PostingCursor[] {
  const { section, numbers } = written([[{ document: 5, frequency: 3, firstLine: 0 }], list]);
  return [PostingCursor.overList(new PostingList(section, numbers[1]!)), PostingCursor.overBuffer(bufferOf(list))];
}

describe("a posting list", () => {
  const once = (count: number, gap: number) =>
    Array.from({ length: count }, (_, at) => ({ document: at * gap, frequency: 1, firstLine: 0 }));

  test("takes no bytes for a word that stands once in one entry, few for one that is rare", () => {
    const inFirstLine = { document: 70_000, frequency: 1, firstLine: 1 };
    expect(written([once(1, 1), [inFirstLine]]).section.bytes).toHaveLength(0);
    expect(
      written([
        [
          { ...inFirstLine, document: 3 },
          { ...inFirstLine, document: 9 },
        ],
      ]).section.bytes,
    ).toHaveLength(3);
  });

  test("takes twelve bytes and as many bits as its gaps need for a block, or a bit for each entry where those are close", () => {
    const sizeOf = (list: Posting[]) => written([list]).section.bytes.length;
    expect(sizeOf(once(BLOCK_SIZE, 1))).toBe(4 + 12);
    expect(sizeOf(once(BLOCK_SIZE, 2))).toBe(4 + 12 + (2 * BLOCK_SIZE) / 8);
    expect(sizeOf(once(BLOCK_SIZE, 9))).toBe(4 + 12 + (4 * BLOCK_SIZE) / 8);
    // One that deviates is put aside instead of widening all.
    const [first, ...others] = once(BLOCK_SIZE, 1);
    expect(sizeOf([{ ...first!, frequency: 900, firstLine: 2 }, ...others])).toBe(4 + 12 + 8);
  });

  test("comes back as it was, behind what the buffer holds", () => {
    fc.assert(
      fc.property(fc.array(anyList, { minLength: 1, maxLength: 4 }), (lists) => {
        const { section, numbers } = written(lists);
        const into = new PostingBuffer();
        lists.forEach((list, at) => {
          const found = new PostingList(section, numbers[at]!);
          expect(found.count).toBe(list.length);
          found.decode(into);
        });
        expect(held(into)).toEqual(lists.flat());
      }),
    );
  });
});

describe("a walk through a posting list", () => {
  test("keeps the candidates that are in it, and knows their frequencies, wherever it stands", () => {
    fc.assert(
      fc.property(
        anyList,
        fc.array(fc.array(fc.nat(1_000_000), { maxLength: 60 }), { maxLength: 5 }),
        (list, picks) => {
          const frequencies = new Map(list.map(({ document, frequency }) => [document, frequency]));
          const firstLines = new Map(list.map(({ document, firstLine }) => [document, firstLine]));
          for (const cursor of cursorsOf(list)) {
            for (const pick of picks) {
              // Documents of the list, and their neighbours.
              const wanted = pick.map((number) => list[number % list.length]!.document + (number % 3));
              const ascending = [...new Set(wanted)].sort((a, b) => a - b);
              const candidates = Uint32Array.from(ascending);
              const kept = cursor.retain(candidates, candidates.length);
              expect([...candidates.subarray(0, kept)]).toEqual(ascending.filter((id) => frequencies.has(id)));
              const found = new Uint32Array(ascending.length).fill(5);
              const inFirst = new Uint32Array(ascending.length).fill(9);
              cursor.addFrequencies(Uint32Array.from(ascending), ascending.length, found, inFirst);
              expect([...found]).toEqual(ascending.map((id) => 5 + (frequencies.get(id) ?? 0)));
              expect([...inFirst]).toEqual(ascending.map((id) => 9 + (firstLines.get(id) ?? 0)));
            }
          }
        },
      ),
    );
  });

  test("reads it chunk by chunk, and marks what is in a range", () => {
    fc.assert(
      fc.property(anyList, fc.nat(600), fc.integer({ min: 1, max: 2000 }), (list, first, span) => {
        const begin = list[first % list.length]!.document >>> 1;
        // Searches begin at a multiple of 32.
        const from = first % 2 === 0 ? begin : begin - (begin % 32);
        for (const cursor of cursorsOf(list)) {
          const documents: number[] = [];
          const into = new Uint32Array(CHUNK_SIZE);
          for (let chunk = 0; chunk < cursor.chunkCount; chunk++) {
            documents.push(...into.subarray(0, cursor.readChunk(chunk, into)));
          }
          expect(documents).toEqual(list.map(({ document }) => document));
          const bits = new Uint32Array((span >>> 5) + 1);
          cursor.mark(from, from + span, bits);
          const marked = Array.from({ length: span }, (_, at) => at).filter(
            (at) => (bits[at >>> 5]! >>> (at & 31)) & 1,
          );
          expect(marked).toEqual(documents.filter((id) => id >= from && id < from + span).map((id) => id - from));
        }
      }),
    );
  });
});

describe("damaged bytes", () => {
  /** Lists of blocks with some bytes changed, or bytes that never were a list. */
  const anyDamage = fc.oneof(
    fc.tuple(fc.uint8Array({ maxLength: 400 }), fc.nat(500)),
    fc
      .tuple(anyList, fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { minLength: 1, maxLength: 6 }))
      .map(([list, changes]): [Uint8Array, number] => {
        const { section, numbers } = written([list]);
        const bytes = section.bytes.slice();
        for (const [at, value] of changes) bytes[at % Math.max(1, Math.min(bytes.length, 64))] = value;
        return [bytes, numbers[0]!];
      }),
  );

  test("end, and name no document that there is not", () => {
    fc.assert(
      fc.property(anyDamage, fc.constantFrom(0, 1, 300, 5000, DOCUMENTS_END), ([bytes, number], documentCount) => {
        const section = sectionOf(bytes, documentCount);
        const into = new PostingBuffer();
        const list = new PostingList(section, number);
        expect(list.count).toBeLessThanOrEqual(documentCount);
        list.decode(into);
        for (const { document } of held(into)) expect(document).toBeLessThan(documentCount);
        const cursor = PostingCursor.overList(list);
        const chunk = new Uint32Array(CHUNK_SIZE);
        for (let at = 0; at < Math.min(20, cursor.chunkCount); at++) {
          for (const id of chunk.subarray(0, cursor.readChunk(at, chunk))) expect(id).toBeLessThan(documentCount);
        }
        const candidates = Uint32Array.from({ length: Math.min(documentCount, 300) }, (_, id) => id);
        const kept = cursor.retain(candidates, candidates.length);
        expect(kept).toBeLessThanOrEqual(candidates.length);
        const bits = new Uint32Array(16);
        cursor.mark(0, Math.min(documentCount, 512), bits);
        const wanted = Uint32Array.from({ length: 300 }, (_, at) => at * 7);
        cursor.addFrequencies(wanted, wanted.length, wanted.slice(), wanted.slice());
      }),
      { numRuns: runs(500) },
    );
  });
});

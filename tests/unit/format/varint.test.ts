// Variable-length integers and posting lists: round trips, and decoding of damaged bytes.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodePostings, encodePostings, PostingBuffer } from "../../../src/format/posting-codec.ts";
import { ByteWriter } from "../../../src/format/varint.ts";

describe("ByteWriter", () => {
  test("writes seven bits a byte, low bits first", () => {
    const writer = new ByteWriter(1);
    for (const value of [0, 127, 128, 300, 0xffff_ffff]) writer.varint(value);
    expect(Buffer.from(writer.view()).toString("hex")).toBe("00" + "7f" + "8001" + "ac02" + "ffffffff0f");
    expect(writer.length).toBe(11);
  });

  test("grows as it must, appends bytes, and forgets them", () => {
    const writer = new ByteWriter(2);
    writer.append(new Uint8Array(1000).fill(7));
    writer.varint(5);
    expect(writer.view()).toHaveLength(1001);
    expect([writer.view()[999], writer.view()[1000]]).toEqual([7, 5]);
    writer.clear();
    expect(writer.length).toBe(0);
  });
});

interface Posting {
  readonly document: number;
  readonly frequency: number;
  readonly firstLine: number;
}

const postingLists = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2_000_000 })),
      frequency: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1_000_000 })),
      firstLine: fc.nat(1_000_000),
    }),
    { maxLength: 600 },
  )
  .map((list) => {
    let document = -1;
    return list.map(({ gap, frequency, firstLine }): Posting => {
      document += gap;
      return { document, frequency, firstLine: firstLine % (frequency + 1) };
    });
  });

function encoded(list: readonly Posting[]): Uint8Array {
  const buffer = new PostingBuffer();
  for (const { document, frequency, firstLine } of list) buffer.push(document, frequency, firstLine);
  const writer = new ByteWriter();
  encodePostings(writer, buffer);
  return writer.view();
}

function held(buffer: PostingBuffer): Posting[] {
  return Array.from({ length: buffer.count }, (_, at) => ({
    document: buffer.documents[at],
    frequency: buffer.frequencies[at],
    firstLine: buffer.firstLine[at],
  }));
}

describe("a posting list", () => {
  test("takes a byte for a near entry with one occurrence", () => {
    expect([...encoded([{ document: 3, frequency: 1, firstLine: 0 }])]).toEqual([3 * 2 + 1]);
    expect([...encoded([{ document: 3, frequency: 5, firstLine: 0 }])]).toEqual([3 * 2, 5 * 2]);
    expect([...encoded([{ document: 3, frequency: 5, firstLine: 2 }])]).toEqual([3 * 2, 5 * 2 + 1, 2]);
  });

  test("comes back as it was, behind what the buffer holds", () => {
    fc.assert(
      fc.property(postingLists, postingLists, (first, second) => {
        const into = new PostingBuffer();
        for (const list of [first, second]) {
          const bytes = encoded(list);
          decodePostings(bytes, 0, bytes.length, 2 ** 31, into);
        }
        expect(held(into)).toEqual([...first, ...second]);
      }),
    );
  });

  test("of damaged bytes ends, and names no document that there is not", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.nat(500),
        fc.nat(500),
        fc.nat(300),
        (bytes, from, to, documentCount) => {
          const into = new PostingBuffer();
          decodePostings(bytes, from, to, documentCount, into);
          expect(into.count).toBeLessThanOrEqual(bytes.length);
          for (const { document } of held(into)) expect(document).toBeLessThan(documentCount);
        },
      ),
    );
  });
});

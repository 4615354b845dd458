// Index files of any schema that are damaged: nothing throws or hangs, and the damage is known.

import { describe, expect, test } from "vitest";
import { crc32 } from "../../src/base/crc32.ts";
import { PostingBuffer } from "../../src/engine/postings/posting-buffer.ts";
import { BaseSegment } from "../../src/engine/segment/base-segment.ts";
import { DeltaSegment } from "../../src/engine/segment/delta-segment.ts";
import { emptySegment } from "../../src/engine/segment/empty-segment.ts";
import { INDEX_HEADER } from "../../src/engine/segment/index-layout.ts";
import { LiveIndex } from "../../src/engine/segment/live-index.ts";
import type { Schema } from "../../src/engine/segment/schema.ts";
import {
  accepted,
  forAnySeed,
  grow,
  ModelIndex,
  merge,
  type Next,
  randomSchema,
  TERMS,
  valuesOf,
} from "../support/model-segment.ts";
import { runs } from "../support/runs.ts";

/** Asks a segment everything, within its own counts. Answers may be wrong. */
function askAll(base: BaseSegment): void {
  const index = new LiveIndex(base, emptySegment(base.schema));
  const count = Math.min(base.documentCount, 200);
  for (let id = 0; id < count; id++) {
    valuesOf(base, id);
    index.recordOf(id);
    index.compare(id, count - 1 - id);
    base.documentAt(base.offsetOf(id));
  }
  const buffer = new PostingBuffer();
  const chunk = new Uint32Array(1 << 16);
  const every = () => Uint32Array.from({ length: count }, (_, id) => id);
  for (const term of TERMS) {
    index.mayHaveTerm(term.length);
    base.termsWithPrefix(term, 10);
    const ordinal = base.findTerm(term);
    if (ordinal < 0) continue;
    buffer.count = 0;
    base.postings(ordinal, buffer);
    for (let at = 0; at < buffer.count; at++) expect(buffer.documents[at]).toBeLessThan(base.documentCount);
    base.retain(ordinal, every(), count);
    const cursor = base.cursor(ordinal);
    for (let at = 0; at < (cursor?.chunkCount ?? 0); at++) cursor!.readChunk(at, chunk);
    cursor?.addFrequencies(every(), count, new Uint32Array(count), new Uint32Array(count));
  }
  for (const [column, kind] of Object.entries(base.schema.columns)) {
    base.numbers(column).next(1, 0);
    if (kind === "name") accepted(index, (segment) => segment.names(column).containing("a", () => true));
    if (kind === "names") accepted(index, (segment) => segment.sets(column).with("a"));
    if (kind !== "group") continue;
    const groups = index.groups(column);
    for (const name of groups.names())
      for (const id of groups.documents(name)) expect(id).toBeLessThan(base.documentCount);
    groups.visit((_, __, at, ordinal) => groups.endsIn(at, ordinal));
  }
}

describe("an index file of any schema that is damaged", () => {
  function sample(next: Next): { schema: Schema; bytes: Uint8Array } {
    const schema = randomSchema(next);
    const model = new ModelIndex(schema);
    const index = new LiveIndex(null, new DeltaSegment(schema));
    while (model.live.length < 8) grow(index, model, next);
    return { schema, bytes: merge(schema, index.mergeInputs()) };
  }

  test("behind its header: nothing throws or hangs, and it is known to be damaged", () => {
    forAnySeed((next) => {
      const { schema, bytes } = sample(next);
      for (let round = 0; round < 20; round++) {
        const damaged = bytes.slice();
        for (let change = next(3); change >= 0; change--) {
          const at = schema.prefixBytes + next(bytes.length - schema.prefixBytes);
          damaged[at] = round % 2 === 0 ? damaged[at]! ^ (1 << next(8)) : 0xff;
        }
        const base = BaseSegment.open(schema, damaged)!;
        askAll(base);
        if (!Buffer.from(damaged).equals(bytes)) expect(base.isSound()).toBe(false);
      }
    }, runs(30));
  });

  test("in its header: it is not used; and is survived where the header's checksum was made right", () => {
    forAnySeed((next) => {
      const { schema, bytes } = sample(next);
      for (let round = 0; round < 20; round++) {
        const damaged = bytes.slice();
        const at = next(schema.prefixBytes);
        damaged[at]! ^= 1 << next(8);
        expect(BaseSegment.open(schema, damaged)).toBeNull();
        const sealed = new DataView(damaged.buffer);
        sealed.setUint32(schema.prefixBytes - 4, crc32(damaged.subarray(0, schema.prefixBytes - 4)), true);
        const base = BaseSegment.open(schema, damaged);
        if (base !== null) askAll(base);
        expect(BaseSegment.open(schema, bytes.subarray(0, next(bytes.length)))).toBeNull();
      }
      const other = bytes.slice();
      new DataView(other.buffer).setUint32(INDEX_HEADER.at.schema, schema.hash + 1, true);
      expect(BaseSegment.open(schema, other)).toBeNull();
    }, runs(30));
  });
});

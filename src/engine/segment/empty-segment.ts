// A segment without documents, for a reader that finds nothing behind the watermark. It loads nothing that indexing
// needs.

import { MappedGroups, MappedNumbers, MappedSets, NameColumn, SetColumn } from "./columns.ts";
import { MovedOrigins } from "./moved-origins.ts";
import { NameTable } from "./name-table.ts";
import type { Schema } from "./schema.ts";
import type { GrowingSegment } from "./segment.ts";

const NOTHING = new Uint32Array(0);
const NUMBERS = new MappedNumbers(NOTHING);
const NAMES = new NameTable(NOTHING, new Uint8Array(0));
const GROUPS = new MappedGroups([NUMBERS, NAMES], [NOTHING, NOTHING], 0);
const none = () => -1;
const zero = () => 0;
const never = (): never => {
  throw new Error("an empty segment has no documents and takes none");
};

/** The empty segment of a schema. */
export function emptySegment(schema: Schema): GrowingSegment {
  return {
    schema,
    documentCount: 0,
    tokenTotal: 0,
    postingTotal: 0,
    terms: NAMES,
    findTerm: none,
    mayHaveTerm: () => false,
    frequencyOf: zero,
    postings: () => undefined,
    cursor: () => null,
    retain: zero,
    termsWithPrefix: () => [],
    documentAt: none,
    offsetOf: never,
    sizeOf: never,
    isReplacement: never,
    originOf: never,
    lengths: NUMBERS,
    leadingLengths: NUMBERS,
    sizes: NUMBERS,
    offsets: NUMBERS,
    numbers: () => NUMBERS,
    names: () => new NameColumn(NUMBERS, NAMES),
    sets: () => new SetColumn(NUMBERS, NAMES, new MappedSets(NOTHING, NOTHING, NAMES)),
    groups: () => GROUPS,
    moved: new MovedOrigins(NOTHING, NOTHING),
    encodedPostings: () => null,
    add: never,
    moveOrigin: never,
  };
}

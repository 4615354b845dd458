// Collects documents of one kind into a segment in memory. The engine's segments are made for records of a log, in
// which each has a place; here the place is the document's number.

import { DeltaSegment } from "../../engine/segment/delta-segment.ts";
import type { Schema } from "../../engine/segment/schema.ts";
import type { AnalyzedDocument } from "../../engine/segment/segment.ts";

export class SegmentBuilder {
  readonly segment: DeltaSegment;

  constructor(schema: Schema) {
    this.segment = new DeltaSegment(schema);
  }

  get count(): number {
    return this.segment.documentCount;
  }

  /** Adds a document; returns its number. */
  add(document: AnalyzedDocument): number {
    const offset = this.segment.documentCount;
    return this.segment.add({ ...document, offset, size: 0, isReplacement: false, origin: offset });
  }
}

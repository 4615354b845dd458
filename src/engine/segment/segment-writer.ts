// Merges segments into a new index.bin. No text is tokenized again: columns are copied. Posting lists are renumbered,
// or copied as they are where no number changes. A merge holds a few numbers for each document and term, and their
// names. It never holds all the posting lists.
// Invariants:
// - Segments come in the order of the log, and are of one schema.
// - Deleted documents are left out, so every document of the result is live.
// - Document numbers ascend with the offsets in the log.

import type { TimeBase } from "../log/log-time.ts";
import { type MergePlan, type WrittenColumns, writeDocuments } from "./document-columns.ts";
import type { Schema } from "./schema.ts";
import { type IndexSink, SectionOutput } from "./section-output.ts";
import type { RecoveredVersion } from "./segment.ts";
import { mergeTerms, type TermVisitor } from "./term-merge.ts";

/** What the header says of the log that the result covers. */
export interface Coverage {
  readonly watermark: number;
  readonly fingerprint: number;
  readonly timeBase: TimeBase;
  readonly damageCount: number;
  readonly damageBytes: number;
  readonly recoveredVersions: readonly RecoveredVersion[];
}

/** Derives sections of a schema while the terms are merged. */
export interface Derivation extends TermVisitor {
  /** The numbers of each section that the schema declares as derived. */
  sections(): Readonly<Record<string, Uint32Array>>;
}

/** Prepares the derivation, from columns of the result. */
export type Derive = (columns: WrittenColumns) => Derivation;

const NOTHING_DERIVED: Derivation = { wants: () => false, visit: () => undefined, sections: () => ({}) };

/**
 * Merges the segments of `plan` into an index file, written to `sink`. Throws RangeError beyond 4 GiB, or beyond 2 GiB
 * of posting lists.
 */
export function writeSegment(
  schema: Schema,
  plan: MergePlan,
  coverage: Coverage,
  sink: IndexSink,
  derive: Derive = () => NOTHING_DERIVED,
): void {
  const out = new SectionOutput(schema, sink);
  const { tokenTotal, leadingTotal, ...columns } = writeDocuments(schema, plan, out);
  const derivation = derive(columns);
  const merged = mergeTerms(plan, derivation, out);
  for (const [name, numbers] of Object.entries(derivation.sections())) out.add(name, numbers);
  out.add(
    "recoveredVersions",
    Uint32Array.from(coverage.recoveredVersions.flatMap(({ from, to, entry }) => [from, to, entry])),
  );
  out.finish({ ...coverage, ...merged, tokenTotal, leadingTotal, documentCount: plan.order.count });
}

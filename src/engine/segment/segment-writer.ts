// Merges segments into a new index.bin. No text is tokenized again: columns are copied. Posting lists are renumbered,
// or copied as they are where no number changes. A merge holds a few numbers for each document and term, and their
// names. It never holds all the posting lists.
// Invariants:
// - Segments come in the order of the log.
// - Deleted documents are left out, so every document of the result is live.
// - Document numbers ascend with the offsets in the log.

import type { TimeBase } from "../log/log-time.ts";
import type { RecoveredVersion } from "./document.ts";
import { type MergePlan, writeDocuments } from "./document-columns.ts";
import { type IndexSink, SectionOutput } from "./section-output.ts";
import { mergeTerms } from "./term-merge.ts";
import { topicMentions } from "./topic-mentions.ts";

/** What the header says of the log that the result covers. */
export interface Coverage {
  readonly watermark: number;
  readonly fingerprint: number;
  readonly timeBase: TimeBase;
  readonly damageCount: number;
  readonly damageBytes: number;
  readonly recoveredVersions: readonly RecoveredVersion[];
}

/**
 * Merges the segments of `plan` into an index file, written to `sink`. Throws RangeError beyond 4 GiB, or beyond 2 GiB
 * of posting lists.
 */
export function writeSegment(plan: MergePlan, coverage: Coverage, sink: IndexSink): void {
  const out = new SectionOutput(sink);
  const documents = writeDocuments(plan, out);
  const mentions = topicMentions(documents.topics, documents.topicOf);
  const merged = mergeTerms(plan, mentions, out);
  out.add("edges", mentions.edges());
  out.add(
    "recoveredVersions",
    Uint32Array.from(coverage.recoveredVersions.flatMap(({ from, to, entry }) => [from, to, entry])),
  );
  out.finish({
    ...coverage,
    tokenTotal: documents.tokenTotal,
    firstLineTotal: documents.firstLineTotal,
    documentCount: plan.order.count,
    termCount: merged.termCount,
    postingTotal: merged.postingTotal,
    topicCount: documents.topics.length,
  });
}

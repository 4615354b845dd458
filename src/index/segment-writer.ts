// Merges segments into a new index.bin. No text is tokenized again: posting lists are decoded, renumbered and encoded.
// Invariants: sources come in the order of the log; buried documents are left out, so every document of the result is live;
// document numbers ascend with the offsets in the log.

import { bytesOf } from "../format/bytes.ts";
import { crc32 } from "../format/crc32.ts";
import { encodeIndexPrefix, type IndexHeader, type SectionPlace } from "../format/index-header.ts";
import { alignSection, INDEX_PREFIX_BYTES, SECTION_NAMES, type SectionName } from "../format/index-layout.ts";
import type { TimeBase } from "../format/log-time.ts";
import type { MergeInput, StandIn } from "./document.ts";
import { DocumentColumns, type Sections } from "./document-columns.ts";
import { mergeTerms } from "./term-merge.ts";
import { topicMentions } from "./topic-mentions.ts";

/** What the header says of the log that the result covers. */
export interface Coverage {
  readonly watermark: number;
  readonly fingerprint: number;
  readonly timeBase: TimeBase;
  readonly damageCount: number;
  readonly damageBytes: number;
  readonly standIns: readonly StandIn[];
}

/** Merges `inputs` into the pieces of an index file, in file order: prefix first. Throws RangeError beyond 4 GiB. */
export function writeSegment(inputs: readonly MergeInput[], coverage: Coverage): Uint8Array[] {
  const { columns, renumbered } = collectDocuments(inputs);
  const sections = {} as Sections;
  const { topics, topicOf } = columns.finish(sections);
  const mentions = topicMentions(topics, topicOf);
  const merged = mergeTerms(inputs, renumbered, (id) => columns.lengthOf(id), mentions, sections);
  sections.edges = bytesOf(mentions.edges());
  sections.standIns = bytesOf(Uint32Array.from(coverage.standIns.flatMap(({ from, to, entry }) => [from, to, entry])));
  return assemble(sections, {
    ...coverage,
    tokenTotal: columns.tokenTotal,
    firstLineTotal: columns.firstLineTotal,
    documentCount: columns.count,
    termCount: merged.termCount,
    postingTotal: merged.postingTotal,
    topicCount: topics.length,
  });
}

/** Takes in the live documents; `renumbered`: per input the new number of each document, or -1 for a buried one. */
function collectDocuments(inputs: readonly MergeInput[]): { columns: DocumentColumns; renumbered: Int32Array[] } {
  const columns = new DocumentColumns(inputs.reduce((sum, { segment }) => sum + segment.documentCount, 0));
  const renumbered = inputs.map(({ segment, isBuried }) => {
    const numbers = new Int32Array(segment.documentCount).fill(-1);
    for (let id = 0; id < numbers.length; id++) if (!isBuried(id)) numbers[id] = columns.add(segment.document(id));
    return numbers;
  });
  return { columns, renumbered };
}

function assemble(sections: Sections, header: Omit<IndexHeader, "fileSize" | "bodyChecksum">): Uint8Array[] {
  const places = {} as Record<SectionName, SectionPlace>;
  const body: Uint8Array[] = [];
  let offset = INDEX_PREFIX_BYTES;
  let bodyChecksum = 0;
  const add = (bytes: Uint8Array) => {
    body.push(bytes);
    bodyChecksum = crc32(bytes, bodyChecksum);
    offset += bytes.length;
  };
  for (const name of SECTION_NAMES) {
    const start = alignSection(offset);
    if (start > offset) add(new Uint8Array(start - offset));
    places[name] = { offset: start, length: sections[name].length };
    add(sections[name]);
  }
  if (offset > 0xffff_ffff) throw new RangeError("the index would be longer than 4 GiB");
  return [encodeIndexPrefix({ header: { ...header, fileSize: offset, bodyChecksum }, sections: places }), ...body];
}
